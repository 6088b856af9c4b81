import type { JsonObject } from '#engine/model'
import type { Moments } from './moments'
import { randomInteger, pick, pickWeighted, type Random } from './random'
import type { DemoRide, DemoRideDriver, DemoRideEnd } from './ride-records'
import { pauseBetween, rideTimes, type RideTimes } from './ride-times'
import { shiftRecord } from './shift-records'

/** Days of rides before those of the last days; together about two months. */
const HISTORY_DAYS = 57
/** Rides asked for on an ordinary day at the end of the history; at its beginning there were fewer. */
const DAILY = 24
const FIRST_SHARE = 0.55
/** How a day compares with an ordinary one, from Sunday. */
const WEEKDAYS = [0.6, 0.9, 0.95, 1, 1.05, 1.35, 1.2] as const
/** How often a ride is asked for in each hour of the day. */
const HOURS: readonly (readonly [hour: number, weight: number])[] = [
  2, 1, 1, 0.5, 0.5, 2, 5, 9, 10, 7, 5, 5, 6, 7, 5, 5, 6, 9, 11, 10, 7, 5, 4, 3,
].map((weight, hour) => [hour, weight])
const MIN = 60_000
const HOUR = 60 * MIN
const DAY = 24 * HOUR
/** Time for two refusals before somebody accepts. */
const LONG_ENOUGH_MS = 30_000

interface History {
  readonly rides: readonly DemoRide[]
  readonly shifts: readonly JsonObject[]
}

interface HistoryCast {
  readonly random: Random
  readonly moments: Moments
  /** Rides with their way and price, which are ridden again at other times. */
  readonly known: readonly DemoRide[]
  readonly drivers: readonly DemoRideDriver[]
  readonly operators: readonly number[]
  /** The first day, counted from today, that is not made here. */
  readonly until: number
  readonly scale: number
}

/**
 * Two months of rides that were ridden before: by weekday and hour as a town asks for them, more with every week; some
 * cancelled, by all who can, some that found no driver, and the shifts of those who drove.
 */
export function historyOf({ random, moments, known, drivers, operators, until, scale }: HistoryCast): History {
  const rides: DemoRide[] = []
  const shifts: JsonObject[] = []
  for (let day = until - HISTORY_DAYS; day < until; day += 1) {
    const midnight = moments.clock(day, 0).getTime()
    const share = FIRST_SHARE + (1 - FIRST_SHARE) * (1 - (until - day) / HISTORY_DAYS)
    // Midnight in Lima is five in the morning of the same day in UTC.
    const count = Math.round(
      DAILY * scale * share * (WEEKDAYS[new Date(midnight).getUTCDay()] ?? 1) * (0.8 + 0.4 * random()),
    )
    const asked = Array.from(
      { length: count },
      () => midnight + pickWeighted(random, HOURS) * HOUR + randomInteger(random, 0, 59) * MIN,
    ).sort((a, b) => a - b)
    const team = new Map<
      number,
      {
        readonly driver: DemoRideDriver
        free: number
        readonly done: {
          readonly times: { readonly accepted: number; readonly finalized: number }
          readonly ride: DemoRide
        }[]
      }
    >()
    for (const at of asked) {
      const ride = { ...pick(random, known), id_operator: pick(random, operators) }
      const driver = pick(random, drivers)
      const at_work = team.get(driver.id) ?? { driver, free: 0, done: [] }
      const fate = random()
      if (fate < 0.12) rides.push({ ...ride, end: cancelled(random, at, driver) })
      else if (fate < 0.18 || at_work.free > at) rides.push({ ...ride, end: unserved(random, at, drivers) })
      else {
        const times = lateSometimes(random, rideTimes(random, at, ride.duration, ride.wait_s))
        if (times.finalized > midnight + DAY) continue
        const asked_s = Math.round((times.waiting - times.onway) / 1000)
        const refused =
          times.accepted - times.requested > LONG_ENOUGH_MS && random() < 0.5
            ? Array.from({ length: randomInteger(random, 1, 2) }, () => pick(random, drivers)).filter(
                ({ id }) => id !== driver.id,
              )
            : []
        const done = {
          ...ride,
          end: {
            state: 'finalized',
            driver,
            times,
            asked_s,
            asked_m: asked_s * randomInteger(random, 4, 9),
            refused,
          } as const,
        }
        rides.push(done)
        at_work.done.push({ times, ride: done })
        at_work.free = times.finalized + pauseBetween(random)
        team.set(driver.id, at_work)
      }
    }
    for (const { driver, done } of team.values()) shifts.push(shiftOf(random, driver, done, midnight))
  }
  return { rides, shifts }
}

/** Some bookings were for a time at which the driver had not come yet. */
function lateSometimes(random: Random, times: RideTimes): RideTimes {
  if (times.scheduled === null || random() > 0.3) return times
  return { ...times, scheduled: times.waiting - randomInteger(random, 1, 14) * MIN }
}

type Done = readonly {
  readonly times: { readonly accepted: number; readonly finalized: number }
  readonly ride: DemoRide
}[]

/** From some time before the first ride to some time after the last. */
function shiftOf(random: Random, driver: DemoRideDriver, done: Done, midnight: number): JsonObject {
  const start = Math.max(midnight, (done[0]?.times.accepted ?? 0) - randomInteger(random, 10, 120) * MIN)
  const end = Math.min(midnight + DAY, (done.at(-1)?.times.finalized ?? 0) + randomInteger(random, 5, 90) * MIN)
  return shiftRecord({ driver, start, end, place: randomInteger(random, 1, 9), rides: done.map(({ ride }) => ride) })
}

function cancelled(random: Random, created: number, driver: DemoRideDriver): DemoRideEnd {
  const by = pickWeighted(random, [
    ['client', 6],
    ['operator', 3],
    ['driver', 2],
  ] as const)
  const from =
    by === 'driver'
      ? 'waiting'
      : pickWeighted(random, [
          ['requested', 4],
          ['accepted', 3],
          ['onway', 3],
          ['waiting', 1],
        ] as const)
  const reason = { client: 'Ya no lo necesita', operator: 'Datos equivocados', driver: 'El pasajero no llegó' }[by]
  return {
    state: 'canceled',
    created,
    canceled: created + randomInteger(random, 1, 14) * MIN,
    by,
    reason,
    from,
    missed: from === 'requested',
    asked: [],
    ...(from !== 'requested' && { driver }),
  }
}

/** Nobody came: drivers who were asked refused or did not answer. */
function unserved(random: Random, created: number, drivers: readonly DemoRideDriver[]): DemoRideEnd {
  return {
    state: 'canceled',
    created,
    canceled: created + randomInteger(random, 6, 25) * MIN,
    by: pickWeighted(random, [
      ['client', 3],
      ['system', 2],
    ] as const),
    reason: 'No hubo conductor',
    from: 'unassigned',
    missed: true,
    asked: Array.from({ length: randomInteger(random, 0, 2) }, () => pick(random, drivers)),
  }
}
