import * as fc from '../fast-check'
import type { FareTrip } from '../../custom/fares/model/fare'
import type { FareTerms, TarifTerms } from '../../custom/fares/model/fare-terms'
import { TARIF, TERMS, TRIP } from './fares-fixture'

/** A decimal as the wire has it: at most so many digits after the point. */
const decimal = (most: number, scale: number) =>
  fc.integer({ min: 0, max: most * 10 ** scale }).map((value) => Number(`${value}e-${scale}`))
const money = decimal(200, 2)
const rate = decimal(20, 4)
const pct = decimal(100, 2)
const id = fc.integer({ min: 1, max: 99 })

const range = fc.record({
  id,
  measure: fc.constantFrom('km' as const, 'min' as const),
  from: decimal(40, 3),
  price: rate,
})

const tarif: fc.Arbitrary<TarifTerms> = fc
  .record({
    type: fc.constantFrom('1', '2', '3', '4'),
    price_base: money,
    price_minimal: money,
    km_minimal: decimal(10, 2),
    price_km: rate,
    price_minute: rate,
    use_ranges: fc.boolean(),
    ranges: fc.uniqueArray(range, { maxLength: 6, selector: (one) => one.id }),
    price_wait: money,
    wait_every: decimal(15, 1),
    courtesy_wait_time: decimal(10, 1),
    price_pause: rate,
    price_parking: money,
    price_courier: money,
    pct_return: decimal(200, 2),
    service_fee_type: fc.constantFrom('0', '1'),
    service_fee_amount: decimal(100, 4),
    service_fee_minimal: money,
    high_demands: fc.boolean(),
  })
  .map((some) => ({ ...TARIF, ...some }))

const highDemand = fc
  .record({
    id,
    id_branch: fc.constantFrom(null, 1, 2),
    flat: fc.boolean(),
    amount: decimal(500, 2),
    days: fc.constantFrom('all', 'weekdays', 'weekend', '5'),
    time_from: fc.constantFrom('00:00', '08:00', '22:00'),
    time_to: fc.constantFrom('00:00', '09:00'),
  })
  .map((some) => ({ name: 'Hora punta', valid_from: null, valid_to: null, ...some }))

const product = fc.record({ capacity_1: fc.integer({ min: 1, max: 60 }), for_shared_service: fc.boolean() })
const promotion = fc.record({ type_benefit: fc.constantFrom('1', '2'), amount: pct, max_amount: fc.option(money) })
const subscription = fc.record({ fee_amount: money, fee_percentage: pct })

/** Terms in a currency with so many decimals, rounded to as many or to fewer (or to more, which is not possible). */
export const termsIn = (exponent: number): fc.Arbitrary<FareTerms> =>
  fc
    .record({
      decimals_round: fc.integer({ min: 0, max: 4 }),
      unit_m: fc.constantFrom(1000, 1609.344),
      tax: fc.record({ pct, included: fc.boolean() }),
      tarif,
      high_demands: fc.uniqueArray(highDemand, { maxLength: 3, selector: (one) => one.id }),
      zone_price: fc.option(money.map((amount) => ({ id: 9, name: 'Centro → Norte', amount }))),
      product: fc.option(product.map((some) => ({ id: 3, name: 'Taxi', ...some }))),
      promotion: fc.option(promotion.map((some) => ({ id: 1, code: 'HOLA', ...some }))),
      subscription: fc.option(subscription.map((some) => ({ id: 1, name: 'Plata', ...some }))),
    })
    .map((some) => ({ ...TERMS, exponent, ...some }))

/** Terms in currencies with 0, 2, 3 or 4 decimals. */
export const terms = fc.constantFrom(0, 2, 3, 4).chain(termsIn)

const stop = fc.record({
  wait_s: fc.integer({ min: 0, max: 7200 }),
  parking: fc.oneof(fc.boolean(), money),
  courier: fc.boolean(),
})
const toll = fc.record({ id: fc.option(id), name: fc.constant('Villa'), price: money })

/** Trips of up to 300 km and 11 hours; routers tell fractions of a metre. */
export const trip: fc.Arbitrary<FareTrip> = fc
  .record({
    distance_m: fc.oneof(fc.integer({ min: 0, max: 300_000 }), fc.double({ min: 0, max: 300_000, noNaN: true })),
    duration_s: fc.integer({ min: 0, max: 40_000 }),
    stops: fc.array(stop, { maxLength: 4 }),
    pauses: fc.array(fc.record({ minutes: decimal(90, 1), price: fc.option(money) }), { maxLength: 2 }),
    tolls: fc.array(toll, { maxLength: 3 }),
    capacity_1: fc.integer({ min: 1, max: 70 }),
    is_return: fc.boolean(),
    price_edited: fc.option(money, { freq: 6 }),
  })
  .map((some) => ({ ...TRIP, ...some }))
