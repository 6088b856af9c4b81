import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { computeFare } from '../../custom/fares/model/compute-fare'
import type { LineKind } from '../../custom/fares/model/fare'
import { type GoldenFare, linesOf, termsOf, tripOf } from './fares-fixture'

const page = readFileSync(join(import.meta.dirname, '../../docs/fares.md'), 'utf8')

/** The worked examples of the page, with the heading that each stands under. */
const examples = page
  .split(/^#+ /m)
  .flatMap((section) =>
    [...section.matchAll(/```json\n([\s\S]*?)```/g)].map(
      ([, json = '']) => [section.split('\n')[0] ?? '', JSON.parse(json) as GoldenFare] as const,
    ),
  )

test.each(examples)('docs/fares.md, %s: the example costs what is printed', (_, example) => {
  const fare = computeFare(termsOf(example), tripOf(example))
  const { lines, total, tax = fare.tax.amount, fee = fare.price_fee, driver = fare.price_driver } = example
  expect({
    lines: linesOf(fare),
    total: fare.total,
    tax: fare.tax.amount,
    fee: fare.price_fee,
    driver: fare.price_driver,
  }).toEqual({ lines, total, tax, fee, driver })
})

test('every kind of line that a fare is made of, but the cancelling, has an example there', () => {
  const kinds: { readonly [kind in Exclude<LineKind, 'cancel' | 'other'>]: true } = {
    base: true,
    distance: true,
    time: true,
    zones: true,
    fixed: true,
    minimum: true,
    capacity: true,
    return: true,
    edited: true,
    wait: true,
    courier: true,
    high_demand: true,
    promotion: true,
    pause: true,
    parking: true,
    toll: true,
    service_fee: true,
    tax: true,
  }
  const made = new Set(
    examples.flatMap(([, example]) => computeFare(termsOf(example), tripOf(example)).lines.map(({ kind }) => kind)),
  )
  expect(Object.keys(kinds).filter((kind) => !made.has(kind as LineKind))).toEqual([])
})
