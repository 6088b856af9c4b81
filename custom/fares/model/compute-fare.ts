import type { ComputeFare, Fare, FareLine, LineKind, FareStop } from './fare'
import { assemble, type FarePart, sumOfLines, baseOf, RUN, tarifSource, type FareState, shown } from './fare-part'
import { ridePart } from './ride'
import { taxPart, taxOfFare } from './tax'
import { exact, percentOf, plus, beyond, ceiling, per, times } from './exact'
import type { FareTerms, HighDemandTerms } from './fare-terms'
import { ofMinor, toMinor, toUnits, MAX_MINOR, toMinorDown } from './money'
import { isWindowOpen } from './high-demand-window'

/** Waiting beyond the courtesy at each stop, in steps begun. */
const waitPart: FarePart = ({ terms, trip }) => {
  const { price_wait, wait_every, courtesy_wait_time } = terms.tarif
  if (!(price_wait > 0)) return []
  return atStops(trip.stops, ({ wait_s }, stop) => {
    if (!(wait_s > 0)) return []
    const inputs = {
      stop,
      minutes: shown(wait_s / 60),
      courtesy: courtesy_wait_time,
      price: price_wait,
      every: wait_every,
    }
    const paid = beyond(per(exact(wait_s), exact(60)), exact(courtesy_wait_time))
    if (paid.top === 0n)
      return [{ kind: 'wait', amount: 0, rule: 'wait_courtesy', inputs: inputs, source: tarifSource(terms) }]
    // A step without length would repeat for ever, so it counts as a minute.
    const steps = ceiling(per(paid, exact(wait_every > 0 ? wait_every : 1)))
    const amount = toMinor(times({ top: steps, over: 1n }, exact(price_wait)), terms)
    return [
      { kind: 'wait', amount, rule: 'wait', inputs: { ...inputs, times: Number(steps) }, source: tarifSource(terms) },
    ]
  })
}

/** Each delivery handed over, by a courier's tariff. */
const courierPart: FarePart = ({ terms, trip }) => {
  const price = terms.tarif.price_courier
  if (terms.tarif.type !== '4' || !(price > 0)) return []
  return atStops(trip.stops, ({ courier }, stop) =>
    courier
      ? [
          {
            kind: 'courier',
            amount: toMinor(exact(price), terms),
            rule: 'courier',
            inputs: { stop, price },
            source: tarifSource(terms),
          },
        ]
      : [],
  )
}

/** Pauses at the tariff's price of a minute, or at what was agreed for them. */
const pausePart: FarePart = ({ terms, trip }) =>
  trip.pauses.flatMap(({ minutes, price }) => {
    const rate = terms.tarif.price_pause
    const agreed = price !== null
    const amount = toMinor(agreed ? exact(price) : times(exact(minutes), exact(rate)), terms)
    if (amount === 0 && !agreed) return []
    const inputs = { minutes, price: price ?? rate }
    return [{ kind: 'pause', amount, rule: agreed ? 'pause_agreed' : 'pause', inputs, source: tarifSource(terms) }]
  })

/** Parking at a stop, at the tariff's price or at the amount paid. */
const parkingPart: FarePart = ({ terms, trip }) =>
  atStops(trip.stops, ({ parking }, stop) => {
    if (parking === false) return []
    const paid = parking !== true
    const price = paid ? parking : terms.tarif.price_parking
    const amount = toMinor(exact(price), terms)
    if (amount === 0) return []
    return [
      {
        kind: 'parking',
        amount,
        rule: paid ? 'parking_paid' : 'parking',
        inputs: { stop, price },
        source: tarifSource(terms),
      },
    ]
  })

/** Tolls as they were paid: neither surged nor discounted. */
const tollPart: FarePart = ({ terms, trip }) =>
  trip.tolls.map(({ id, name, price }) => ({
    kind: 'toll',
    amount: toMinor(exact(price), terms),
    rule: 'toll',
    inputs: { name, price },
    source: id === null ? null : { entity: 'tolls', id, name },
  }))

/** Stops are numbered from 1, as people count them. */
function atStops(
  stops: readonly FareStop[],
  lines: (stop: FareStop, number: number) => ReturnType<FarePart>,
): ReturnType<FarePart> {
  return stops.flatMap((stop, index) => lines(stop, index + 1))
}

/** Only the highest of the surcharges open at the start of the trip applies: they do not add up. */
const highDemandPart: FarePart = (state) => {
  const { terms, trip } = state
  if (!terms.tarif.high_demands) return []
  const lines = terms.high_demands
    .filter(({ id_branch }) => id_branch === null || id_branch === trip.id_branch)
    .filter((demand) => isWindowOpen(demand, trip.date, trip.timezone))
    .sort((a, b) => a.id - b.id)
    .map((demand) => surcharge(state, demand))
  const highest = Math.max(...lines.map(({ amount }) => amount))
  return highest > 0 ? lines.filter(({ amount }) => amount === highest).slice(0, 1) : []
}

function surcharge(
  { terms, lines }: FareState,
  { id, name, flat, amount, time_from, time_to }: HighDemandTerms,
): FareLine {
  const source = { entity: 'high_demands', id, name }
  const hours = { name, from: time_from, to: time_to }
  if (flat) {
    const inputs = { ...hours, price: amount }
    return { kind: 'high_demand', amount: toMinor(exact(amount), terms), rule: 'high_demand_flat', inputs, source }
  }
  const base = baseOf(lines, RUN)
  const part = toMinor(percentOf(ofMinor(base.amount, terms), exact(amount)), terms)
  return { kind: 'high_demand', amount: part, rule: 'high_demand', inputs: { ...hours, pct: amount }, base, source }
}

/** What a promotion takes its part of. */
const DISCOUNTED: readonly LineKind[] = [...RUN, 'wait', 'courier', 'high_demand']

/** A percentage of the ride or an amount, never more than its own limit or than the sum it is taken from. */
const promotionPart: FarePart = ({ terms, lines }) => {
  const { promotion } = terms
  if (!promotion) return []
  const { id, code, type_benefit, amount, max_amount } = promotion
  const base = baseOf(lines, DISCOUNTED)
  const byPercent = type_benefit === '1'
  const wanted = toMinor(byPercent ? percentOf(ofMinor(base.amount, terms), exact(amount)) : exact(amount), terms)
  const limit = max_amount === null ? MAX_MINOR : toMinorDown(exact(max_amount), terms)
  const given = Math.min(wanted, limit, base.amount)
  const inputs = { code, ...(byPercent ? { pct: amount } : { price: amount }) }
  const rule = byPercent ? 'promotion' : 'promotion_amount'
  const source = { entity: 'promotions', id, name: code }
  // -0 would not be equal to the 0 that a stored fare reads back.
  const line = { kind: 'promotion', amount: given === 0 ? 0 : -given, base, source } as const
  if (given === wanted) return [{ ...line, rule, inputs: inputs }]
  if (given === limit) return [{ ...line, rule: `${rule}_limit`, inputs: { ...inputs, limit: toUnits(limit, terms) } }]
  return [{ ...line, rule: 'promotion_whole', inputs: { code } }]
}

/** What the house earns on: everything except parking and tolls, which the driver paid. */
const EARNED: readonly LineKind[] = [...RUN, 'wait', 'courier', 'high_demand', 'promotion', 'pause']

/** What the house charges the client for its service. */
const serviceFeePart: FarePart = ({ terms, lines }) => {
  const { service_fee_type, service_fee_amount, service_fee_minimal } = terms.tarif
  const base = baseOf(lines, EARNED)
  const fixed = service_fee_type === '1'
  const fee = toMinor(
    fixed ? exact(service_fee_amount) : percentOf(ofMinor(base.amount, terms), exact(service_fee_amount)),
    terms,
  )
  const minimum = toMinor(exact(service_fee_minimal), terms)
  const line = { kind: 'service_fee', source: tarifSource(terms) } as const
  if (fee < minimum) {
    const inputs = { minimum: service_fee_minimal, computed: toUnits(fee, terms) }
    return [{ ...line, amount: minimum, rule: 'service_fee_minimal', inputs }]
  }
  if (fee === 0) return []
  return fixed
    ? [{ ...line, amount: fee, rule: 'service_fee_fixed', inputs: { price: service_fee_amount } }]
    : [{ ...line, amount: fee, rule: 'service_fee', inputs: { pct: service_fee_amount }, base }]
}

/**
 * What the house keeps (the service fee, and the subscription's fee on what it earns on) and what the driver gets.
 * Together they are the total without a line of tax; neither is below zero.
 */
function shareOut(terms: FareTerms, lines: readonly FareLine[]): Pick<Fare, 'price_fee' | 'price_driver'> {
  const { subscription } = terms
  const whole = sumOfLines(lines) - sumOfLines(lines, ['tax'])
  const commission =
    subscription === null
      ? 0
      : toMinor(
          plus(
            exact(subscription.fee_amount),
            percentOf(ofMinor(baseOf(lines, EARNED).amount, terms), exact(subscription.fee_percentage)),
          ),
          terms,
        )
  const price_fee = Math.min(whole, sumOfLines(lines, ['service_fee']) + commission)
  return { price_fee, price_driver: whole - price_fee }
}

/** The order matters: each percentage is taken of the lines before it. */
const PARTS: readonly FarePart[] = [
  ridePart,
  waitPart,
  courierPart,
  highDemandPart,
  promotionPart,
  pausePart,
  parkingPart,
  tollPart,
  serviceFeePart,
  taxPart,
]

/**
 * What a trip costs by a tariff, line by line, in integer minor units. Each line is rounded once, and the lines add up
 * to the total. All formulas, with a worked example each, are in docs/fares.md.
 */
export const computeFare: ComputeFare = (terms, trip) => {
  const lines = assemble(PARTS, { terms, trip, lines: [] })
  return {
    currency: terms.currency,
    exponent: terms.exponent,
    lines,
    total: sumOfLines(lines),
    tax: taxOfFare(terms, lines),
    ...shareOut(terms, lines),
  }
}
