import { assert, constantFrom, oneof, property, array, integer, string } from '../fast-check'
import { expect, test } from 'vitest'
import { FILTER_MODES, inMode, filterMode, modeValue } from '../../src/client/resource/list/filter-mode'

test('a filter is read as it was asked, by whatever it asks for', () => {
  assert(
    property(
      constantFrom(...FILTER_MODES),
      oneof(string({ minLength: 1 }), integer(), array(integer(), { minLength: 1 })),
      (mode, value) => {
        const asked = inMode(mode, value)
        expect(filterMode(asked)).toBe(mode)
        expect(modeValue(asked)).toEqual(mode === 'is' || mode === 'not' ? value : null)
      },
    ),
  )
})

test('a range stays a range, and what is asked for nothing asks nothing', () => {
  expect([filterMode({ gte: 1 }), filterMode(null), inMode('not', null), inMode('is', null)]).toEqual([
    'is',
    'is',
    null,
    null,
  ])
})
