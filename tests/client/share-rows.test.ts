import { expect, test } from 'vitest'
import { shareRows } from '../../src/client/resource/layouts/share-rows'

const card = (id: number, more: object = {}) => ({
  id,
  name: `Ride ${id}`,
  point: { lat: -12, lng: -77 },
  tags: ['a', 'b'],
  ...more,
})
const board = (...columns: object[][]) => ({
  total: 4,
  columns: columns.map((items, index) => ({ value: String(index), count: items.length, items })),
})
const again = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

test('an answer that says the same is the same object, so that nothing is drawn anew', () => {
  const last = board([card(1), card(2)], [card(3)])
  expect(shareRows(last, again(last))).toBe(last)
  expect(shareRows(undefined, last)).toBe(last)
})

test('a record that comes first, or leaves, makes none of the others new', () => {
  const last = board([card(1), card(2)], [card(3)], [card(4)])
  const next = shareRows(last, again(board([card(9), card(1)], [card(2), card(3)], [card(4)])))
  expect(next).toEqual(board([card(9), card(1)], [card(2), card(3)], [card(4)]))
  expect(next.columns[0]?.items[1]).toBe(last.columns[0]?.items[0])
  expect(next.columns[1]?.items[1]).toBe(last.columns[1]?.items[0])
  expect(next.columns[2]).toBe(last.columns[2])
})

test.each([
  ['a value', { name: 'Other' }],
  ['a place', { point: { lat: -12, lng: -77.1 } }],
  ['a list', { tags: ['a', 'c'] }],
  ['a shorter list', { tags: ['a'] }],
  ['a value more', { late: true }],
  ['a value that has gone', { tags: undefined }],
  ['null in place of an object', { point: null }],
])('a record that differs in %s is new, as the server said it', (_what, more) => {
  const next = again(board([card(1, more), card(2)]))
  const shared = shareRows(board([card(1), card(2)]), next)
  expect(shared).toEqual(next)
  expect(shared.columns[0]?.items[0]).toBe(next.columns[0]?.items[0])
})
