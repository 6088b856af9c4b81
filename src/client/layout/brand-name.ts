import { useStore, useTranslate } from 'react-admin'
import type { JsonObject } from '../../model/json'

interface BrandMark { readonly name: string; readonly logo: string | null }

/** The company as this browser last saw it, so that the login already shows it; else the application's own name. */
export function useBrand(): BrandMark {
  const translate = useTranslate()
  const [kept] = useStore<BrandMark | null>('brand', null)
  return kept ?? { name: translate('brand', { _: 'Admin' }), logo: null }
}

/** Reads `config.brand` and `config.pic_logo`. */
export function brandOf(config: JsonObject): BrandMark | null {
  const { brand, pic_logo } = config
  return typeof brand === 'string' && brand ? { name: brand, logo: typeof pic_logo === 'string' && pic_logo ? pic_logo : null } : null
}
