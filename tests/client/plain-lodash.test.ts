import { createRequire } from 'node:module'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import debounce from '../../src/client/plain/debounce.ts'
import isEqual from '../../src/client/plain/is-equal.ts'
import { get, pick, set } from '../../src/client/plain/paths.ts'

/** As react-admin has it; the console itself names no lodash. */
const lodash = createRequire(import.meta.url)('lodash') as {
  readonly isEqual: (one: unknown, other: unknown) => boolean
  readonly cloneDeep: <Value>(value: Value) => Value
  readonly get: typeof get
  readonly set: typeof set
  readonly pick: typeof pick
  readonly debounce: typeof debounce
}

const NOW = new Date('2026-11-29T02:00:00Z')
const FILE = new Blob(['a'])
const round: Record<string, unknown> = { a: 1 }
round['self'] = round

const VALUES: readonly unknown[] = [
  undefined, null, 0, -0, 1, Number.NaN, '', 'a', true, false, [], {}, [1, 2], [2, 1], [1, [2, { a: 3 }]], [1, [2, { a: 4 }]], { a: 1, b: undefined }, { a: 1 },
  { a: 1, c: undefined }, { b: undefined, a: 1 }, NOW, new Date(NOW), new Date(0), new Map([['a', [1]]]), new Map([['a', [2]]]), new Set([1, 'a']), new Set(['a', 1]),
  new Set([[1]]), FILE, { 0: 1, 1: 2 }, { filter: { q: 'x', status: ['1'] }, page: 1 }, { page: 1, filter: { status: ['1'], q: 'x' } }, round, () => 1,
]

test('values are as equal as to lodash, each with each and with its own copy', () => {
  for (const one of VALUES) {
    for (const other of [...VALUES, ...VALUES.map((value) => lodash.cloneDeep(value))]) {
      // Copies of files are equal to lodash; nobody copies one.
      if (one === FILE && other !== FILE) continue
      expect(isEqual(one, other), `${String(one)} and ${String(other)}`).toBe(lodash.isEqual(one, other))
    }
  }
})

const PATHS = ['a', 'a.b', 'a.b.0', 'a.b[0]', 'a.b[1].c', 'x.y', 'with.dot', 'n.a', '', ['a', 'b', 1, 'c'], 'list.0.x'] as const

const record = () => ({ a: { b: ['first', { c: 3 }] }, 'with.dot': 'whole', n: null, u: undefined, list: [{ x: 1 }] })

test('what stands at a path, and what is put there, is what lodash finds and puts', () => {
  for (const path of PATHS) {
    expect(get(record(), path, 'none'), String(path)).toEqual(lodash.get(record(), path, 'none'))
    expect(set(record(), path, 'put'), String(path)).toEqual(lodash.set(record(), path, 'put'))
    expect(set({}, path, 'put'), String(path)).toEqual(lodash.set({}, path, 'put'))
  }
  expect(get(record(), 'a.b.length')).toBe(2)
  expect(get(undefined, 'a', 1)).toBe(1)
  expect(set(null, 'a', 1)).toBe(null)
  set({}, '__proto__.polluted', true)
  expect(({} as { polluted?: true }).polluted).toBeUndefined()
  expect(pick(record(), ['a', 'u', 'none'])).toEqual(lodash.pick(record(), ['a', 'u', 'none']))
})

beforeEach(() => { vi.useFakeTimers() })
afterEach(() => { vi.useRealTimers() })

test('what is asked often is done once, with what was asked last, as long after that as it waits', () => {
  const done: string[] = []
  const [plain, theirs] = [debounce, lodash.debounce].map((make, i) => make((text: string) => { done.push(`${String(i)} ${text}`) }, 100))
  const both = (text: string) => [plain, theirs].forEach((one) => one?.(text))
  both('a')
  vi.advanceTimersByTime(99)
  both('b')
  vi.advanceTimersByTime(99)
  expect(done).toEqual([])
  vi.advanceTimersByTime(1)
  expect(done).toEqual(['0 b', '1 b'])
  both('c')
  ;[plain, theirs].forEach((one) => one?.cancel())
  vi.advanceTimersByTime(200)
  both('d')
  ;[plain, theirs].forEach((one) => one?.flush())
  vi.advanceTimersByTime(200)
  expect(done.slice(2)).toEqual(['0 d', '1 d'])
})
