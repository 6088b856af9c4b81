import { integer, type Random } from './random'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Lima has no summer time: UTC-5 all year. */
const LIMA_UTC_H = -5

/** Moments and dates around the day on which the demo is made. */
export interface Moments {
  readonly now: Date
  /** A moment within the last `days`, in office hours of Lima and never in the future; more of them the nearer to now. */
  past(random: Random, days: number): string
  /** A moment from `low_s` to `high_s` seconds before now. */
  secondsAgo(random: Random, low_s: number, high_s: number): string
  /** A calendar date between two offsets in days, negative ones before today. */
  date(random: Random, low: number, high: number): string
}

export function momentsAt(now: Date): Moments {
  const midnight = Math.floor((now.getTime() + LIMA_UTC_H * HOUR_MS) / DAY_MS) * DAY_MS - LIMA_UTC_H * HOUR_MS
  return {
    now,
    past: (random, days) => {
      const day = midnight - Math.floor(random() ** 1.5 * days) * DAY_MS
      const at = day + integer(random, 8 * 3600, 20 * 3600) * 1000
      return new Date(at < now.getTime() ? at : at - DAY_MS).toISOString()
    },
    secondsAgo: (random, low_s, high_s) => new Date(now.getTime() - integer(random, low_s, high_s) * 1000).toISOString(),
    date: (random, low, high) => new Date(midnight + integer(random, low, high) * DAY_MS).toISOString().slice(0, 10),
  }
}
