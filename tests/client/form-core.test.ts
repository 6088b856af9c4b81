import { HttpError } from 'react-admin'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { conflictOf, isConflict } from '../../src/client/form/conflict'
import { createDraftKeeper } from '../../src/client/form/draft-keeper'
import { changesOf, rebased } from '../../src/client/form/rebase'

describe('a draft', () => {
  const kept = new Map<string, string>()
  beforeEach(() => {
    kept.clear()
    vi.useFakeTimers()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const keeperOf = (version: number | null) =>
    createDraftKeeper<{ readonly name: string }>({ key: '7.zones.1', version })

  test('is kept once typing rests, and comes back over the version it was typed on alone', () => {
    const keeper = keeperOf(3)
    keeper.keep(() => ({ name: 'A' }))
    keeper.keep(() => ({ name: 'AB' }))
    expect(keeper.read()).toBeNull()
    vi.advanceTimersByTime(1000)
    expect(keeperOf(3).read()).toEqual({ name: 'AB' })
    expect(keeperOf(4).read()).toBeNull()
  })

  test('that is given up, or has come to nothing, is forgotten, and so is what was still being typed', () => {
    const keeper = keeperOf(null)
    keeper.keep(() => ({ name: 'A' }))
    vi.advanceTimersByTime(1000)
    keeper.keep(() => null)
    vi.advanceTimersByTime(1000)
    expect(keeper.read()).toBeNull()
    keeper.keep(() => ({ name: 'B' }))
    keeper.forget()
    vi.advanceTimersByTime(1000)
    expect(keeper.read()).toBeNull()
  })

  test('without a storage is not kept, and nothing fails', () => {
    vi.unstubAllGlobals()
    const keeper = keeperOf(1)
    keeper.keep(() => ({ name: 'A' }))
    vi.advanceTimersByTime(1000)
    expect(keeper.read()).toBeNull()
    keeper.forget()
  })
})

test("one's own changes go on top of what somebody else saved, and nothing else does", () => {
  const base = { name: 'A', note: null, tags: [{ id: 1 }], seats: 4 }
  const mine = { ...base, name: 'B', tags: [{ id: 1, more: undefined }] }
  expect(changesOf<object>(mine, base)).toEqual({ name: 'B' })
  expect(rebased<object>(mine, base, { ...base, name: 'C', seats: 6 })).toEqual({ ...base, name: 'B', seats: 6 })
})

test('a conflict says who saved it and when, where the server does', () => {
  const failure = new HttpError('Ana lo cambió', 409, {
    code: 'CONFLICT',
    conflict: { by: 'Ana', at: '2026-11-21T15:00:00.000Z', version: 4 },
  })
  expect(isConflict(failure)).toBe(true)
  expect(conflictOf(failure, { id: 1 })).toEqual({
    theirs: { id: 1 },
    message: 'Ana lo cambió',
    by: 'Ana',
    at: '2026-11-21T15:00:00.000Z',
  })
  expect(conflictOf(new HttpError('No', 409, { code: 'CONFLICT' }), null)).toMatchObject({ by: null, at: null })
  expect(isConflict(new HttpError('No', 409, { code: 'IN_USE' }))).toBe(false)
  expect(isConflict(new Error('no network'))).toBe(false)
})
