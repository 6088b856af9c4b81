import { expect, test } from 'vitest'
import { promotionState, usedShare } from '../../custom/fares/client/cells/PromotionCells'
import type { JsonObject } from '../../src/model/json'

const TODAY = '2026-11-21'
const promotion = (more: JsonObject): JsonObject => ({
  state: '1',
  valid: false,
  valid_from: null,
  valid_to: null,
  use_limit: null,
  used: 0,
  ...more,
})

test.each([
  ['inactive', { state: '0', valid: true }],
  ['valid', { valid: true, valid_to: TODAY }],
  ['later', { valid_from: '2026-11-22' }],
  ['over', { valid_to: '2026-11-20' }],
  ['used_up', { use_limit: 5, used: 5 }],
  ['invalid', {}],
  // A page whose server says nothing about it goes by what the record shows.
  ['valid', { valid: null, use_limit: 5, used: 4 }],
] as const)('a promotion is %s', (state, more) => {
  expect(promotionState(promotion(more), TODAY)).toBe(state)
})

test('a limit of none has no used part', () => {
  expect([
    usedShare({ used: 3, use_limit: 0 }),
    usedShare({ used: 3 }),
    usedShare({ used: 3, use_limit: 4 }),
    usedShare({ use_limit: 4, used_pct: 50 }),
  ]).toEqual([null, null, 0.75, 0.5])
})
