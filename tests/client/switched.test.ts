import { expect, test } from 'vitest'
import type { Rule } from '../../src/model/rules/rule'
import { afterSettings } from '../../src/client/resource/actions/after-settings'

const setting: Rule = { operand: { kind: 'setting', name: 'assignments' }, op: 'eq', value: { kind: 'literal', value: 1 } }
const state: Rule = { operand: { kind: 'field', field: 'state' }, op: 'eq', value: { kind: 'literal', value: 'scheduled' } }
const context = (assignments: number) => ({ record: {}, user: {}, setting: { assignments }, now_ms: 0 })

test('a setting that switches an action off hides it; one that allows it is no reason to name', () => {
  expect(afterSettings({ all: [setting, state] }, context(0))).toBe('off')
  expect(afterSettings({ all: [setting, state] }, context(1))).toEqual(state)
  expect(afterSettings(setting, context(1))).toBeNull()
  expect(afterSettings(state, context(0))).toEqual(state)
})
