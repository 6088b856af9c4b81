import { type JsonObject, wrong } from '#engine/model'
import { fareCurrency } from '../model/fare-currency'

/**
 * Amounts that people write are in coins that the currency has.
 * @throws {AppError} VALIDATION at the first that is finer
 */
export function assertCoins(
  settings: JsonObject,
  amounts: { readonly [field: string]: number | null | undefined },
): void {
  const { exponent } = fareCurrency(settings)
  for (const [field, amount] of Object.entries(amounts)) {
    if (typeof amount === 'number' && Number(amount.toFixed(exponent)) !== amount)
      throw wrong(field, exponent === 0 ? 'integer' : 'scale', { max: exponent })
  }
}
