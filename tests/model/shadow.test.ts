import * as fc from '../fast-check'
import { describe, expect, test } from 'vitest'
import { compareRules, DRIVES, isByChance } from '../../custom/past/model/shadow/compare-rules'
import { driveDay } from '../../custom/past/model/shadow/drive-day'
import { EventQueue } from '../../custom/past/model/shadow/event-queue'
import { measureDay, spreadOf } from '../../custom/past/model/shadow/measures'
import type { ShadowDay, ShadowRule } from '../../custom/past/model/shadow/shadow-day'
import { madeDay, realDay, RULE } from './shadow-fixture'

const rule: fc.Arbitrary<ShadowRule> = fc.record({
  radius_m: fc.integer({ min: 800, max: 8000 }),
  time_request_s: fc.integer({ min: 5, max: 60 }),
  most_offers: fc.integer({ min: 1, max: 20 }),
  cooldown_s: fc.integer({ min: 0, max: 900 }),
  by_shift: fc.boolean(),
  fairness_s_per_min: fc.integer({ min: 0, max: 20 }),
  wait_by_itself: fc.boolean(),
  wait_most_min: fc.integer({ min: 1, max: 20 }),
  retry_s: fc.integer({ min: 5, max: 60 }),
  minutes_on_air: fc.integer({ min: 0, max: 40 }),
})
const day: fc.Arbitrary<ShadowDay> = fc
  .record({ seed: fc.nat(1e6), rides: fc.integer({ min: 1, max: 160 }), drivers: fc.integer({ min: 1, max: 25 }) })
  .map(({ seed, rides, drivers }) => madeDay(seed, rides, drivers))
const drive = (of: ShadowDay, by: ShadowRule, seed = 1) => driveDay(of, by, { seed })!

describe('a past day driven again', () => {
  test('by the very rule that it was driven by comes to what it was, ride by ride, whatever the luck', () => {
    fc.assert(
      fc.property(day, rule, fc.nat(1e6), fc.nat(1e6), (made, by, luck, other) => {
        const { day: kept, real } = realDay(made, by, luck)
        expect(drive(kept, by, other)).toEqual(real)
      }),
      { numRuns: 60 },
    )
  })

  test('without the answers comes as near to what it was as chance allows', () => {
    const made = madeDay(7, 400, 32)
    const replays = Array.from({ length: 24 }, (_, seed) => measureDay(drive(made, RULE, 100 + seed), 300))
    // Reality is one more drive: of twenty-four others, about one in twenty is further off than two spreads.
    const off = replays.filter(
      (one, at) =>
        !isByChance(
          one.wait_mean_s,
          spreadOf(replays.filter((_, i) => i !== at).map(({ wait_mean_s }) => wait_mean_s)),
        ),
    ).length
    expect(off).toBeLessThanOrEqual(5)
    expect(spreadOf(replays.map(({ wait_mean_s }) => wait_mean_s)).sd).toBeGreaterThan(0)
  })

  test('leaves no ride out, asks nobody twice at a time, and gives nobody two rides', () => {
    fc.assert(
      fc.property(day, rule, (made, by) => {
        const spans = new Map<number, [number, number][]>()
        const ends = driveDay(made, by, {
          seed: 3,
          onAnswer: (_ride, { id_driver, asked_ms, after_s }) => {
            spans.set(id_driver, [...(spans.get(id_driver) ?? []), [asked_ms, asked_ms + after_s * 1000]])
          },
        })!
        expect(ends.map(({ id }) => id)).toEqual(made.rides.map(({ id }) => id))
        for (const all of spans.values())
          all.slice(1).forEach(([from], at) => expect(from).toBeGreaterThanOrEqual(all[at]![1]))
        for (const { end, wait_s, id_driver, empty_m } of ends) {
          expect([wait_s === null, id_driver === null, empty_m === null]).toEqual(
            end === 'served' ? [false, false, false] : [true, true, true],
          )
          if (wait_s !== null) expect(wait_s).toBeGreaterThanOrEqual(0)
        }
        const { rides, served, gave_up, unserved } = measureDay(ends, 300)
        expect(served + gave_up + unserved).toBe(rides)
      }),
      { numRuns: 60 },
    )
  })

  test('by another rule shows what that rule does: a wider radius serves more, from farther off', () => {
    const { day: kept, real } = realDay(madeDay(11, 300, 20), { ...RULE, radius_m: 1200 }, 5)
    const found = compareRules(
      kept,
      real,
      { own: { ...RULE, radius_m: 1200 }, other: { ...RULE, radius_m: 6000 } },
      { late_s: 300, hourOf: (ms) => new Date(ms).getUTCHours() },
    )!
    const of = (name: string) => found.measures.find((one) => one.name === name)!
    expect(found.measures.every(({ by_chance }) => by_chance)).toBe(true)
    expect(of('served').change.mean).toBeGreaterThan(2 * of('served').change.sd)
    expect(of('empty_m').change.mean).toBeGreaterThan(0)
    expect(of('served').replay).toEqual({ mean: of('served').real, sd: 0 })
    expect(found.hours).toHaveLength(24)
  })

  test('is stopped where nobody wants it any more', () => {
    const made = madeDay(2, 300, 20)
    expect(driveDay(made, RULE, { seed: 1, onProgress: () => true })).toBeNull()
    const told: number[] = []
    compareRules(
      made,
      [],
      { own: RULE, other: RULE },
      {
        late_s: 300,
        hourOf: () => 0,
        onProgress: (share) => {
          told.push(share)
          return false
        },
      },
    )
    expect(told.at(-1)).toBe(1)
    expect(told).toEqual([...told].sort((a, b) => a - b))
    expect(DRIVES).toBeGreaterThan(2)
  })

  test('takes its events in the order of their time, and of one time in the order they came', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { maxLength: 80 }), (times) => {
        const queue = new EventQueue<number>()
        times.forEach((at, i) => queue.put(at, i))
        const taken = times.map(() => queue.take()!)
        expect(taken.map(({ at_ms, event }) => [at_ms, event])).toEqual(
          times.map((at, i) => [at, i]).sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]!),
        )
        expect(queue.take()).toBeNull()
      }),
    )
  })
})
