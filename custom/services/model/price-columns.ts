import { type Fare, type LineKind, RUN, sumOf, toUnits } from '../../fares/model'

/**
 * Prices of a service, in the currency's units. Each line of a fare is in one of them: less the discount, all those
 * before the total come to it.
 */
interface PriceColumns {
  /** The run: what the meter says, a price between zones, a fixed or an edited one. */
  readonly price_base: number
  readonly price_toll: number
  readonly price_wait: number
  readonly price_courier: number
  readonly price_pause: number
  readonly price_parking: number
  readonly price_demand: number
  readonly price_service: number
  /** Where prices exclude it; else it is within them. */
  readonly price_tax: number
  readonly price_promo: number
  readonly price_total: number
  readonly price_fee: number
  readonly price_driver: number
}

/** What a fare comes to in the columns of a service. */
export function priceColumns(fare: Fare): PriceColumns {
  const of = (kind: LineKind): number => sumOf(fare.lines, [kind])
  const units = (minor: number): number => toUnits(minor, fare)
  return {
    price_base: units(sumOf(fare.lines, RUN)),
    price_toll: units(of('toll')),
    price_wait: units(of('wait')),
    price_courier: units(of('courier')),
    price_pause: units(of('pause')),
    price_parking: units(of('parking')),
    price_demand: units(of('high_demand')),
    price_service: units(of('service_fee')),
    price_tax: units(of('tax')),
    // 0, never -0.
    price_promo: units(Math.abs(of('promotion'))),
    price_total: units(fare.total),
    price_fee: units(fare.price_fee),
    price_driver: units(fare.price_driver),
  }
}

/** What makes the total of a service, in the order in which it is told; the discount is taken off. */
export const PRICE_PARTS = [
  'price_base',
  'price_wait',
  'price_courier',
  'price_parking',
  'price_demand',
  'price_pause',
  'price_toll',
  'price_service',
  'price_promo',
  'price_tax',
] as const

type Parts = { readonly [name in (typeof PRICE_PARTS)[number] | 'price_total']: number | null }

/** What a total comes to beyond its parts: services of before kept some of them nowhere. Null: there is no total. */
export function priceOther(prices: Parts): number | null {
  if (prices.price_total === null) return null
  const known = PRICE_PARTS.map((name) => (prices[name] ?? 0) * (name === 'price_promo' ? -1 : 1))
  // Prices have four decimals.
  return (
    (Math.round(prices.price_total * 10_000) - known.reduce((sum, price) => sum + Math.round(price * 10_000), 0)) /
    10_000
  )
}
