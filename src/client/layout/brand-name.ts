import { useStore, useTranslate } from 'react-admin'
import type { Json, JsonObject } from '../../model/json'

export interface BrandMark {
  readonly name: string
  readonly logo: string | null
  readonly background?: string | null
}

/** The company as this browser last saw it, so that the login already shows it; else the application's own name. */
export function useBrand(): BrandMark {
  const translate = useTranslate()
  const [kept] = useStore<BrandMark | null>('brand', null)
  return kept ?? { name: translate('brand', { _: 'Admin' }), logo: null }
}

/** Reads `config.brand`, `config.pic_logo` and `config.pic_bg_auth`. */
export function brandOf(config: JsonObject): BrandMark | null {
  const { brand, pic_logo, pic_bg_auth } = config
  const picture = (value: Json | undefined): string | null => (typeof value === 'string' && value ? value : null)
  return typeof brand === 'string' && brand
    ? { name: brand, logo: picture(pic_logo), background: picture(pic_bg_auth) }
    : null
}
