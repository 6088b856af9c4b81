import { useStore } from 'react-admin'
import { useEffect } from 'react'
import type { JsonObject } from '../../model/json'
import { brandOf, useBrand, type BrandMark } from '../layout/brand-name'
import { publicGet } from '../provider/public-get'
import { coloursOf, NO_COLOURS, type Colours } from '../theme/colours'

/** The company's name, pictures and colours for a page that stands before a session: as this browser knows them, then as they are now. */
export function useLook(): BrandMark {
  const [, keepBrand] = useStore<BrandMark | null>('brand', null)
  const [, keepColours] = useStore<Colours>('colours', NO_COLOURS)
  useEffect(() => {
    // Without an answer the page stands as it is.
    publicGet<JsonObject>('login/look').then((look) => {
      keepBrand(brandOf(look))
      keepColours(coloursOf(look))
    }, () => {})
  }, [keepBrand, keepColours])
  return useBrand()
}
