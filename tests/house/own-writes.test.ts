import { describe, expect, test } from 'vitest'
import { raisedByHand, unsaidWrites } from './own-writes'

describe('rows that are changed by SQL', () => {
  test('raise their version by patchRecord(s), or by raised and raisedIn where nothing is to be said: by hand somebody forgets the date, the log or the event', () => {
    expect(raisedByHand()).toEqual([])
  })

  test('are logged and told where a catalogue shows them', () => {
    expect(unsaidWrites()).toEqual([])
  })
})
