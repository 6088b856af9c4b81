/** What of a driver decides when they are asked. */
export interface AskedBy {
  readonly id_vehicle: number
  /** Place in the queue of shifts, the lower the earlier. */
  readonly place: number | null
  /** Seconds since the last ride ended, or since the shift began. */
  readonly idle_s: number
  /** Metres as the crow flies, and seconds by the streets; null: not known (yet). */
  readonly straight_m: number | null
  readonly duration_s: number | null
}

/** The settings that the order goes by. */
interface AskedRule {
  /** In the order of shifts instead of nearness. */
  readonly by_shift: boolean
  /** Seconds of driving forgiven per minute without a ride. */
  readonly fairness_s_per_min: number
}

/** At most this much driving is forgiven, however long a driver waits. */
const MAX_FORGIVEN_S = 600

/** Seconds of driving, less what the driver's waiting has earned: the lower, the sooner they are asked. */
export function score_s({ duration_s, straight_m, idle_s }: AskedBy, { fairness_s_per_min }: AskedRule): number {
  // Without the streets: at 7 m/s as the crow flies, which is 25 km/h.
  const driving_s = duration_s ?? (straight_m ?? 0) / 7
  return driving_s - Math.min(MAX_FORGIVEN_S, fairness_s_per_min * (idle_s / 60))
}

/** Who is asked before whom. */
export function askedOrder(rule: AskedRule): (a: AskedBy, b: AskedBy) => number {
  const byScore = (a: AskedBy, b: AskedBy): number => score_s(a, rule) - score_s(b, rule) || byDriving(a, b)
  if (!rule.by_shift) return byScore
  return (a, b) => compareNumbers(a.place ?? Infinity, b.place ?? Infinity) || byScore(a, b)
}

export const byDriving = (a: AskedBy, b: AskedBy): number =>
  compareNumbers(a.duration_s ?? Infinity, b.duration_s ?? Infinity) ||
  compareNumbers(a.straight_m ?? 0, b.straight_m ?? 0) ||
  a.id_vehicle - b.id_vehicle

/** Infinity less Infinity is no number. */
export const compareNumbers = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)
