import type { TextStyle } from '../../../model/field-type'
import type { JsonObject } from '../../../model/json'

/** How values are formatted in this company. */
export const textStyle = (language: string, settings: JsonObject): TextStyle => ({
  language,
  zone: String(settings.timezone ?? 'UTC'),
  decimal: settings.decimals_separator === ',' ? ',' : '.',
})
