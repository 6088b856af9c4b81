import { useStore } from 'react-admin'
import { useEffect } from 'react'
import type { JsonObject } from '../../model/json'
import { brandOf, useBrand, type BrandMark } from '../layout/brand-name'
import { publicGet } from '../provider/public-get'
import { coloursOf, NO_COLOURS, type Colours } from '../theme/colours'

const TAKEN = 'passkeys'

/** Whether passkeys are used at this address, as a page that stands before a session has learnt. */
export const usePasskeysTaken = (): boolean => useStore(TAKEN, false)[0]

/**
 * The company's name, pictures and colours for a page that stands before a session: as this browser knows them, then as
 * they are now.
 */
export function useLook(): BrandMark {
  const [, keepBrand] = useStore<BrandMark | null>('brand', null)
  const [, keepColours] = useStore<Colours>('colours', NO_COLOURS)
  const [, keepTaken] = useStore(TAKEN, false)
  useEffect(() => {
    // Without an answer the page stands as it is.
    publicGet<JsonObject>('login/look').then(
      (look) => {
        keepBrand(brandOf(look))
        keepColours(coloursOf(look))
        keepTaken(look['passkeys_at'] === window.location.origin)
      },
      () => {},
    )
  }, [keepBrand, keepColours, keepTaken])
  return useBrand()
}
