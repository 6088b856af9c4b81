import { assert, constantFrom, integer, property } from '../fast-check'
import { describe, expect, test } from 'vitest'
import { randomFrom } from '../../custom/demo/model/random'
import { distance_m, nearestOnLine, type LatLng } from '../../custom/geometry/model/lat-lng'
import { STREET_LEGS } from '../../custom/streets/model/street-legs'
import { randomStreetPlace } from '../../custom/streets/model/street-place'
import { ownRoutes } from '../../custom/streets/server'
import { decide } from '../../custom/simulator/model/decide'
import {
  EMPTY_MIND,
  type DriverAct,
  type Habits,
  type DriverSeen,
  type SeenRide,
} from '../../custom/simulator/model/driver-mind'
import { makeTally, quantile } from '../../custom/simulator/model/tally'
import { hasArrived, placeOn, stepWalk, walkAlong } from '../../custom/simulator/model/walk'
import { WHIMS, type Whims } from '../../custom/simulator/model/whims'
import { fleetOptions } from '../../custom/simulator/server/fleet-options'

const WILLING: Habits = { odds: { accept: 1, reject: 0, silent: 0 }, speed: 1 }
const HERE: LatLng = [-12.1, -77.03]
const idle: DriverSeen = {
  now_s: 1000,
  at: HERE,
  onShift: true,
  paused: false,
  mayPause: true,
  unread: 0,
  offer: null,
  ride: null,
  order: null,
}
const NO_WHIMS: Whims = { release: 0, late: 0, noShow: 0, panic: 0, pause: 0, forward: 0 }

describe("a simulated driver's way", () => {
  test('keeps to the streets and to its speed, and ends where it should', async () => {
    const random = randomFrom(11)
    for (let round = 0; round < 20; round += 1) {
      const [from, to] = [randomStreetPlace(random), randomStreetPlace(random)]
      const { points } = await ownRoutes.route([
        [from.lat, from.lng],
        [to.lat, to.lng],
      ])
      let walk = walkAlong(points, 8)
      let before = placeOn(walk).at
      for (let seconds = 0; !hasArrived(walk) && seconds < 20_000; seconds += 5) {
        walk = stepWalk(walk, 5)
        const { at, course } = placeOn(walk)
        expect(distance_m(before, at)).toBeLessThanOrEqual(40.1)
        expect(course).toBeGreaterThanOrEqual(0)
        const away_m = Math.min(...STREET_LEGS.map((leg) => nearestOnLine(at, leg.from, leg.to).distance_m))
        expect(away_m).toBeLessThan(5)
        before = at
      }
      expect(distance_m(before, [to.lat, to.lng])).toBeLessThan(5)
    }
  })
})

describe('what a simulated driver decides', () => {
  test('without a shift they start one, with nothing to do they drive about', () => {
    expect(decide(WILLING, EMPTY_MIND, { ...idle, onShift: false }, randomFrom(1)).act).toEqual({ do: 'startShift' })
    expect(decide(WILLING, EMPTY_MIND, idle, randomFrom(1))).toMatchObject({ act: null, goal: null, stands: false })
  })

  test('a request is answered after some thought, before its time is over, and as ordered where there is an order', () => {
    assert(
      property(
        integer(),
        integer({ min: 3, max: 60 }),
        constantFrom('accept' as const, 'reject' as const),
        (seed, left_s, order) => {
          const random = randomFrom(seed)
          const first = decide(
            { ...WILLING, odds: { accept: 0, reject: 0, silent: 1 } },
            EMPTY_MIND,
            { ...idle, offer: { id: 7, left_s }, order },
            random,
          )
          expect(first.act).toBeNull()
          const later = decide(
            WILLING,
            first.mind,
            { ...idle, now_s: idle.now_s + left_s - 1.9, offer: { id: 7, left_s: 1.9 } },
            random,
          )
          expect(later.act).toEqual({ do: order, id_offer: 7 })
        },
      ),
    )
  })

  test('shares of yes, no and silence are as they were asked for', () => {
    const random = randomFrom(5)
    const habits: Habits = { odds: { accept: 0.7, reject: 0.2, silent: 0.1 }, speed: 1 }
    const many = Array.from(
      { length: 4000 },
      (_, id) => decide(habits, EMPTY_MIND, { ...idle, offer: { id, left_s: 30 } }, random).mind.answer?.what,
    )
    const share = (what: string) => many.filter((one) => one === what).length / many.length
    expect(share('accept')).toBeCloseTo(0.7, 1)
    expect(share('reject')).toBeCloseTo(0.2, 1)
    expect(share('silent')).toBeCloseTo(0.1, 1)
  })

  test('a ride is driven to its end: every step in its order, at its place, whatever the number of stops', () => {
    assert(
      property(integer(), integer({ min: 1, max: 5 }), (seed, count) => {
        const { made, at } = driven(WILLING, count, seed)
        const between = Array.from({ length: Math.max(0, count - 2) }, (_, index) => [
          `reached ${index + 2}`,
          `left ${index + 2}`,
        ]).flat()
        expect(made).toEqual(['onway', 'waiting', 'start', ...between, 'arrive', 'finish'])
        const last = rideWith(count).stops.at(-1)
        if (count > 1) expect(at).toEqual([last?.lat, last?.lng])
      }),
    )
  })

  test('a passenger whose car cannot go on is fetched where it stands, and not at the door', () => {
    const ride: SeenRide = { ...rideWith(2), state: 'onway', steps: ['waiting'], take_over: { lat: -12.2, lng: -77.1 } }
    const random = randomFrom(5)
    expect(decide(WILLING, EMPTY_MIND, { ...idle, at: [-12.1, -77.03], ride }, random)).toMatchObject({
      act: null,
      goal: [-12.2, -77.1],
    })
    expect(decide(WILLING, EMPTY_MIND, { ...idle, at: [-12.2, -77.1], ride }, random).act).toEqual({
      do: 'step',
      id: 3,
      step: 'waiting',
    })
  })

  test('a whim on a ride comes when it may, once, and the ride goes on or ends by it', () => {
    const whole = ['onway', 'waiting', 'start', 'arrive', 'finish']
    const expected: readonly [keyof Whims, readonly string[]][] = [
      ['release', ['onway', 'release']],
      ['noShow', ['onway', 'waiting', 'noShow']],
      ['panic', [...whole.slice(0, 3), 'panic', ...whole.slice(3)]],
      ['late', whole],
      ['pause', whole],
      ['forward', whole],
    ]
    for (const [whim, steps] of expected) {
      const { made } = driven({ ...WILLING, whims: { ...NO_WHIMS, [whim]: 1 } }, 2, 7)
      expect([whim, made]).toEqual([whim, steps])
    }
    expect(driven({ ...WILLING, whims: NO_WHIMS }, 2, 7).made).toEqual(whole)
  })

  test('a driver who is late stands eight to fifteen minutes before they set off', () => {
    const random = randomFrom(5)
    const habits: Habits = { ...WILLING, whims: { ...NO_WHIMS, late: 1 } }
    const first = decide(habits, EMPTY_MIND, { ...idle, now_s: 0, ride: rideWith(2) }, random)
    expect(first).toMatchObject({ act: null, stands: true })
    expect(decide(habits, first.mind, { ...idle, now_s: 479, ride: rideWith(2) }, random).act).toBeNull()
    expect(decide(habits, first.mind, { ...idle, now_s: 900, ride: rideWith(2) }, random).act).toEqual({
      do: 'step',
      id: rideWith(2).id,
      step: 'onway',
    })
  })

  test('after a ride they may rest or put themselves forward for a booking, once; they come back from the rest on their own', () => {
    const random = randomFrom(3)
    const done = { ...EMPTY_MIND, ride: { id: 3, whim: null } }
    for (const what of ['pause', 'forward'] as const) {
      const decision = decide({ ...WILLING, whims: { ...NO_WHIMS, [what]: 1 } }, done, idle, random)
      expect(decision.act).toEqual({ do: what })
      expect(decide({ ...WILLING, whims: { ...NO_WHIMS, [what]: 1 } }, decision.mind, idle, random).act).toBeNull()
    }
    expect(
      decide({ ...WILLING, whims: { ...NO_WHIMS, pause: 1 } }, done, { ...idle, mayPause: false }, random).act,
    ).toBeNull()
    const rests = decide(WILLING, EMPTY_MIND, { ...idle, paused: true }, random)
    expect(rests).toMatchObject({ act: null, stands: true })
    expect(decide(WILLING, rests.mind, { ...idle, paused: true, now_s: idle.now_s + 601 }, random).act).toEqual({
      do: 'resume',
    })
  })

  test('whims come as often as they were asked for, and never by themselves', () => {
    const share = (habits: Habits, whim: string | null): number => {
      const random = randomFrom(12)
      const minds = Array.from(
        { length: 5000 },
        (_, id) => decide(habits, EMPTY_MIND, { ...idle, ride: { ...rideWith(2), id } }, random).mind.ride?.whim,
      )
      return minds.filter((one) => one === whim).length / minds.length
    }
    const habits: Habits = { ...WILLING, whims: { ...NO_WHIMS, release: 0.2, noShow: 0.1, panic: 0.05 } }
    expect(
      [share(habits, 'release'), share(habits, 'noShow'), share(habits, 'panic')].map(
        (one) => Math.round(one * 20) / 20,
      ),
    ).toEqual([0.2, 0.1, 0.05])
    expect(share(WILLING, null)).toBe(1)
    expect(WHIMS.panic).toBeLessThan(0.005)
  })

  test('operators are written back to after a while, also on a ride and in a rest, and not by a driver without whims', () => {
    const habits: Habits = { ...WILLING, whims: NO_WHIMS }
    for (const does of [{}, { ride: rideWith(2) }, { paused: true }]) {
      const random = randomFrom(4)
      const seen: DriverSeen = { ...idle, unread: 2, ...does }
      const first = decide(habits, EMPTY_MIND, seen, random)
      expect(first.act).toBeNull()
      expect(decide(habits, first.mind, { ...seen, now_s: idle.now_s + 61 }, random).act).toEqual({ do: 'reply' })
      expect(decide(WILLING, EMPTY_MIND, { ...seen, now_s: idle.now_s + 61 }, random).mind.reply_s).toBeNull()
    }
  })

  test('the same seed decides the same', () => {
    const lives = [1, 2].map(() => {
      const random = randomFrom(99)
      return Array.from({ length: 50 }, (_, id) =>
        decide(
          { odds: { accept: 1, reject: 1, silent: 1 }, speed: 2 },
          EMPTY_MIND,
          { ...idle, offer: { id, left_s: 20 } },
          random,
        ),
      )
    })
    expect(lives[0]).toEqual(lives[1])
  })
})

describe('the simulator as a load generator', () => {
  test('counts answers, refusals and silence, and tells median and p99', () => {
    const tally = makeTally()
    for (let ms = 1; ms <= 200; ms += 1) tally.add('positions', ms % 50 === 0 ? 422 : 200, ms)
    tally.add('positions', null, 5000)
    expect(tally.lines()).toEqual([
      { kind: 'positions', sent: 201, answered: 196, refused: 4, failed: 1, median_ms: 100, p99_ms: 198, most_ms: 200 },
    ])
    expect([quantile([], 0.5), quantile([7], 0.99)]).toEqual([null, 7])
  })

  test('fixes a second in all are shared among the drivers, and a mistyped option is told', () => {
    const { drivers, url } = fleetOptions(['--drivers', '500', '--rate', '100', '--url', 'http://localhost:9/'])
    expect([drivers.length, drivers[0]?.every_s, drivers[499]?.username, url]).toEqual([
      500,
      5,
      'conductor500@demo.test',
      'http://localhost:9',
    ])
    expect(fleetOptions([]).callers).toBeNull()
    expect(fleetOptions(['--callers', '12', '--speed', '3', '--panic', '0']).callers?.habits).toEqual({
      callers: 12,
      speed: 3,
    })
    expect(fleetOptions(['--panic', '0']).drivers[0]?.habits.whims).toEqual({ ...WHIMS, panic: 0 })
    expect(() => fleetOptions(['--callers', '-1'])).toThrow('--callers must be a number')
    expect(() => fleetOptions(['--driver', '5'])).toThrow('--driver')
    expect(() => fleetOptions(['--rate', 'much'])).toThrow('--rate must be a number')
  })
})

const rideWith = (count: number): SeenRide => ({
  id: 3,
  state: 'accepted',
  steps: ['onway', 'waiting', 'start', 'release'],
  stops: Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    position: index,
    lat: -12.1 + index / 100,
    lng: -77.03,
    date_reached: null,
    date_left: null,
  })),
})

/**
 * A ride driven from its acceptance to its end, looked at every ten seconds; each leg takes `looks` looks. What was
 * done, and where the driver is then.
 */
function driven(
  habits: Habits,
  stops: number,
  seed: number,
  looks = 15,
): { readonly made: readonly string[]; readonly at: LatLng } {
  const random = randomFrom(seed)
  const made: string[] = []
  let ride = rideWith(stops)
  let mind = EMPTY_MIND
  let at = HERE
  let onRoad = 0
  for (let look = 0; ride.steps.length > 0 && look < 800; look += 1) {
    const decision = decide(habits, mind, { ...idle, now_s: look * 10, at, ride }, random)
    mind = decision.mind
    onRoad = decision.goal ? onRoad + 1 : 0
    if (decision.goal && onRoad >= looks) at = decision.goal
    if (!decision.act) continue
    made.push(told(decision.act))
    ride = after(ride, decision.act)
  }
  return { made, at }
}

const told = (act: DriverAct): string =>
  act.do === 'step' ? act.step : act.do === 'stop' ? `${act.left ? 'left' : 'reached'} ${act.id_stop}` : act.do

/** The ride as the server has it after an act. */
function after(ride: SeenRide, act: DriverAct): SeenRide {
  if (act.do === 'stop') {
    const stops = ride.stops.map((stop) =>
      stop.id !== act.id_stop ? stop : act.left ? { ...stop, date_left: 'now' } : { ...stop, date_reached: 'now' },
    )
    return { ...ride, stops }
  }
  if (act.do !== 'step') return ride
  const next: { readonly [step: string]: Pick<SeenRide, 'state' | 'steps'> } = {
    onway: { state: 'onway', steps: ['waiting', 'release'] },
    waiting: { state: 'waiting', steps: ['start', 'noShow'] },
    start: { state: 'started', steps: ['arrive', 'finish'] },
    arrive: { state: 'arrived', steps: ['finish'] },
    finish: { state: 'finalized', steps: [] },
    release: { state: 'requested', steps: [] },
    noShow: { state: 'canceled', steps: [] },
  }
  return { ...ride, ...next[act.step] }
}
