import { randomInteger, type Random } from './random'
import { DAY_MS, HOUR_MS } from '#engine/model'

/** Lima has no summer time: UTC-5 all year. */
const LIMA_UTC_H = -5
const OPENS_H = 8
const OFFICE_S = 12 * 3600

/** Moments and dates around the day on which the demo is created. */
export interface Moments {
  readonly now: Date
  /**
   * When record number `index` of `count` was entered: one after another in the office hours of Lima, from `days` ago
   * to yesterday, ever more often, like a growing business.
   */
  entered(random: Random, index: number, count: number, days: number): string
  /** A moment from `low_s` to `high_s` seconds before now. */
  secondsAgo(random: Random, low_s: number, high_s: number): string
  /** A calendar date between two offsets in days, negative ones before today. */
  date(random: Random, low: number, high: number): string
  /** The moment at a second of the day in Lima, `days` after today (negative: before). */
  clock(days: number, second: number): Date
}

export function momentsAt(now: Date): Moments {
  const midnight = Math.floor((now.getTime() + LIMA_UTC_H * HOUR_MS) / DAY_MS) * DAY_MS - LIMA_UTC_H * HOUR_MS
  return {
    now,
    entered: (random, index, count, days) => {
      const share = (index + random()) / count
      const at_s = (1 - (1 - share) ** 1.5) * days * OFFICE_S
      const day = Math.min(days - 1, Math.floor(at_s / OFFICE_S))
      return new Date(
        midnight - (days - day) * DAY_MS + OPENS_H * HOUR_MS + (at_s - day * OFFICE_S) * 1000,
      ).toISOString()
    },
    secondsAgo: (random, low_s, high_s) =>
      new Date(now.getTime() - randomInteger(random, low_s, high_s) * 1000).toISOString(),
    date: (random, low, high) =>
      new Date(midnight + randomInteger(random, low, high) * DAY_MS).toISOString().slice(0, 10),
    clock: (days, second) => new Date(midnight + days * DAY_MS + second * 1000),
  }
}
