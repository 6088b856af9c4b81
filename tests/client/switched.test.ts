import { expect, test } from 'vitest'
import type { Rule } from '../../src/model/rules/rule'
import { mayHold } from '../../src/model/rules/may-hold'
import type { RuleContext } from '../../src/model/rules/rule'
import { afterSettings } from '../../src/client/resource/actions/after-settings'

const setting: Rule = {
  operand: { kind: 'setting', name: 'assignments' },
  op: 'eq',
  value: { kind: 'literal', value: 1 },
}
const state: Rule = {
  operand: { kind: 'field', field: 'state' },
  op: 'eq',
  value: { kind: 'literal', value: 'scheduled' },
}
const context = (assignments: number) => ({ record: {}, user: {}, setting: { assignments }, now_ms: 0 })

test('a setting that switches an action off hides it; one that allows it is no reason to name', () => {
  expect(afterSettings({ all: [setting, state] }, context(0))).toBe('off')
  expect(afterSettings({ all: [setting, state] }, context(1))).toEqual(state)
  expect(afterSettings(setting, context(1))).toBeNull()
  expect(afterSettings(state, context(0))).toEqual(state)
})

test('a column is left out only where no row could have a value, whatever is not known of it', () => {
  const literal = (value: number | string) => ({ kind: 'literal' as const, value })
  const on: Rule = { operand: { kind: 'setting', name: 'wallet' }, op: 'eq', value: literal(1) }
  const driver: Rule = { operand: { kind: 'field', field: 'type' }, op: 'eq', value: literal('2') }
  const paid: Rule = { operand: { kind: 'field', field: 'paid' }, op: 'eq', value: literal(1) }
  const within = (wallet: number, record = { type: '2' }): RuleContext => ({
    record,
    user: {},
    setting: { wallet },
    now_ms: 0,
  })
  const both: Rule = { all: [on, driver] }
  expect([mayHold(both, within(1)), mayHold(both, within(0)), mayHold(both, within(1, { type: '3' }))]).toEqual([
    true,
    false,
    false,
  ])
  expect([
    mayHold({ any: [both, paid] }, within(0)),
    mayHold({ all: [paid, on] }, within(0)),
    mayHold({ not: paid }, within(0)),
    mayHold({ not: on }, within(1)),
  ]).toEqual([true, false, true, false])
})
