import { environmentManager, focusManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { liveQuery, type AskLive } from '../../src/client/console/use-live'

describe('what is live', () => {
  let queries: QueryClient
  beforeEach(() => {
    vi.useFakeTimers()
    environmentManager.setIsServer(() => false)
    queries = new QueryClient()
    queries.mount()
  })
  afterEach(() => {
    queries.unmount()
    queries.clear()
    focusManager.setFocused(undefined)
    environmentManager.setIsServer(() => typeof window === 'undefined')
    vi.useRealTimers()
  })
  const watch = (ask: AskLive<number>) => {
    const observer = new QueryObserver(queries, liveQuery(['live', 'x'], ask, 1000))
    return { observer, stop: observer.subscribe(() => undefined), data: () => observer.getCurrentResult().data }
  }

  test('is asked at once and then after each answer, not while one is awaited', async () => {
    const answers: (() => void)[] = []
    const ask = vi.fn(() => new Promise<number>((resolve) => void answers.push(() => resolve(1))))
    const { observer, stop } = watch(ask)
    expect(ask).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(5000)
    void observer.refetch({ cancelRefetch: false })
    expect(ask).toHaveBeenCalledTimes(1)
    answers[0]!()
    await vi.advanceTimersByTimeAsync(999)
    expect(ask).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(2)
    expect(ask).toHaveBeenCalledTimes(2)
    stop()
  })

  test('rests while nobody sees the page, is asked as soon as somebody does, and no more once nobody wants it', async () => {
    const ask = vi.fn(async () => 1)
    const { stop } = watch(ask)
    await vi.advanceTimersByTimeAsync(0)
    focusManager.setFocused(false)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(ask).toHaveBeenCalledTimes(1)
    focusManager.setFocused(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(ask).toHaveBeenCalledTimes(2)
    stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(ask).toHaveBeenCalledTimes(2)
  })

  test('a failure is tried again at the next turn, and the first call stays the first until one succeeds', async () => {
    const known: (number | null)[] = []
    const { stop } = watch(async (_, last) => {
      known.push(last)
      if (known.length === 1) throw new Error('no network')
      return 7
    })
    await vi.advanceTimersByTimeAsync(2500)
    expect(known).toEqual([null, null, 7])
    stop()
  })

  test('the last good answer stays when a call fails, with its failure, and while the next is awaited', async () => {
    const turns: (() => Promise<number>)[] = [
      async () => 5,
      () => Promise.reject(new Error('no network')),
      () => new Promise(() => undefined),
    ]
    const { stop, data } = watch(() => turns.shift()!())
    await vi.advanceTimersByTimeAsync(0)
    expect(data()).toMatchObject({ answer: 5, failure: null })
    const { heard_ms } = data()!
    await vi.advanceTimersByTimeAsync(1000)
    expect(data()).toMatchObject({ answer: 5, heard_ms, failure: new Error('no network') })
    await vi.advanceTimersByTimeAsync(1500)
    expect(turns).toEqual([])
    expect(data()).toMatchObject({ answer: 5, failure: new Error('no network') })
    stop()
  })
  test('an answer that has not changed draws nothing, and its age counts from when it was last heard', async () => {
    const turns: (() => Promise<number>)[] = [
      async () => 5,
      async () => 5,
      () => Promise.reject(new Error('no network')),
    ]
    const { stop, data } = watch(() => turns.shift()!())
    await vi.advanceTimersByTimeAsync(0)
    const first = data()!
    await vi.advanceTimersByTimeAsync(1000)
    expect(turns).toHaveLength(1)
    expect(data()).toBe(first)
    await vi.advanceTimersByTimeAsync(1000)
    expect(data()).toMatchObject({ answer: 5, heard_ms: first.heard_ms + 1000, failure: new Error('no network') })
    stop()
  })
})
