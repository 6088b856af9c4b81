import type { JsonObject } from '#engine/model'
import type { FareTerms } from './fare-terms'

/** Currencies whose minor unit is not a hundredth (ISO 4217). */
const DIGITS: { readonly [digits: number]: string } = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

const BY_CODE = new Map(
  Object.entries(DIGITS).flatMap(([digits, codes]) => codes.split(' ').map((code) => [code, Number(digits)] as const)),
)

/**
 * Decimals of a currency's minor unit: PEN 2, CLP 0, KWD 3. The browsers' own tables differ from ISO 4217 for some
 * currencies.
 */
const currencyDigits = (code: string): number => BY_CODE.get(code) ?? 2

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
