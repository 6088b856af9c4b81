import { describe, expect, test } from 'vitest'
import { readJobsView, type JobsView } from '../../custom/dispatcher/client/jobs/use-jobs-view'
import { linesIn } from '../../custom/dispatcher/client/jobs/rows-style'
import { pickUpText } from '../../custom/dispatcher/client/jobs/job-words'
import { toPickUp } from '../../custom/services/client/cells/time-words'

const say = (key: string, params: { readonly [name: string]: string | number } = {}): string =>
  [key.split('.').at(-1), ...Object.values(params)].join(' ')
const first: JobsView = {
  open: false,
  dock: 'under',
  under_px: 280,
  beside_px: 620,
  kinds: [],
  branches: [],
  products: [],
  sort: 'urgency',
  down: false,
  hidden: [],
}

describe('the jobs panel', () => {
  test('counts to the pick-up, and once it is past from it', () => {
    const at = Date.parse('2026-11-21T13:20:00Z')
    expect(toPickUp(at, Date.parse('2026-11-21T12:43:00Z'), say)).toBe('in min 37')
    expect(toPickUp(at, Date.parse('2026-11-21T13:24:30Z'), say)).toBe('ago min 4')
    expect(toPickUp(at, Date.parse('2026-11-21T10:00:00Z'), say)).toBe('in h 3 20')
  })

  test('says the time of today, the word of tomorrow, and the date of other days, by the clock of the house', () => {
    // Eight in the evening in Lima: tomorrow there, although it is tomorrow in UTC already.
    const now = Date.parse('2026-11-22T01:00:00Z')
    expect(pickUpText('2026-11-22T03:30:00.000Z', now, 'America/Lima', say)).not.toContain('tomorrow')
    expect(pickUpText('2026-11-22T13:30:00.000Z', now, 'America/Lima', say)).toContain('tomorrow')
    expect(pickUpText('2026-11-25T13:30:00.000Z', now, 'America/Lima', say)).toMatch(/25/)
    expect(pickUpText(null, now, 'America/Lima', say)).toBe('now')
  })

  test('is as somebody left it, as far as what was kept means something', () => {
    expect(readJobsView(undefined, first)).toEqual(first)
    expect(readJobsView('[]', first)).toEqual(first)
    expect(
      readJobsView(
        {
          open: true,
          dock: 'beside',
          beside_px: 700,
          kinds: ['late', 'gone'],
          branches: [3, 'x', -1],
          sort: 'pickup',
          down: true,
        },
        first,
      ),
    ).toEqual({
      ...first,
      open: true,
      dock: 'beside',
      beside_px: 700,
      kinds: ['late'],
      branches: [3],
      sort: 'pickup',
      down: true,
    })
    expect(readJobsView({ dock: 'alone', hidden: ['operator', 'mood'] }, first)).toEqual({
      ...first,
      dock: 'alone',
      hidden: ['operator'],
    })
    expect(readJobsView({ dock: 'left', sort: 'mood', under_px: 'much', open: 1 }, first)).toEqual(first)
  })
})

test('rows stand on one line where the list is wide, on two beside a map, on three on a phone', () => {
  expect([1280, 760, 759, 620, 520, 519, 390].map(linesIn)).toEqual([1, 1, 2, 2, 2, 3, 3])
})
