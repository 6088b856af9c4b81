import { QueryClient, QueryObserver } from '@tanstack/react-query'
import type { Identifier } from 'react-admin'
import { expect, test, vi } from 'vitest'
import { createUnderway, rereads } from '../../src/client/resource/actions/underway'

/** Something that is waited for until the test lets it go on. */
function later<T>(value: T) {
  let end: (how: T) => void = () => undefined
  const promise = new Promise<T>((resolve) => {
    end = resolve
  })
  return { promise, end: () => end(value) }
}
const settle = () => new Promise<void>((resolve) => setTimeout(resolve))

test('a record is under way from the press until what came of it is read, and its caller does not wait for that', async () => {
  const told: (readonly Identifier[])[] = []
  const underway = createUnderway((ids) => void told.push([...ids]))
  const [call, read] = [later('done'), later(undefined)]
  const changed = underway.during(
    [7],
    () => call.promise,
    () => read.promise,
  )
  expect([underway.isBusy([7]), underway.isBusy([8]), underway.isBusy([8, 7])]).toEqual([true, false, true])
  call.end()
  expect(await changed).toBe('done')
  await settle()
  // What the page shows is still the state before.
  expect(underway.isBusy([7])).toBe(true)
  read.end()
  await settle()
  expect([underway.isBusy([7]), told]).toEqual([false, [[7], []]])
})

test('a change that fails is read as well, and a reading that fails leaves nobody waiting', async () => {
  const underway = createUnderway(() => undefined)
  await expect(
    underway.during(
      [7],
      () => Promise.reject(new Error('409')),
      () => Promise.reject(new Error('gone')),
    ),
  ).rejects.toThrow('409')
  await settle()
  expect(underway.isBusy([7])).toBe(false)
})

test('what is read anew: the own pages first and waited for; a record that left its catalogue is not asked for again', async () => {
  const queries = new QueryClient()
  const asked = vi.fn((name: string) => Promise.resolve(name))
  const watch = async (queryKey: readonly string[]) => {
    const stop = new QueryObserver(queries, {
      queryKey,
      queryFn: () => asked(queryKey.join('/')),
      staleTime: Infinity,
      retry: false,
    }).subscribe(() => undefined)
    await settle()
    return stop
  }
  const stops = [
    await watch(['orders', 'getOne']),
    await watch(['orders', 'getList']),
    await watch(['stores', 'getList']),
  ]
  const read = async (how: Parameters<typeof rereads>[2]) => {
    asked.mockClear()
    await rereads(queries, 'orders', how)
    await settle()
    return asked.mock.calls.map(([name]) => name)
  }
  expect(await read('all')).toEqual(['orders/getOne', 'orders/getList', 'stores/getList'])
  expect(await read('lists')).toEqual(['orders/getList', 'stores/getList'])
  expect([await read('later'), await read('none')]).toEqual([[], []])
  for (const stop of stops) stop()
  queries.clear()
})
