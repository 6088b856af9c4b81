import type { JsonObject } from '#engine/model'
import { currencyDigits } from './currency-digits'
import type { FareTerms } from './fare-terms'

/** What the company's settings say of money, distance and tax. */
export type FareCurrency = Pick<FareTerms, 'currency' | 'exponent' | 'decimals_round' | 'unit_m' | 'tax'>

const METRES: { readonly [unit: string]: number } = { km: 1000, mi: 1609.344 }

/** The facts of the company's settings that every fare depends on. */
export function fareCurrency(settings: JsonObject): FareCurrency {
  const currency = typeof settings.currency === 'string' && settings.currency !== '' ? settings.currency : 'PEN'
  const exponent = currencyDigits(currency)
  const included = settings.prices_include_tax ?? true
  return {
    currency,
    exponent,
    decimals_round: Math.min(exponent, numberOr(settings.decimals_round, exponent)),
    unit_m: METRES[String(settings.distance_unit_measure)] ?? 1000,
    tax: { pct: numberOr(settings.igv, 0), included: included !== false && included !== 0 },
  }
}

const numberOr = (value: JsonObject[string] | undefined, otherwise: number): number =>
  value === null || value === undefined || value === '' || !Number.isFinite(Number(value)) ? otherwise : Number(value)
