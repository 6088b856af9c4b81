import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { computeCancelFare } from '../../custom/fares/model/cancel-fare'
import { computeFare } from '../../custom/fares/model/compute-fare'
import type { FareLine } from '../../custom/fares/model/fare'
import { toldFare } from '../../custom/services/server/read/told-fare'
import { linesOf, RUSH, TERMS, termsOf, TRIP, tripOf } from './fares-fixture'
import { CURRENCIES } from './fares-golden/currencies'
import { EXTRAS } from './fares-golden/extras'
import { METER } from './fares-golden/meter'
import { SHARES } from './fares-golden/shares'

const GOLDEN = [...METER, ...EXTRAS, ...SHARES, ...CURRENCIES]

describe('fares worked out by hand', () => {
  test.each(GOLDEN.map((golden) => [golden.name, golden] as const))('%s', (_, golden) => {
    const fare = computeFare(termsOf(golden), tripOf(golden))
    const { tax, fee, driver } = golden
    expect({ lines: linesOf(fare), total: fare.total }).toEqual({ lines: golden.lines, total: golden.total })
    expect({ tax: fare.tax.amount, fee: fare.price_fee, driver: fare.price_driver }).toMatchObject({
      ...(tax === undefined ? {} : { tax }),
      ...(fee === undefined ? {} : { fee }),
      ...(driver === undefined ? {} : { driver }),
    })
  })

  const cancelled = (accepted_s: number | null, min_time_to_cancel: number, included = true) =>
    computeCancelFare(termsOf({ tarif: { price_cancel: 6 }, terms: { tax: { pct: 18, included } } }), {
      accepted_s,
      min_time_to_cancel,
    })

  test("cancelling costs past the product's minutes, never before a driver accepted, and never where they are 0", () => {
    expect(linesOf(cancelled(300, 5))).toEqual(['cancel_in_time 0'])
    expect(linesOf(cancelled(301, 5))).toEqual(['cancel 600'])
    expect(linesOf(cancelled(null, 5))).toEqual(['cancel_unassigned 0'])
    expect(linesOf(cancelled(9000, 0))).toEqual(['cancel_off 0'])
    // 6.00 × 18 / 118 = 0.915; 6.00 × 18 % = 1.08
    expect(cancelled(301, 5)).toMatchObject({ total: 600, tax: { amount: 92 }, price_fee: 0, price_driver: 600 })
    expect(cancelled(301, 5, false)).toMatchObject({
      total: 708,
      tax: { amount: 108 },
      price_fee: 0,
      price_driver: 600,
    })
  })

  test('a line tells its figures, what a part was taken of, and the row it comes from', () => {
    const all = GOLDEN.find(({ name }) => name === 'all at once')
    if (!all) throw new Error('The table has lost its largest fare.')
    const { lines } = computeFare(termsOf(all), tripOf(all))
    const line = (kind: FareLine['kind']) => lines.find((one) => one.kind === kind)
    expect(line('distance')).toMatchObject({
      inputs: { charged: 8.4, unit: 'km', price: 1.5, included: 2 },
      source: { entity: 'tarifs', id: 1, name: 'Urbana' },
    })
    expect(line('wait')).toMatchObject({ inputs: { stop: 2, minutes: 8, courtesy: 5, times: 3, price: 0.5, every: 1 } })
    expect(line('high_demand')).toMatchObject({
      inputs: { name: 'Hora punta', pct: 20, from: '07:00', to: '10:00' },
      source: { entity: 'high_demands', id: 1 },
      base: { of: ['base', 'distance', 'time', 'return'], amount: 3597 },
    })
    expect(line('promotion')).toMatchObject({
      base: { of: ['base', 'distance', 'time', 'return', 'wait', 'high_demand'], amount: 4466 },
      source: { entity: 'promotions', id: 1 },
    })
    expect(line('service_fee')?.base?.amount).toBe(4219)
    expect(line('tax')?.base?.amount).toBe(5350)
    expect(line('toll')?.source).toEqual({ entity: 'tolls', id: 1, name: 'Villa' })
  })

  test('of two surcharges alike the older one is named, in whatever order they are', () => {
    const high_demands = [{ ...RUSH, id: 2 }, RUSH]
    for (const list of [high_demands, [...high_demands].reverse()]) {
      expect(computeFare({ ...TERMS, high_demands: list }, TRIP).lines.at(-1)?.source?.id).toBe(1)
    }
  })

  test('a pause tells the price of its minute, or what was agreed for it', () => {
    const pauses = [
      { minutes: 10, price: null },
      { minutes: 45, price: 7.5 },
    ]
    const { lines } = computeFare(termsOf({ tarif: { price_pause: 0.2 } }), tripOf({ trip: { pauses } }))
    expect(lines.slice(-2).map(({ inputs }) => inputs)).toEqual([
      { minutes: 10, price: 0.2 },
      { minutes: 45, price: 7.5 },
    ])
  })

  test("an operator's price tells what it stands in place of", () => {
    expect(computeFare(TERMS, tripOf({ trip: { price_edited: 10 } })).lines[0]?.inputs).toEqual({
      price: 10,
      computed: 13,
    })
  })
})

describe('the sentence of a rule', () => {
  const made = [
    ...GOLDEN.flatMap((golden) => computeFare(termsOf(golden), tripOf(golden)).lines),
    ...[
      [300, 5],
      [301, 5],
      [null, 5],
      [1, 0],
    ].flatMap(
      ([accepted_s = null, free]) => computeCancelFare(TERMS, { accepted_s, min_time_to_cancel: free ?? 0 }).lines,
    ),
    // Of a service that cost something else than was kept of it.
    ...toldFare({ state: 'finalized', price_total: 12 }, { again: computeFare(TERMS, tripOf({})), lines: [], total: 0 })
      .lines,
  ]

  test.each(['es', 'en'])('stands in %s for every rule, of figures that the line has, and for no other', (language) => {
    const words = rulesIn(language)
    expect(Object.keys(words).sort()).toEqual([...new Set(made.map(({ rule }) => rule))].sort())
    const unknown = made.flatMap(({ rule, inputs }) =>
      [...(words[rule] ?? '').matchAll(/%\{(\w+)\}/g)]
        .filter(([, name = '']) => !(name in inputs))
        .map(([hole]) => `${rule} ${hole}`),
    )
    expect(unknown).toEqual([])
  })

  test('is of the kind of its line', () => {
    expect(made.filter(({ kind, rule }) => !rule.startsWith(kind))).toEqual([])
  })
})

function rulesIn(language: string): { readonly [rule: string]: string } {
  const file = join(import.meta.dirname, `../../i18n/${language}/app.json`)
  return (JSON.parse(readFileSync(file, 'utf8')) as { fares: { rules: { [rule: string]: string } } }).fares.rules
}
