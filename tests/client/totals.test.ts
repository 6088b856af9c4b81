import { expect, test } from 'vitest'
import { createTotals } from '../../src/client/provider/totals'

const page = (from: number, filter = {}) => ({
  resource: 'drivers',
  verb: 'list' as const,
  sort: ['id', 'ASC'] as const,
  range: [from, from + 9] as const,
  filter,
})
const rows = (count: number) => Array.from({ length: count }, (_row, id) => ({ id }))

test('the number of rows is asked once: another page takes it from what is known, the same page counts again', () => {
  const totals = createTotals(() => 0)
  expect(totals.of(page(0))).toBeNull()
  totals.withTotal(page(0), { items: rows(10), after: 'x', total: 1000, total_is_exact: false }, null)
  const known = totals.of(page(10))
  expect(known).toMatchObject({ total: 1000, exact: false })
  expect(totals.withTotal(page(10), { items: rows(10), after: 'y' }, known)).toMatchObject({
    total: 1000,
    total_is_exact: false,
  })
  expect(totals.of(page(10))).toBeNull()
  expect(totals.of(page(0))).toMatchObject({ total: 1000 })
  expect(totals.of(page(20, { state: '1' }))).toBeNull()
})

test('the last page tells the number itself, whatever was known', () => {
  const totals = createTotals(() => 0)
  totals.withTotal(page(0), { items: rows(10), after: 'x', total: 1000, total_is_exact: false }, null)
  expect(totals.withTotal(page(10), { items: rows(4) }, totals.of(page(10)))).toMatchObject({
    total: 14,
    total_is_exact: true,
  })
})

test('a number that was counted a minute ago is counted anew, however many pages were turned since', () => {
  let now = 0
  const totals = createTotals(() => now)
  totals.withTotal(page(0), { items: rows(10), after: 'x', total: 25, total_is_exact: true }, null)
  now = 50_000
  totals.withTotal(page(10), { items: rows(10), after: 'y' }, totals.of(page(10)))
  now = 61_000
  expect(totals.of(page(20))).toBeNull()
})
