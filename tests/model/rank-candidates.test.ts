import * as fc from '../fast-check'
import { describe, expect, test } from 'vitest'
import type { DriverFacts, DriverSearch } from '../../custom/services/server/rules/dispatch-rule'
import { passedOver, WHY_PASSED } from '../../custom/services/server/rules/dispatch-rules'
import { score_s } from '../../custom/services/model/asked-order'
import { rankCandidates, WHY_CHOSEN } from '../../custom/services/server/rules/rank-candidates'

const SEARCH: DriverSearch = {
  id_branch: 1,
  type_vehicles: [],
  seats: 1,
  shared: false,
  ride_s: 900,
  radius_m: 3000,
  fix_max_age_s: 120,
  cooldown_s: 600,
  by_zone: false,
  by_shift: false,
  fairness_s_per_min: 0,
  wallet_least: null,
  papers_on: null,
}
const driver = (id: number, more: Partial<DriverFacts> = {}): DriverFacts => ({
  id_vehicle: id,
  id_driver: 100 + id,
  active: true,
  id_branch: 1,
  id_type_vehicle: 1,
  seats: 4,
  shift: 'online',
  place: id,
  zone_step: null,
  zone_place: null,
  idle_s: 0,
  rides: 0,
  rides_to_share: 0,
  seats_taken: 0,
  asked_now: false,
  answered: null,
  booked_in_s: null,
  wallet: 0,
  papers_until: null,
  fix_age_s: 5,
  straight_m: 400 * id,
  distance_m: 500 * id,
  duration_s: 60 * id,
  ...more,
})
const told = (all: readonly DriverFacts[], search: Partial<DriverSearch> = {}) =>
  rankCandidates(all, { ...SEARCH, ...search }).map(({ facts, rank, why }) => [facts.id_vehicle, rank, why])

const facts: fc.Arbitrary<DriverFacts> = fc.record({
  id_vehicle: fc.integer({ min: 1, max: 1e6 }),
  id_driver: fc.integer({ min: 1, max: 1e6 }),
  active: fc.boolean(),
  id_branch: fc.option(fc.integer({ min: 1, max: 2 })),
  id_type_vehicle: fc.integer({ min: 1, max: 3 }),
  seats: fc.integer({ min: 1, max: 8 }),
  shift: fc.constantFrom('online', 'online', 'online', 'busy', 'paused', null),
  place: fc.option(fc.integer({ min: 1, max: 20 })),
  zone_step: fc.option(fc.integer({ min: 0, max: 2 })),
  zone_place: fc.option(fc.integer({ min: 1, max: 20 })),
  idle_s: fc.integer({ min: 0, max: 20_000 }),
  rides: fc.constantFrom(0, 0, 0, 1),
  rides_to_share: fc.constantFrom(0, 1),
  seats_taken: fc.integer({ min: 0, max: 4 }),
  asked_now: fc.boolean(),
  answered: fc.option(
    fc.record({
      state: fc.constantFrom('rejected' as const, 'expired' as const),
      ago_s: fc.integer({ min: 0, max: 1200 }),
    }),
  ),
  papers_until: fc.option(fc.constantFrom('2026-11-20', '2026-11-21', '2026-11-22')),
  wallet: fc.integer({ min: -50, max: 50 }),
  booked_in_s: fc.option(fc.integer({ min: -100, max: 10_000 })),
  fix_age_s: fc.option(fc.integer({ min: 0, max: 300 })),
  straight_m: fc.option(fc.integer({ min: 0, max: 5000 })),
  distance_m: fc.option(fc.integer({ min: 0, max: 8000 })),
  duration_s: fc.option(fc.integer({ min: 0, max: 2000 })),
})
const crowd = fc.uniqueArray(facts, { maxLength: 30, selector: ({ id_vehicle }) => id_vehicle })
const search: fc.Arbitrary<DriverSearch> = fc.record({
  id_branch: fc.option(fc.integer({ min: 1, max: 2 })),
  type_vehicles: fc.subarray([1, 2, 3]),
  seats: fc.integer({ min: 1, max: 6 }),
  shared: fc.boolean(),
  ride_s: fc.integer({ min: 0, max: 3000 }),
  radius_m: fc.integer({ min: 100, max: 6000 }),
  fix_max_age_s: fc.integer({ min: 10, max: 300 }),
  cooldown_s: fc.integer({ min: 0, max: 900 }),
  papers_on: fc.option(fc.constant('2026-11-21')),
  by_zone: fc.boolean(),
  by_shift: fc.boolean(),
  wallet_least: fc.option(fc.integer({ min: -20, max: 20 })),
  fairness_s_per_min: fc.integer({ min: 0, max: 120 }),
})

describe('the order in which drivers are asked', () => {
  test('is that of the way by the streets, each with why', () => {
    expect(told([driver(3), driver(1), driver(2)])).toEqual([
      [1, 1, 'nearest'],
      [2, 2, 'next_nearest'],
      [3, 3, 'next_nearest'],
    ])
  })

  test('is that of the shifts where the company wants it so, whatever is nearer', () => {
    expect(
      told([driver(1, { place: 9 }), driver(2, { place: 4 }), driver(3, { place: 4.5 })], { by_shift: true }),
    ).toEqual([
      [2, 1, 'first_in_shift'],
      [3, 2, 'next_in_shift'],
      [1, 3, 'next_in_shift'],
    ])
  })

  test('is that of the zone of the pick-up, then of the next zones, and nearness for who waits in none, each with why', () => {
    const all = [
      driver(1),
      driver(2, { zone_step: 1, zone_place: 5 }),
      driver(3, { zone_step: 0, zone_place: 20 }),
      driver(9, { zone_step: 0, zone_place: 10, straight_m: 9000 }),
    ]
    expect(told(all, { by_zone: true })).toEqual([
      [9, 1, 'first_in_zone'],
      [3, 2, 'next_in_zone'],
      [2, 3, 'from_next_zone'],
      [1, 4, 'outside_zone'],
    ])
  })

  test('forgives whoever waits some driving, never more than ten minutes of it', () => {
    const [near, waited] = [driver(1, { duration_s: 60 }), driver(5, { duration_s: 300, idle_s: 1800 })]
    expect(told([near, waited], { fairness_s_per_min: 10 })).toEqual([
      [5, 1, 'waited_longer'],
      [1, 2, 'next_nearest'],
    ])
    expect(score_s(driver(5, { duration_s: 700, idle_s: 1e6 }), { ...SEARCH, fairness_s_per_min: 60 })).toBe(100)
  })

  test('passes over whoever cannot, may not or has said no, each for one reason', () => {
    const reasons: [Partial<DriverFacts>, string, Partial<DriverSearch>?][] = [
      [{ active: false }, 'inactive'],
      [{ id_branch: 2 }, 'other_branch'],
      [{ id_type_vehicle: 2 }, 'other_type', { type_vehicles: [1, 3] }],
      [{ seats: 2 }, 'too_small', { seats: 3 }],
      [{ shift: null }, 'no_shift'],
      [{ shift: 'paused' }, 'paused'],
      [{ rides: 1 }, 'busy'],
      [{ rides: 1, rides_to_share: 1, seats_taken: 4 }, 'full', { shared: true }],
      [{ fix_age_s: null }, 'no_position'],
      [{ fix_age_s: 121 }, 'old_position'],
      [{ distance_m: 3001 }, 'too_far'],
      [{ straight_m: 3001, distance_m: null }, 'too_far'],
      [{ answered: { state: 'rejected', ago_s: 599 } }, 'rejected_before'],
      [{ answered: { state: 'expired', ago_s: 0 } }, 'let_pass_before'],
      [{ papers_until: '2026-11-20' }, 'expired_papers', { papers_on: '2026-11-21' }],
      [{ wallet: 9.99 }, 'low_wallet', { wallet_least: 10 }],
      [{ asked_now: true }, 'asked_now'],
      [{ booked_in_s: 959 }, 'booked_soon'],
    ]
    for (const [more, why, also] of reasons) expect(passedOver(driver(1, more), { ...SEARCH, ...also }), why).toBe(why)
    expect(new Set(reasons.map(([, why]) => why))).toEqual(new Set(WHY_PASSED))
  })

  test('asks again who has cooled down, shares a ride with seats left, and crosses no branch where the vehicle has none', () => {
    expect(passedOver(driver(1, { answered: { state: 'rejected', ago_s: 600 } }), SEARCH)).toBeNull()
    expect(
      passedOver(driver(1, { rides: 1, rides_to_share: 1, seats_taken: 3, shift: 'busy' }), {
        ...SEARCH,
        shared: true,
      }),
    ).toBeNull()
    expect(passedOver(driver(1, { rides: 1, rides_to_share: 1, seats_taken: 1 }), SEARCH)).toBe('busy')
    expect(passedOver(driver(1, { id_branch: null }), SEARCH)).toBeNull()
    expect(passedOver(driver(1, { papers_until: '2026-11-21' }), { ...SEARCH, papers_on: '2026-11-21' })).toBeNull()
    expect(passedOver(driver(1, { papers_until: '2026-11-20' }), SEARCH)).toBeNull()
  })

  test('is the same in whatever order they are told, leaves nobody out, and puts nobody who is passed over among those who are asked', () => {
    fc.assert(
      fc.property(crowd, search, fc.integer(), (all, how, seed) => {
        const ranked = rankCandidates(all, how)
        const mixed = [...all].sort((a, b) => ((a.id_vehicle * 31 + seed) % 17) - ((b.id_vehicle * 31 + seed) % 17))
        expect(rankCandidates(mixed, how)).toEqual(ranked)
        expect(ranked.map((one) => one.facts.id_vehicle).sort()).toEqual(all.map((one) => one.id_vehicle).sort())
        const chosen = ranked.filter(({ rank }) => rank !== null)
        expect(chosen.map(({ rank }) => rank)).toEqual(chosen.map((_, i) => i + 1))
        expect(ranked.slice(0, chosen.length)).toEqual(chosen)
        for (const { facts: one, rank, why } of ranked) {
          expect(passedOver(one, how) === null).toBe(rank !== null)
          expect(rank === null ? WHY_PASSED : WHY_CHOSEN).toContain(why)
        }
      }),
    )
  })

  test('never asks one before another who is as near, or nearer, and has waited as long, unless shifts or zones decide', () => {
    fc.assert(
      fc.property(crowd, search, (all, how) => {
        const chosen = rankCandidates(
          all.map((one) => ({ ...one, zone_step: null })),
          { ...how, by_shift: false },
        )
          .filter(({ rank }) => rank !== null)
          .map((one) => one.facts)
        for (const [i, one] of chosen.entries()) {
          for (const after of chosen.slice(i + 1)) expect(score_s(one, how)).toBeLessThanOrEqual(score_s(after, how))
        }
      }),
    )
  })
})
