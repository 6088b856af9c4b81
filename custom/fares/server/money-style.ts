import { numberStyle, type JsonObject, type MoneyStyle } from '#engine/model'

/** How the company writes money. */
export function moneyStyle(settings: JsonObject): MoneyStyle {
  const text = (key: string, otherwise: string): string =>
    typeof settings[key] === 'string' ? String(settings[key]) : otherwise
  return {
    coin: text('coin', ''),
    coin_space: settings.coin_space === true || settings.coin_space === 1,
    decimals_visible: Number(settings.decimals_visible ?? 2),
    ...numberStyle(settings),
  }
}
