import { exact, percent } from './exact'
import type { FareLine } from './fare'
import { baseOf, type FarePart, type FareState, RUN } from './fare-part'
import type { HighDemandTerms } from './fare-terms'
import { isOpen } from './high-demand-window'
import { ofMinor, toMinor } from './money'

/** Of the surcharges open at the start of the trip, the highest one alone: they do not pile up. */
export const highDemandPart: FarePart = (state) => {
  const { terms, trip } = state
  if (!terms.tarif.high_demands) return []
  const lines = terms.high_demands
    .filter(({ id_branch }) => id_branch === null || id_branch === trip.id_branch)
    .filter((demand) => isOpen(demand, trip.date, trip.timezone))
    .sort((a, b) => a.id - b.id)
    .map((demand) => surcharge(state, demand))
  const highest = Math.max(...lines.map(({ amount }) => amount))
  return highest > 0 ? lines.filter(({ amount }) => amount === highest).slice(0, 1) : []
}

function surcharge({ terms, lines }: FareState, { id, name, flat, amount, time_from, time_to }: HighDemandTerms): FareLine {
  const source = { entity: 'high_demands', id, name }
  const told = { name, from: time_from, to: time_to }
  if (flat) {
    const inputs = { ...told, price: amount }
    return { kind: 'high_demand', amount: toMinor(exact(amount), terms), rule: 'high_demand_flat', inputs, source }
  }
  const base = baseOf(lines, RUN)
  const part = toMinor(percent(ofMinor(base.amount, terms), exact(amount)), terms)
  return { kind: 'high_demand', amount: part, rule: 'high_demand', inputs: { ...told, pct: amount }, base, source }
}
