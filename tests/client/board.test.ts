import { expect, test } from 'vitest'
import { cardOrder, lengthOfTime, waitingSince } from '../../src/client/resource/layouts/board/board-age'
import { placed } from '../../src/client/resource/layouts/board/use-board'

const AGE = { f: 'date', late_s: 600, very_late_s: 3600 }
const at_ms = Date.parse('2026-11-23T12:00:00.000Z')
const since = (minutes: number): string => new Date(at_ms - minutes * 60_000).toISOString()

test('a card is late from the first limit on and very late from the second, and does not wait before its time', () => {
  expect([9, 10, 59, 60, 5000].map((minutes) => waitingSince(since(minutes), AGE, at_ms, 'America/Lima')?.how)).toEqual(
    ['in_time', 'late', 'late', 'very_late', 'very_late'],
  )
  expect(waitingSince(since(-1), AGE, at_ms, 'America/Lima')).toBeNull()
  for (const none of [null, undefined, '', 'ayer', 5]) expect(waitingSince(none, AGE, at_ms, 'America/Lima')).toBeNull()
  // At noon in London it is seven in Lima, where the day is seven hours old.
  expect(waitingSince('2026-11-23', AGE, at_ms, 'America/Lima')?.minutes).toBe(7 * 60)
  expect(waitingSince('2026-11-23', AGE, at_ms, 'Asia/Tokyo')?.minutes).toBe(21 * 60)
  expect(waitingSince('2026-11-31', AGE, at_ms, 'America/Lima')).toBeNull()
})

test('a card that something is promised of is late once seven tenths of that time are over, and very late when all of it is', () => {
  const at = (waited: number, whole: number) =>
    waitingSince(since(waited), AGE, at_ms, 'America/Lima', since(waited - whole))
  expect([13, 14, 19, 20, 25].map((minutes) => [at(minutes, 20)?.how, at(minutes, 20)?.left])).toEqual([
    ['in_time', 7],
    ['late', 6],
    ['late', 1],
    ['very_late', 0],
    ['very_late', -5],
  ])
  // Nothing was promised, or before it waited: its usual limits.
  expect([null, since(50)].map((until) => waitingSince(since(11), AGE, at_ms, 'America/Lima', until))).toEqual([
    { minutes: 11, how: 'late' },
    { minutes: 11, how: 'late' },
  ])
})

test('the card that has waited longest comes first, until somebody chooses another order', () => {
  const [name, newest] = [
    { field: 'name', order: 'ASC' },
    { field: 'id', order: 'DESC' },
  ] as const
  expect(cardOrder(newest, ['id', 'desc'], 'date_created')).toEqual({ field: 'date_created', order: 'ASC' })
  expect(cardOrder(name, ['id', 'desc'], 'date_created')).toEqual(name)
  expect(cardOrder({ field: 'id', order: 'ASC' }, ['id', 'desc'], 'date_created')).toEqual({
    field: 'id',
    order: 'ASC',
  })
  expect(cardOrder(newest, ['id', 'desc'], undefined)).toEqual(newest)
})

test('how long it waits is said in the largest unit that says enough', () => {
  expect([0, 59, 60, 2879, 2880, 100_000].map((minutes) => lengthOfTime(minutes, 'es'))).toEqual([
    '0 min',
    '59 min',
    '1 h',
    '47 h',
    '2 d',
    '69 d',
  ])
})

test('a card that is being moved stands where it will be, is counted there, and draws no other column anew', () => {
  const column = (value: string, ...ids: number[]) => ({
    value,
    label: value,
    count: 100,
    items: ids.map((id) => ({ id, state: value })),
  })
  const columns = [column('a', 1, 2), column('b', 3), column('c')]
  const moved = placed(columns, 'state', new Map([[2, { record: { id: 2, state: 'a' }, to: 'b' }]]))
  expect(moved.map(({ count, items }) => [count, items])).toEqual([
    [99, [{ id: 1, state: 'a' }]],
    [
      101,
      [
        { id: 2, state: 'b' },
        { id: 3, state: 'b' },
      ],
    ],
    [100, []],
  ])
  expect(moved[2]).toBe(columns[2])
  // Once the server says it too, it is counted once.
  const answered = [column('a', 1), column('b', 2, 3), column('c')]
  expect(placed(answered, 'state', new Map([[2, { record: { id: 2, state: 'a' }, to: 'b' }]]))).toEqual(answered)
  expect(placed(columns, 'state', new Map())).toBe(columns)
})
