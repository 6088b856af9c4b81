import { draw } from '../../custom/past/model/shadow/draw'
import { driveDay } from '../../custom/past/model/shadow/drive-day'
import type {
  RealAnswer,
  RideEnd,
  ShadowDay,
  ShadowDriver,
  ShadowRide,
  ShadowRule,
} from '../../custom/past/model/shadow/shadow-day'

export const RULE: ShadowRule = {
  radius_m: 3000,
  time_request_s: 30,
  most_offers: 20,
  cooldown_s: 600,
  by_shift: false,
  fairness_s_per_min: 0,
  wait_by_itself: true,
  wait_most_min: 60,
  retry_s: 20,
  minutes_on_air: 20,
}

const HOUR_MS = 3_600_000
const START_MS = Date.parse('2026-11-20T05:00:00Z')

/**
 * A town's day of so many rides and drivers, with peaks in the morning and the evening; the same seed makes the same
 * day.
 */
export function madeDay(seed: number, rides: number, drivers: number): ShadowDay {
  const place = (of: number, n: number): readonly [number, number] => [
    -12.1 + (draw(seed, of, n, 1) - 0.5) * 0.12,
    -77.03 + (draw(seed, of, n, 2) - 0.5) * 0.12,
  ]
  const hour = (n: number): number => {
    const u = draw(seed, n, 3)
    return u < 0.35 ? 7 + 3 * draw(seed, n, 4) : u < 0.7 ? 17 + 4 * draw(seed, n, 4) : 24 * draw(seed, n, 4)
  }
  return {
    from_ms: START_MS,
    until_ms: START_MS + 24 * HOUR_MS,
    detour: 1.35,
    pace_s_per_m: 1 / 7,
    comes_ratio: 1,
    operator_s: 60,
    accepts_after_s: [3, 4, 5, 6, 8, 11, 15, 22],
    drivers: Array.from(
      { length: drivers },
      (_, n): ShadowDriver => ({
        id: 1000 + n,
        id_vehicle: n + 1,
        id_branch: n % 7 === 0 ? 2 : 1,
        id_type_vehicle: 1 + (n % 2),
        seats: 4,
        accepts: 60 + (n % 5) * 8,
        rejects: 8,
        busy:
          n % 11 === 0 ? [{ from_ms: START_MS + 9 * HOUR_MS, until_ms: START_MS + 10 * HOUR_MS, at: place(9, n) }] : [],
        shifts: [
          {
            from_ms: START_MS + (n % 3) * 5 * HOUR_MS,
            until_ms: START_MS + ((n % 3) * 5 + 12) * HOUR_MS,
            place: n,
            at: place(1, n),
          },
        ],
      }),
    ),
    rides: Array.from({ length: rides }, (_, n): ShadowRide => {
      const asked_ms = Math.round(START_MS + hour(n) * HOUR_MS)
      return {
        id: n + 1,
        asked_ms: n % 9 === 0 ? asked_ms - 2 * HOUR_MS : asked_ms,
        scheduled_ms: n % 9 === 0 ? asked_ms : null,
        origin: place(2, n),
        destination: place(3, n),
        door_s: 60 + Math.round(120 * draw(seed, n, 5)),
        ride_s: 300 + Math.round(1200 * draw(seed, n, 6)),
        seats: 1 + (n % 3),
        id_branch: n % 13 === 0 ? 2 : 1,
        type_vehicles: n % 17 === 0 ? [2] : [],
        radius_m: n % 19 === 0 ? 5000 : null,
        on_air_min: 0,
        gives_up_ms: n % 8 === 0 ? asked_ms + 600_000 : null,
        given: n % 23 === 0 ? { id_driver: 1000 + (n % drivers), at_ms: asked_ms } : null,
        answers: [],
      }
    }),
  }
}

/** The day as it would be kept had that rule driven it: with every answer that was given. */
export function realDay(
  day: ShadowDay,
  rule: ShadowRule,
  seed: number,
): { readonly day: ShadowDay; readonly real: readonly RideEnd[] } {
  const answers = new Map<number, RealAnswer[]>()
  const real = driveDay(day, rule, {
    seed,
    onAnswer: (ride, answer) => {
      const all = answers.get(ride.id)
      if (all) all.push(answer)
      else answers.set(ride.id, [answer])
    },
  })
  if (!real) throw new Error('Nobody stopped it.')
  return { real, day: { ...day, rides: day.rides.map((ride) => ({ ...ride, answers: answers.get(ride.id) ?? [] })) } }
}
