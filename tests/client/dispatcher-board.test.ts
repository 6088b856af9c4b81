import * as fc from '../fast-check'
import { describe, expect, test } from 'vitest'
import { candidateGroups } from '../../custom/dispatcher/client/find/candidate-order'
import { withStates } from '../../custom/dispatcher/client/fleet/fleet'
import { stopwatchText } from '../../custom/dispatcher/client/live/clock-text'
import { leftSeconds } from '../../custom/dispatcher/client/request/RequestProgress'
import { createWatched } from '../../custom/dispatcher/client/request/watched'
import { subjectOf } from '../../custom/dispatcher/client/screen/FormRoom'
import { movedEntry, reordered } from '../../custom/dispatcher/client/shifts/shift-order'
import type { LiveVehicle } from '../../custom/dispatcher/model/live-vehicle'
import type { Candidate, RequestStatus } from '../../custom/services/model/request-calls'

const memory = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

describe('searches that an operator looks after', () => {
  test('are there again after a reload, the latest first, each once', () => {
    const kept = memory()
    const before = createWatched(kept)
    before.watch([7])
    before.watch([9])
    before.watch([7])
    expect(createWatched(kept).get()).toEqual([7, 9])
    before.drop(7)
    expect(createWatched(kept).get()).toEqual([9])
  })

  test('never fill the map: the oldest give way', () => {
    const watched = createWatched(null)
    for (const id of [1, 2, 3, 4, 5, 6]) watched.watch([id])
    expect(watched.get()).toEqual([6, 5, 4, 3])
  })

  test('what another program left in the storage is no search', () => {
    const kept = memory()
    kept.setItem('toolrides_v5.watched_services', '[1, "x", -3, {"id": 2}]')
    expect(createWatched(kept).get()).toEqual([1])
    kept.setItem('toolrides_v5.watched_services', '{not json')
    expect(createWatched(kept).get()).toEqual([])
  })
})

describe('the countdown', () => {
  const heard = (left_s: number | null) => ({ status: { left_s } as RequestStatus, heard_ms: 1_000_000 })

  test('counts on between two answers of the server and ends at nought', () => {
    expect(leftSeconds(heard(20), 1_003_500)).toBe(16.5)
    expect(leftSeconds(heard(20), 1_060_000)).toBe(0)
    expect(leftSeconds(heard(null), 1_000_000)).toBeNull()
  })

  test('a clock of this machine that jumps back gives nobody more time', () => {
    expect(leftSeconds(heard(20), 900_000)).toBe(20)
  })
})

describe('the queue of shifts', () => {
  const place = fc.integer({ min: -3, max: 20 })
  test('a move keeps every driver, and the others in their order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer()), fc.nat(15), place, (list, from, to) => {
        const after = movedEntry(list, from, to)
        expect([...after].sort()).toEqual([...list].sort())
        const one = list[from]
        expect(after.filter((other) => other !== one)).toEqual(list.filter((other) => other !== one))
        if (one !== undefined) expect(after.indexOf(one)).toBe(Math.min(list.length - 1, Math.max(0, to)))
      }),
    )
  })

  test('who has left since is gone, who has come stands at the end', () => {
    const told = [{ id: 1 }, { id: 2 }, { id: 4 }]
    expect(reordered([3, 2, 1], told).map(({ id }) => id)).toEqual([2, 1, 4])
    expect(reordered(null, told)).toBe(told)
  })
})

describe('candidates', () => {
  const one = (id: number, us_name: string, rank: number | null, distance: number | null): Candidate =>
    ({
      id,
      us_name,
      rank,
      distance,
      plate: `ABC-${id}`,
      us_surname: null,
      code: null,
    }) as Candidate
  const all = [one(1, 'Ñandú', 2, 900), one(2, 'Ana', 1, 500), one(3, 'Beto', null, 300), one(4, 'Celia', null, null)]

  test('stand in the order in which they are asked, those passed over after them by distance', () => {
    const { asked, passed } = candidateGroups(all.toReversed(), '')
    expect(asked.map(({ id }) => id)).toEqual([2, 1])
    expect(passed.map(({ id }) => id)).toEqual([3, 4])
  })

  test('who is at work, and may be asked by hand, stands before who is not, however near that one is', () => {
    const off = all.map((candidate) => ({
      ...candidate,
      rank: null,
      availability: candidate.id === 4 ? 'busy' : 'offline',
    }))
    expect(candidateGroups(off, '').passed.map(({ id }) => id)).toEqual([4, 3, 2, 1])
  })

  test('are found without accents, and by a plate without its hyphen', () => {
    expect(candidateGroups(all, ' nandu ').asked.map(({ id }) => id)).toEqual([1])
    expect(candidateGroups(all, 'abc3').passed.map(({ id }) => id)).toEqual([3])
  })
})

test('the state filter finds rides, pauses and drivers who are being asked', () => {
  const vehicle = (id: number, more: Partial<LiveVehicle>): LiveVehicle =>
    ({ id, se_state_bj: null, connected_unwilling: 0, vehicle_requesting: null, ...more }) as LiveVehicle
  const all = [
    vehicle(1, { se_state_bj: { id: 'onway', name: '', color: '' } }),
    vehicle(2, { connected_unwilling: 1 }),
    vehicle(3, { vehicle_requesting: 8 }),
    vehicle(4, {}),
  ]
  const found = (states: readonly string[]) => withStates(all, states).map(({ id }) => id)
  expect(found([])).toEqual([1, 2, 3, 4])
  expect(found(['onway'])).toEqual([1])
  expect(found(['paused', 'requesting'])).toEqual([2, 3])
})

test('an address names a new service, one to edit, one to clone, or nothing that is known', () => {
  expect(subjectOf(undefined, undefined)).toEqual({ kind: 'new' })
  expect(subjectOf('12', undefined)).toEqual({ kind: 'edit', id: 12 })
  expect(subjectOf('12', 'clone')).toEqual({ kind: 'clone', id: 12 })
  for (const id of ['x', '0', '-1', '1.5', '']) expect(subjectOf(id, 'clone')).toBe('unclear')
})

test('a stopwatch shows hours only when there are some', () => {
  expect([0, 59.9, 247, 3847].map(stopwatchText)).toEqual(['0:00', '0:59', '4:07', '1:04:07'])
})
