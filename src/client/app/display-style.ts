import type { Json, JsonObject } from '../../model/json'
import { DEFAULT_STYLE, type DisplayStyle } from '../../ui/style'

/** How numbers, money and dates are written, from `config` of verify and the language in use. */
export function displayStyleOf(config: JsonObject, language: string): DisplayStyle {
  const text = (name: string, otherwise: string): string => {
    const value = config[name]
    return typeof value === 'string' ? value : otherwise
  }
  const decimals = config['decimals_visible']
  return {
    language,
    zone: text('timezone', DEFAULT_STYLE.zone),
    coin: text('coin', DEFAULT_STYLE.coin),
    coin_space: isSet(config['coin_space'], DEFAULT_STYLE.coin_space),
    decimals_visible: typeof decimals === 'number' ? decimals : DEFAULT_STYLE.decimals_visible,
    thousands_separator: text('thousands_separator', DEFAULT_STYLE.thousands_separator),
    decimals_separator: text('decimals_separator', DEFAULT_STYLE.decimals_separator),
    distance_unit: text('distance_unit_measure', DEFAULT_STYLE.distance_unit),
  }
}

const isSet = (value: Json | undefined, otherwise: boolean): boolean =>
  value === undefined || value === null ? otherwise : value === 1 || value === true || value === '1'
