import { describe, expect, test } from 'vitest'
import { rawLiving, raisedByHand, unsaidWrites, untypedTables } from './own-writes'

describe('rows that are changed by SQL', () => {
  test('raise their version by patchRecord(s), or by raised and raisedIn where nothing is to be said: by hand somebody forgets the date, the log or the event', () => {
    expect(raisedByHand()).toEqual([])
  })

  test('are logged and told where a catalogue shows them', () => {
    expect(unsaidWrites()).toEqual([])
  })
})

/** What was there when it was counted: it may become less. */
const MAX_RAW_LIVING = { src: 24, custom: 252 }

describe('rows that are read by SQL', () => {
  test("of the engine's own tables are asked by engineTables and livingRows, which know their columns", () => {
    expect(untypedTables()).toEqual([])
  })

  test.each(Object.entries(MAX_RAW_LIVING))(
    'that are not removed are asked for by livingRows, living or #app/tables in %s, and no further time by hand',
    (folder, max) => {
      expect(rawLiving(folder)).toBeLessThanOrEqual(max)
    },
  )
})
