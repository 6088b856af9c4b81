import { randomInteger, type Random } from './random'

/** When the events of a past ride happened, milliseconds since 1970. */
export interface RideTimes {
  readonly created: number
  /** What a booking was made for; null: for now. */
  readonly scheduled: number | null
  readonly requested: number
  readonly accepted: number
  readonly onway: number
  readonly waiting: number
  readonly started: number
  readonly arrived: number
  readonly finalized: number
}

const S = 1000
const MIN = 60 * S
const HOUR = 60 * MIN
/** How many minutes before its time a booking of the demo was offered to drivers. */
const ON_AIR_MIN = 20

/**
 * The hours of a ride whose driver accepts at `accepted`, waits `wait_s` and takes `duration_s` from start to arrival.
 */
export function rideTimes(random: Random, accepted: number, duration_s: number, wait_s: number): RideTimes {
  const requested = accepted - randomInteger(random, 8, 75) * S
  const isBooking = random() < 0.25
  const onway = accepted + randomInteger(random, 15, 70) * S
  const waiting = onway + randomInteger(random, 3 * 60, 11 * 60) * S
  const started = waiting + wait_s * S
  const arrived = started + duration_s * S
  return {
    created: isBooking
      ? requested - randomInteger(random, 90, 1100) * MIN
      : requested - randomInteger(random, 1, 4) * S,
    scheduled: isBooking ? requested + ON_AIR_MIN * MIN : null,
    requested,
    accepted,
    onway,
    waiting,
    started,
    arrived,
    finalized: arrived + randomInteger(random, 20, 90) * S,
  }
}

/** A day's shift: from some time in the morning for six to nine hours. */
export function shiftHours(random: Random, midnight: number): { readonly start: number; readonly end: number } {
  const start = midnight + randomInteger(random, 5 * 60, 13 * 60) * MIN
  return { start, end: start + randomInteger(random, 6 * 60, 9 * 60) * MIN }
}

/** Minutes between two rides of a driver, in milliseconds. */
export const pauseBetween = (random: Random): number => randomInteger(random, 9, 55) * MIN

/** How long before now the demo's past ends: later times are left to its users. */
export const PAST_ENDS_MS = 25 * MIN
/** A shorter shift is left out. */
export const SHORTEST_SHIFT_MS = HOUR
