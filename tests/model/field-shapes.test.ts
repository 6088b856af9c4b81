import * as fc from '../fast-check'
import { describe, expect, test } from 'vitest'
import * as icons from '../../src/ui/show/icons'
import { durationText } from '../../src/fields/duration/data'
import { ICON_NAMES } from '../../src/model/icon-names'
import { plainText } from '../../src/model/values/rich-text'
import { crossingSides, type Vertex } from '../../src/model/values/ring'
import { endsNextDay, isWholeDay, overlap, type Span } from '../../src/model/values/week'
import { weekText } from '../../src/model/values/week-text'
import { closeDay, openDay } from '../../src/model/values/written-week'

const ring = (places: readonly (readonly [number, number])[]): Vertex[] => places.map(([lat, lng]) => ({ lat, lng }))
const span = (day_of_week: number, time_start: string, time_end: string): Span => ({
  day_of_week,
  time_start,
  time_end,
})

describe('the sides of an area', () => {
  test.each([
    [
      'a square',
      ring([
        [0, 0],
        [0, 1],
        [1, 1],
        [1, 0],
      ]),
      null,
    ],
    [
      'a bow tie',
      ring([
        [0, 0],
        [1, 1],
        [0, 1],
        [1, 0],
      ]),
      [1, 3],
    ],
    [
      'a last side that crosses',
      ring([
        [0, 0],
        [0, 2],
        [1, 1],
        [-1, 1],
      ]),
      [1, 3],
    ],
    [
      'a corner on another side',
      ring([
        [0, 0],
        [0, 2],
        [1, 1],
        [0, 1],
        [1, 0],
      ]),
      [1, 3],
    ],
    [
      'a spike',
      ring([
        [0, 0],
        [0, 2],
        [0, 1],
        [1, 1],
      ]),
      [1, 2],
    ],
    [
      'three corners on a line',
      ring([
        [0, 0],
        [0, 1],
        [0, 2],
      ]),
      [1, 3],
    ],
    [
      'a needle a centimetre wide',
      ring([
        [0, 0],
        [0, 170],
        [0.0000001, 85],
      ]),
      null,
    ],
    [
      'straight corners within a side',
      ring([
        [0, 0],
        [0, 1],
        [0, 2],
        [1, 1],
      ]),
      null,
    ],
  ])('%s', (_name, corners, expected) => {
    expect(crossingSides(corners)).toEqual(expected)
  })

  test('cross or not alike from whichever corner and in whichever direction one goes round', () => {
    const corner = fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 }))
    fc.assert(
      fc.property(
        fc.uniqueArray(corner, { minLength: 3, maxLength: 7, selector: String }),
        fc.nat(6),
        (corners, turn) => {
          const at = turn % corners.length
          const isCrossed = (list: readonly [number, number][]): boolean => crossingSides(ring(list)) !== null
          expect(isCrossed([...corners.slice(at), ...corners.slice(0, at)])).toBe(isCrossed(corners))
          expect(isCrossed([...corners].reverse())).toBe(isCrossed(corners))
        },
      ),
    )
  })
})

describe('a weekly schedule', () => {
  test('spans overlap exactly when they share a minute of the week', () => {
    const clock = fc
      .integer({ min: 0, max: 47 })
      .map((half) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`)
    const any = fc
      .record({ day_of_week: fc.integer({ min: 0, max: 6 }), time_start: clock, time_end: clock })
      .filter((one) => one.time_start !== one.time_end || isWholeDay(one))
    const minutes = ({ day_of_week, time_start, time_end }: Span): number[] => {
      const at = (time: string): number => Number(time.slice(0, 2)) * 2 + Number(time.slice(3)) / 30
      const long = (at(time_end) - at(time_start) + 48) % 48 || 48
      return Array.from({ length: long }, (_, i) => (day_of_week * 48 + at(time_start) + i) % (7 * 48))
    }
    fc.assert(
      fc.property(fc.array(any, { maxLength: 4 }), (spans) => {
        const all = spans.flatMap(minutes)
        expect(overlap(spans) !== null).toBe(new Set(all).size !== all.length)
      }),
    )
  })

  test('is told in few words, over midnight too', () => {
    const spans = [
      ...[1, 2, 3, 4, 5].flatMap((day) => [span(day, '08:00', '13:00'), span(day, '15:00', '18:00')]),
      span(0, '22:00', '02:00'),
    ]
    expect(weekText(spans, 'es')).toBe('lun-vie 08:00-13:00, 15:00-18:00; dom 22:00-02:00')
    expect(weekText(spans, 'en')).toBe('mon-fri 08:00-13:00, 15:00-18:00; sun 22:00-02:00')
    expect([span(1, '22:00', '02:00'), span(1, '18:00', '00:00'), span(1, '00:00', '00:00')].map(endsNextDay)).toEqual([
      true,
      false,
      false,
    ])
  })

  test('ticking a day copies the times of a day that is ticked, the one before it first', () => {
    const open = [span(1, '08:00', '12:00'), span(1, '14:00', '18:00'), span(5, '10:00', '20:00')]
    expect(openDay(open, 3).slice(3)).toEqual([span(3, '08:00', '12:00'), span(3, '14:00', '18:00')])
    expect(openDay(open, 6).slice(3)).toEqual([span(6, '10:00', '20:00')])
    expect(openDay([open[2]!], 2).slice(1)).toEqual([span(2, '10:00', '20:00')])
    expect(openDay([], 2)).toEqual([span(2, '09:00', '18:00')])
    expect(closeDay(open, 1)).toEqual([open[2]])
  })
})

test.each([
  [95, 'min', '1:35\u00a0h'],
  [45, 's', '45\u00a0s'],
  [90, 's', '1:30\u00a0min'],
  [3605, 's', '1:00:05\u00a0h'],
  [0, 'min', '0\u00a0min'],
  [1.5, 'h', '1:30\u00a0h'],
  [0.5, 'min', '30\u00a0s'],
  [1500, 'min', '25:00\u00a0h'],
] as const)('%d %s is shown as %s', (value, unit, shown) => {
  expect(durationText(value, unit)).toBe(shown)
})

test('the words of a formatted text are read without its tags', () => {
  expect(plainText('<h2>Uno</h2><p>pe<strong>aj</strong>e &amp;lt; &lt;b&gt;</p><ul><li>a</li><li>b</li></ul>')).toBe(
    'Uno peaje &lt; <b> a b',
  )
})

test('every icon that may be named is drawn, and every one that is drawn may be named', () => {
  expect(Object.keys(icons).sort()).toEqual([...ICON_NAMES].sort())
})
