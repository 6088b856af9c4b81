import { driveDay } from './drive-day'
import { measureDay, spreadOf, waitsByHour, type MeasureName, type Measures, type Spread } from './measures'
import type { RideEnd, ShadowDay, ShadowRule } from './shadow-day'

/** How often each rule is driven: answers that nobody gave in reality fall out differently each time. */
export const DRIVES = 8
/** Further than so many spreads off is not chance. */
const CHANCE_SD = 2

interface Compared {
  readonly name: MeasureName
  /** What the day really came to. */
  readonly real: number | null
  /** The same day driven by the rule that it had, and by the other one. */
  readonly replay: Spread
  readonly other: Spread
  /** What the other rule changes, drive by drive with the same answers. */
  readonly change: Spread
  /** The replay comes so near to reality that chance explains the rest. */
  readonly by_chance: boolean
}

export interface Comparison {
  readonly measures: readonly Compared[]
  /** Mean waits by the hour of the house's clock, seconds. */
  readonly hours: readonly {
    readonly hour: number
    readonly real: number | null
    readonly replay: number | null
    readonly other: number | null
  }[]
  readonly drives: number
}

interface CompareOptions {
  readonly late_s: number
  readonly hourOf: (at_ms: number) => number
  /** Told how much is done, 0 to 1; true: enough. */
  readonly onProgress?: (share: number) => boolean
}

const NAMES = [
  'rides',
  'served',
  'gave_up',
  'unserved',
  'wait_mean_s',
  'wait_median_s',
  'wait_p90_s',
  'late',
  'empty_m',
  'empty_of',
  'refusals',
] as const satisfies readonly MeasureName[]

/** A past day as it was, driven again by its own rule, and driven by another. @returns null: it was stopped */
export function compareRules(
  day: ShadowDay,
  real: readonly RideEnd[],
  rules: { readonly own: ShadowRule; readonly other: ShadowRule },
  { late_s, hourOf, onProgress }: CompareOptions,
): Comparison | null {
  const drives = { own: [] as Driven[], other: [] as Driven[] }
  for (let at = 0; at < DRIVES; at++) {
    for (const [place, name] of (['own', 'other'] as const).entries()) {
      const ends = driveDay(day, rules[name], {
        seed: 1 + at,
        onProgress: (share) => onProgress?.((2 * at + place + share) / (2 * DRIVES)) ?? false,
      })
      if (!ends || onProgress?.((2 * at + place + 1) / (2 * DRIVES))) return null
      drives[name].push({ measures: measureDay(ends, late_s), hours: waitsByHour(ends, hourOf) })
    }
  }
  const truth = measureDay(real, late_s)
  const realHours = waitsByHour(real, hourOf)
  return {
    drives: DRIVES,
    measures: NAMES.map((name) => comparedOf(name, truth, drives.own, drives.other)),
    hours: realHours.map((wait, hour) => ({
      hour,
      real: wait,
      replay: spreadOf(drives.own.map(({ hours }) => hours[hour] ?? null)).mean,
      other: spreadOf(drives.other.map(({ hours }) => hours[hour] ?? null)).mean,
    })),
  }
}

interface Driven {
  readonly measures: Measures
  readonly hours: readonly (number | null)[]
}

function comparedOf(name: MeasureName, truth: Measures, own: readonly Driven[], other: readonly Driven[]): Compared {
  const replay = spreadOf(own.map(({ measures }) => measures[name]))
  const change = spreadOf(
    own.map(({ measures }, at) => {
      const [before, after] = [measures[name], other[at]?.measures[name] ?? null]
      return before === null || after === null ? null : after - before
    }),
  )
  return {
    name,
    real: truth[name],
    replay,
    other: spreadOf(other.map(({ measures }) => measures[name])),
    change,
    by_chance: isByChance(truth[name], replay),
  }
}

/** Reality is one more drive of the same day: it may be as far from their mean as another drive would be. */
export function isByChance(real: number | null, { mean, sd }: Spread): boolean {
  if (real === null || mean === null) return real === mean
  return Math.abs(real - mean) <= CHANCE_SD * sd * Math.sqrt(1 + 1 / DRIVES) + ROUNDING
}

/** Moments are kept to the millisecond, ways to the metre. */
const ROUNDING = 1e-6
