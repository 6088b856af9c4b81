import { assert, integer, property } from '../fast-check'
import { describe, expect, test } from 'vitest'
import { randomFrom } from '../../custom/demo/model/random'
import { distance_m, type LatLng } from '../../custom/geometry/model/lat-lng'
import { randomStreetPlace } from '../../custom/streets/model/street-place'
import {
  mayRing,
  nextDeed,
  NOBODY_RANG,
  notRung,
  type CallerHabits,
  type SimulatedRide,
  type CallerDeed,
} from '../../custom/simulator/model/caller-mind'
import { callerTrip } from '../../custom/simulator/model/caller-trip'

const HABITS: CallerHabits = { callers: 12, speed: 3 }

describe('simulated callers', () => {
  test('never more rides are under way than there are callers, on the whole more than half as many are, and every kind of call is made', () => {
    assert(
      property(integer(), (seed) => {
        const { most, mean, rung } = played(seed, 3600)
        expect(most).toBeLessThanOrEqual(HABITS.callers)
        expect(mean).toBeGreaterThan(HABITS.callers / 2)
        expect(new Set(rung)).toEqual(new Set(['near', 'anywhere', 'noted', 'booking', 'far']))
        // Rides of six minutes: ten an hour for each caller at the very most, however long it goes on.
        expect(rung.length).toBeLessThan(HABITS.callers * 10)
      }),
      { numRuns: 20 },
    )
  })

  test('whoever waits for an operator is not left alone: noted, without a driver, waiting in vain', () => {
    assert(
      property(integer(), (seed) => {
        for (const [ride, deeds] of [
          [{ id: 1, state: 'created', waits: false }, ['search', 'cancel']],
          [{ id: 1, state: 'unassigned', waits: false }, ['wait', 'search', 'cancel']],
          [{ id: 1, state: 'unassigned', waits: true }, ['cancel']],
        ] as const)
          expect(deeds).toContain(deedFor(ride, seed, 400)?.do)
        for (const state of ['requested', 'waiting', 'started', 'arrived'])
          expect(deedFor({ id: 1, state, waits: false }, seed, 4000)).toBeNull()
      }),
      { numRuns: 50 },
    )
  })

  test('what came to nothing is tried again: nobody is left without a driver for ever', () => {
    assert(
      property(integer(), (seed) => {
        const random = randomFrom(seed)
        let mind = { ...NOBODY_RANG, ring_s: Infinity }
        const done: string[] = []
        for (let now_s = 0; now_s <= 1200; now_s += 4) {
          const decision = nextDeed(HABITS, mind, [{ id: 1, state: 'unassigned', waits: false }], now_s, random)
          mind = { ...decision.mind, ring_s: Infinity }
          if (decision.deed) done.push(decision.deed.do)
        }
        expect(done.length).toBeGreaterThan(5)
      }),
      { numRuns: 20 },
    )
  })

  test('few who have a driver cancel, most bookings stay', () => {
    const share = (state: string): number =>
      Array.from({ length: 1000 }, (_, seed) => deedFor({ id: 1, state, waits: false }, seed, 700)).filter(Boolean)
        .length / 1000
    expect(share('accepted')).toBeLessThan(0.05)
    expect(share('onway')).toBeLessThan(0.06)
    expect(share('scheduled')).toBeLessThan(0.12)
  })

  test('a call that did not come about is made again, and cars are left for whoever else rings', () => {
    const { mind, deed } = nextDeed(HABITS, NOBODY_RANG, [], 100, randomFrom(1))
    expect(deed).toEqual({ do: 'ring', how: 'near' })
    expect(nextDeed(HABITS, notRung(mind), [], 200, randomFrom(1)).deed).toEqual(deed)
    expect(nextDeed(HABITS, mind, [], 100.5, randomFrom(1)).deed).toBeNull()
    expect(
      [
        [0, 0],
        [3, 4],
        [4, 4],
        [4, 20],
        [5, 20],
      ].map(([free = 0, atWork = 0]) => mayRing(free, atWork)),
    ).toEqual([false, false, true, false, true])
  })

  test('a trip begins where it should, and is as long as it should be', () => {
    assert(
      property(integer(), (seed) => {
        const random = randomFrom(seed)
        const free = Array.from({ length: 14 }, (): LatLng => {
          const { lat, lng } = randomStreetPlace(random)
          return [lat, lng]
        })
        const radius_m = 5000
        const trips = (['near', 'anywhere', 'far', 'booking'] as const).map(
          (how) => [how, callerTrip(how, { free, places: [], radius_m }, random)] as const,
        )
        for (const [how, trip] of trips) {
          if (!trip) {
            expect(how).toBe('far')
            continue
          }
          const [from, to] = trip.map(({ lat, lng }): LatLng => [lat, lng])
          const away_m = Math.min(...free.map((car) => distance_m(car, from!)))
          const long_m = distance_m(from!, to!)
          expect([how, trip.every(({ address }) => address.length > 3), long_m > 200]).toEqual([how, true, true])
          if (how === 'far') expect(away_m).toBeGreaterThan(radius_m)
          if (how === 'near') expect(away_m).toBeLessThan(1500)
          if (how === 'anywhere') expect(away_m).toBeLessThan(3000)
          expect(long_m).toBeLessThan(how === 'near' ? 5000 : 9000)
        }
      }),
      { numRuns: 100 },
    )
  })
})

/** What is decided for a lone ride in a state within so many seconds; rings apart. */
function deedFor(ride: SimulatedRide, seed: number, within_s: number): CallerDeed | null {
  const random = randomFrom(seed)
  let mind = { ...NOBODY_RANG, ring_s: Infinity }
  for (let now_s = 0; now_s <= within_s; now_s += 2) {
    const decision = nextDeed(HABITS, mind, [ride], now_s, random)
    if (decision.deed) return decision.deed
    mind = { ...decision.mind, ring_s: Infinity }
  }
  return null
}

/** A board that lives on its own: rides go through their states while people ring. */
function played(
  seed: number,
  seconds: number,
): { readonly most: number; readonly mean: number; readonly rung: readonly string[] } {
  const random = randomFrom(seed)
  const rung: string[] = []
  const lives: readonly string[] = ['requested', 'accepted', 'onway', 'waiting', 'started', 'arrived']
  let rides: (SimulatedRide & { readonly until_s: number })[] = []
  let mind = NOBODY_RANG
  let most = 0
  const since: number[] = []
  for (let now_s = 0; now_s < seconds; now_s += 4) {
    const { mind: known, deed } = nextDeed(HABITS, mind, rides, now_s, random)
    mind = known
    if (deed?.do === 'ring') {
      rung.push(deed.how)
      const state =
        deed.how === 'noted'
          ? 'created'
          : deed.how === 'booking'
            ? 'scheduled'
            : deed.how === 'far'
              ? 'unassigned'
              : 'requested'
      rides.push({ id: rung.length, state, waits: false, until_s: now_s + (state === 'scheduled' ? 1200 : 60) })
    } else if (deed?.do === 'cancel') rides = rides.filter(({ id }) => id !== deed.id)
    else if (deed)
      rides = rides.map((ride) =>
        ride.id !== deed.id
          ? ride
          : deed.do === 'wait'
            ? { ...ride, waits: true }
            : { ...ride, state: 'requested', until_s: now_s + 60 },
      )
    rides = rides.flatMap((ride) => {
      if (now_s < ride.until_s || ['created', 'unassigned'].includes(ride.state)) return [ride]
      const next = lives[lives.indexOf(ride.state) + 1]
      return next === undefined ? [] : [{ ...ride, state: next, until_s: now_s + 60 }]
    })
    const live = rides.filter(({ state }) => state !== 'scheduled').length
    most = Math.max(most, live)
    if (now_s > 240) since.push(live)
  }
  return { most, mean: since.reduce((sum, live) => sum + live, 0) / since.length, rung }
}
