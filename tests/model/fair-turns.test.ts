import { expect, test } from 'vitest'
import { FairTurns, TurnsFull } from '../../src/server/platform/threads/fair-turns'

/** A row of those who wait, in the order in which they begin. */
function row(turns: FairTurns) {
  const begun: string[] = []
  const releases: (() => void)[] = []
  return {
    begun,
    ask: (name: string, known = false) =>
      turns.take(name, known).then((release) => {
        begun.push(name)
        releases.push(release)
      }),
    async end() {
      releases.shift()?.()
      await Promise.resolve()
    },
  }
}

test('whoever asks once waits behind one of those who ask a hundred times, and not behind all', async () => {
  const { ask, end, begun } = row(new FairTurns({ at_once: 1, a_line: 1, waiting_a_line: 10, waiting: 100 }))
  for (let nth = 0; nth < 6; nth++) void ask('crowd')
  void ask('honest')
  await end()
  for (let nth = 0; nth < 7; nth++) await end()
  expect(begun).toEqual(['crowd', 'crowd', 'honest', 'crowd', 'crowd', 'crowd', 'crowd'])
})

test('those known take every second turn, however many strangers wait, and have room when the strangers have none', async () => {
  const { ask, end, begun } = row(new FairTurns({ at_once: 1, a_line: 1, waiting_a_line: 2, waiting: 4 }))
  void ask('a')
  for (const stranger of ['b', 'c', 'd', 'e']) void ask(stranger)
  await expect(ask('f')).rejects.toBeInstanceOf(TurnsFull)
  void ask('owner', true)
  void ask('owner', true)
  await end()
  for (let nth = 0; nth < 7; nth++) await end()
  expect(begun).toEqual(['a', 'owner', 'b', 'owner', 'c', 'd', 'e'])
})

test('no line has more at once or waiting than it may, and what was given back is free again', async () => {
  const { ask, end, begun } = row(new FairTurns({ at_once: Infinity, a_line: 2, waiting_a_line: 1, waiting: Infinity }))
  await Promise.all([ask('me'), ask('me'), ask('other')])
  void ask('me')
  await expect(ask('me')).rejects.toBeInstanceOf(TurnsFull)
  expect(begun).toEqual(['me', 'me', 'other'])
  await end()
  await end()
  await ask('me')
  expect(begun).toEqual(['me', 'me', 'other', 'me', 'me'])
})
