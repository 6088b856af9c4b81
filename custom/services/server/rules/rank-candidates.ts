import { askedOrder, byDriving, compareNumbers } from '../../model/asked-order'
import type { DriverFacts, DriverSearch } from './dispatch-rule'
import { passedOver, type WhyPassed } from './dispatch-rules'

/** Why a driver is asked at their rank. The sentence of each is `services.why.<name>`. */
export const WHY_CHOSEN = [
  'nearest',
  'next_nearest',
  'first_in_shift',
  'next_in_shift',
  'waited_longer',
  'first_in_zone',
  'next_in_zone',
  'from_next_zone',
  'outside_zone',
  'chosen_by_operator',
] as const
type WhyChosen = (typeof WHY_CHOSEN)[number]

export interface Ranked {
  readonly facts: DriverFacts
  /** Place among those who are asked, from 1; null: passed over. */
  readonly rank: number | null
  readonly why: WhyChosen | WhyPassed
}

/**
 * Puts drivers in the order in which they are asked, then those passed over, the nearest first, each with the reason.
 * The same facts give the same order, whatever order they come in.
 */
export function rankCandidates(all: readonly DriverFacts[], search: DriverSearch): readonly Ranked[] {
  const judged = all.map((facts) => ({ facts, obstacle: passedOver(facts, search) }))
  const asked = judged
    .filter(({ obstacle }) => obstacle === null)
    .map(({ facts }) => facts)
    .sort(orderOf(search))
  const nearest = [...asked].sort(byDriving)
  const chosen = asked.map((facts, at): Ranked => ({ facts, rank: at + 1, why: reasonOf(facts, at, nearest, search) }))
  const passed = judged
    .flatMap(({ facts, obstacle }): readonly Ranked[] =>
      obstacle === null ? [] : [{ facts, rank: null, why: obstacle }],
    )
    .sort(
      (a, b) =>
        (a.facts.straight_m ?? Infinity) - (b.facts.straight_m ?? Infinity) || a.facts.id_vehicle - b.facts.id_vehicle,
    )
  return [...chosen, ...passed]
}

function orderOf(search: DriverSearch): (a: DriverFacts, b: DriverFacts) => number {
  const byTurn = askedOrder(search)
  return (a, b) => byZone(a, b) || byTurn(a, b)
}

/** Who waits in a zone comes before who does not, the zone of the pick-up first, each in its order. */
export const byZone = (a: DriverFacts, b: DriverFacts): number =>
  compareNumbers(a.zone_step ?? Infinity, b.zone_step ?? Infinity) ||
  (a.zone_step === null ? 0 : compareNumbers(a.zone_place ?? Infinity, b.zone_place ?? Infinity))

function reasonOf(
  facts: DriverFacts,
  at: number,
  nearest: readonly DriverFacts[],
  { by_shift, by_zone }: DriverSearch,
): WhyChosen {
  if (facts.zone_step !== null)
    return facts.zone_step > 0 ? 'from_next_zone' : at === 0 ? 'first_in_zone' : 'next_in_zone'
  if (by_zone) return 'outside_zone'
  if (by_shift) return at === 0 ? 'first_in_shift' : 'next_in_shift'
  if (nearest[at] !== facts && nearest.indexOf(facts) > at) return 'waited_longer'
  return at === 0 ? 'nearest' : 'next_nearest'
}
