import { beyond, ceiling, exact, per, times } from './exact'
import type { FareStop } from './fare'
import { type FarePart, shown, tarifSource } from './fare-part'
import { toMinor } from './money'

/** Waiting beyond the courtesy at each stop, in steps begun. */
export const waitPart: FarePart = ({ terms, trip }) => {
  const { price_wait, wait_every, courtesy_wait_time } = terms.tarif
  if (!(price_wait > 0)) return []
  return atStops(trip.stops, ({ wait_s }, stop) => {
    if (!(wait_s > 0)) return []
    const told = { stop, minutes: shown(wait_s / 60), courtesy: courtesy_wait_time, price: price_wait, every: wait_every }
    const paid = beyond(per(exact(wait_s), exact(60)), exact(courtesy_wait_time))
    if (paid.top === 0n) return [{ kind: 'wait', amount: 0, rule: 'wait_courtesy', inputs: told, source: tarifSource(terms) }]
    // A step of no length would be asked for ever: a minute then.
    const steps = ceiling(per(paid, exact(wait_every > 0 ? wait_every : 1)))
    const amount = toMinor(times({ top: steps, over: 1n }, exact(price_wait)), terms)
    return [{ kind: 'wait', amount, rule: 'wait', inputs: { ...told, times: Number(steps) }, source: tarifSource(terms) }]
  })
}

/** Each delivery handed over, by a courier's tariff. */
export const courierPart: FarePart = ({ terms, trip }) => {
  const price = terms.tarif.price_courier
  if (terms.tarif.type !== '4' || !(price > 0)) return []
  return atStops(trip.stops, ({ courier }, stop) => courier
    ? [{ kind: 'courier', amount: toMinor(exact(price), terms), rule: 'courier', inputs: { stop, price }, source: tarifSource(terms) }]
    : [])
}

/** Pauses at the tariff's price of a minute, or at what was agreed for them. */
export const pausePart: FarePart = ({ terms, trip }) => trip.pauses.flatMap(({ minutes, price }) => {
  const rate = terms.tarif.price_pause
  const agreed = price !== null
  const amount = toMinor(agreed ? exact(price) : times(exact(minutes), exact(rate)), terms)
  if (amount === 0 && !agreed) return []
  const inputs = { minutes, price: price ?? rate }
  return [{ kind: 'pause', amount, rule: agreed ? 'pause_agreed' : 'pause', inputs, source: tarifSource(terms) }]
})

/** Parking at a stop, at the tariff's price or at what was paid. */
export const parkingPart: FarePart = ({ terms, trip }) => atStops(trip.stops, ({ parking }, stop) => {
  if (parking === false) return []
  const paid = parking !== true
  const price = paid ? parking : terms.tarif.price_parking
  const amount = toMinor(exact(price), terms)
  if (amount === 0) return []
  return [{ kind: 'parking', amount, rule: paid ? 'parking_paid' : 'parking', inputs: { stop, price }, source: tarifSource(terms) }]
})

/** Tolls as they were paid: neither surged nor discounted. */
export const tollPart: FarePart = ({ terms, trip }) => trip.tolls.map(({ id, name, price }) => ({
  kind: 'toll', amount: toMinor(exact(price), terms), rule: 'toll', inputs: { name, price },
  source: id === null ? null : { entity: 'tolls', id, name },
}))

/** Stops are told as people count them, from 1. */
function atStops(stops: readonly FareStop[], lines: (stop: FareStop, number: number) => ReturnType<FarePart>): ReturnType<FarePart> {
  return stops.flatMap((stop, index) => lines(stop, index + 1))
}
