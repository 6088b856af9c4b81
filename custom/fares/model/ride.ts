import { exact, per, percentOf } from './exact'
import { assemble, baseOf, type FarePart, RUN, sumOfLines, tarifSource } from './fare-part'
import { meterLines } from './meter'
import { ofMinor, toMinor, toUnits } from './money'

/** The whole ride; a price entered by an operator replaces it, and says what it would have been. */
export const ridePart: FarePart = (state) => {
  const { terms, trip } = state
  const run = assemble([runPart, returnPart, minimumPart, capacityPart], state)
  if (trip.price_edited === null) return run
  const amount = toMinor(exact(trip.price_edited), terms)
  const inputs = { price: toUnits(amount, terms), computed: toUnits(sumOfLines(run), terms) }
  return [{ kind: 'edited', amount, rule: 'edited', inputs, source: tarifSource(terms) }]
}

/** There: by the meter, by a pair of zones or at a fixed price. */
const runPart: FarePart = ({ terms, trip }) => {
  const { tarif, zone_price } = terms
  if (tarif.type === '3') {
    const price = tarif.price_base
    return [
      {
        kind: 'fixed',
        amount: toMinor(exact(price), terms),
        rule: 'fixed',
        inputs: { price },
        source: tarifSource(terms),
      },
    ]
  }
  if (tarif.type === '2' && zone_price) {
    const { id, name, amount: price } = zone_price
    const source = { entity: 'prices', id, name }
    return [{ kind: 'zones', amount: toMinor(exact(price), terms), rule: 'zones', inputs: { name, price }, source }]
  }
  return meterLines(terms, trip)
}

/** The return route, as a percentage of the outward one. */
const returnPart: FarePart = ({ terms, trip, lines }) => {
  const pct = terms.tarif.pct_return
  if (!trip.is_return || !(pct > 0)) return []
  const base = baseOf(lines, RUN)
  const amount = toMinor(percentOf(ofMinor(base.amount, terms), exact(pct)), terms)
  return [{ kind: 'return', amount, rule: 'return', inputs: { pct }, base, source: tarifSource(terms) }]
}

/**
 * Raises a run by the meter to the minimum price; a price that somebody entered (fixed, between zones) stays as
 * entered.
 */
const minimumPart: FarePart = ({ terms, lines }) => {
  if (!lines.some(({ kind }) => kind === 'base')) return []
  const run = sumOfLines(lines, RUN)
  const missing = toMinor(exact(terms.tarif.price_minimal), terms) - run
  if (missing <= 0) return []
  const inputs = { minimum: terms.tarif.price_minimal, computed: toUnits(run, terms) }
  return [{ kind: 'minimum', amount: missing, rule: 'minimum', inputs, source: tarifSource(terms) }]
}

/** A shared service is charged once for each seat requested. */
const capacityPart: FarePart = ({ terms, trip, lines }) => {
  const { product } = terms
  if (!product?.for_shared_service) return []
  const capacity = Math.max(1, Math.floor(product.capacity_1) || 1)
  const asked = Math.min(capacity, Math.max(1, Math.floor(trip.capacity_1) || 1))
  if (asked === capacity) return []
  const base = baseOf(lines, RUN)
  const part = toMinor(percentOf(ofMinor(base.amount, terms), per(exact(asked * 100), exact(capacity))), terms)
  const source = { entity: 'products', id: product.id, name: product.name }
  return [{ kind: 'capacity', amount: part - base.amount, rule: 'capacity', inputs: { asked, capacity }, base, source }]
}
