import type { WhyChosen, WhyPassed } from './why'

/** What is known of a driver on his vehicle when a service looks for one. */
export interface DriverFacts {
  readonly id_vehicle: number
  readonly id_driver: number
  /** Driver and vehicle are both active. */
  readonly active: boolean
  readonly id_branch: number | null
  readonly id_type_vehicle: number
  /** Passengers that the vehicle takes. */
  readonly seats: number
  /** State of his open shift; null: he has none. */
  readonly shift: string | null
  /** Place in the queue of shifts, the lower the earlier. */
  readonly place: number | null
  /** Seconds since his last ride ended, or since his shift began. */
  readonly idle_s: number
  /** Rides in progress, those among them that he shares with this one's product, and the seats these take. */
  readonly rides: number
  readonly rides_to_share: number
  readonly seats_taken: number
  /** He is being asked at this moment, by whatever service. */
  readonly asked_now: boolean
  /** What he last answered this same service, and how long ago. */
  readonly answered: { readonly state: 'rejected' | 'expired'; readonly ago_s: number } | null
  /** Seconds until a booking that he has taken goes on air; null: none. */
  readonly booked_in_s: number | null
  /** Seconds since his last position; null: nobody knows where he is. */
  readonly fix_age_s: number | null
  /** Metres to the origin as the crow flies. */
  readonly straight_m: number | null
  /** By the streets, from him to the origin; null: not asked (yet). */
  readonly distance_m: number | null
  readonly duration_s: number | null
}

/** What a service asks of a driver, and the settings under which one is looked for. */
export interface Search {
  readonly id_branch: number | null
  /** Kinds of vehicles that its product takes; none: any. */
  readonly type_vehicles: readonly number[]
  readonly seats: number
  readonly shared: boolean
  /** How long it will take, in seconds. */
  readonly ride_s: number
  readonly radius_m: number
  readonly fix_max_age_s: number
  readonly cooldown_s: number
  /** In the order of shifts in place of nearness. */
  readonly by_shift: boolean
  /** Seconds of driving forgiven per minute without a ride. */
  readonly fairness_s_per_min: number
}

export interface Ranked {
  readonly facts: DriverFacts
  /** Place among those who are asked, from 1; null: passed over. */
  readonly rank: number | null
  readonly why: WhyChosen | WhyPassed
}

/** However long somebody waits, no more than this much driving is forgiven him. */
const MAX_FORGIVEN_S = 600

/** Why this driver is not asked; null: he may be. Without the way by the streets it tells what is known before it is asked for. */
export function passedOver(facts: DriverFacts, search: Search): WhyPassed | null {
  return OBSTACLES.find(([, stands]) => stands(facts, search))?.[0] ?? null
}

// In the order in which somebody who asks "why not he?" would look: can he at all, is he there, is he free, is he near, has he been asked.
const OBSTACLES: readonly (readonly [WhyPassed, (facts: DriverFacts, search: Search) => boolean])[] = [
  ['inactive', ({ active }) => !active],
  ['other_branch', ({ id_branch }, search) => search.id_branch !== null && id_branch !== null && id_branch !== search.id_branch],
  ['other_type', ({ id_type_vehicle }, { type_vehicles }) => type_vehicles.length > 0 && !type_vehicles.includes(id_type_vehicle)],
  ['too_small', ({ seats }, search) => seats < search.seats],
  ['no_shift', ({ shift }) => shift === null],
  ['paused', ({ shift }) => shift === 'paused'],
  ['busy', (facts, { shared }) => facts.rides > 0 && !(shared && facts.rides === facts.rides_to_share)],
  ['full', ({ rides, seats, seats_taken }, search) => rides > 0 && seats_taken + search.seats > seats],
  ['busy', ({ shift, rides }) => shift === 'busy' && rides === 0],
  ['no_position', ({ fix_age_s, straight_m }) => fix_age_s === null || straight_m === null],
  ['old_position', ({ fix_age_s }, { fix_max_age_s }) => (fix_age_s ?? 0) > fix_max_age_s],
  ['too_far', ({ straight_m, distance_m }, { radius_m }) => Math.max(straight_m ?? 0, distance_m ?? 0) > radius_m],
  ['rejected_before', ({ answered }, { cooldown_s }) => answered?.state === 'rejected' && answered.ago_s < cooldown_s],
  ['let_pass_before', ({ answered }, { cooldown_s }) => answered?.state === 'expired' && answered.ago_s < cooldown_s],
  ['asked_now', ({ asked_now }) => asked_now],
  ['booked_soon', ({ booked_in_s, duration_s }, { ride_s }) => booked_in_s !== null && booked_in_s < (duration_s ?? 0) + ride_s],
]

/** Seconds of driving, less what his waiting has earned him: the lower the sooner he is asked. */
export function score_s({ duration_s, straight_m, idle_s }: DriverFacts, { fairness_s_per_min }: Search): number {
  // Without the streets: at 7 m/s as the crow flies, which is 25 km/h.
  const driving_s = duration_s ?? (straight_m ?? 0) / 7
  return driving_s - Math.min(MAX_FORGIVEN_S, fairness_s_per_min * (idle_s / 60))
}

/**
 * Puts drivers in the order in which they are asked, then those passed over, the nearest first, each with why. The same facts give the
 * same order, whatever order they come in.
 */
export function rankCandidates(all: readonly DriverFacts[], search: Search): readonly Ranked[] {
  const judged = all.map((facts) => ({ facts, obstacle: passedOver(facts, search) }))
  const asked = judged.filter(({ obstacle }) => obstacle === null).map(({ facts }) => facts).sort(orderOf(search))
  const nearest = [...asked].sort(byDriving)
  const chosen = asked.map((facts, at): Ranked => ({ facts, rank: at + 1, why: reasonOf(facts, at, nearest, search) }))
  const passed = judged
    .flatMap(({ facts, obstacle }): readonly Ranked[] => (obstacle === null ? [] : [{ facts, rank: null, why: obstacle }]))
    .sort((a, b) => (a.facts.straight_m ?? Infinity) - (b.facts.straight_m ?? Infinity) || a.facts.id_vehicle - b.facts.id_vehicle)
  return [...chosen, ...passed]
}

function orderOf(search: Search): (a: DriverFacts, b: DriverFacts) => number {
  const byScore = (a: DriverFacts, b: DriverFacts): number => score_s(a, search) - score_s(b, search) || byDriving(a, b)
  if (!search.by_shift) return byScore
  return (a, b) => compare(a.place ?? Infinity, b.place ?? Infinity) || byScore(a, b)
}

const byDriving = (a: DriverFacts, b: DriverFacts): number =>
  compare(a.duration_s ?? Infinity, b.duration_s ?? Infinity) || compare(a.straight_m ?? 0, b.straight_m ?? 0) || a.id_vehicle - b.id_vehicle

/** Infinity less Infinity is no number. */
const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)

function reasonOf(facts: DriverFacts, at: number, nearest: readonly DriverFacts[], { by_shift }: Search): WhyChosen {
  if (by_shift) return at === 0 ? 'first_in_shift' : 'next_in_shift'
  if (nearest[at] !== facts && nearest.indexOf(facts) > at) return 'waited_longer'
  return at === 0 ? 'nearest' : 'next_nearest'
}
