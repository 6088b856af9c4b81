import { describe, expect, test } from 'vitest'
import { dependencies, fixedByRule, formValues, missingFields } from '../../src/ui/inputs/choice-rule'
import type { Field } from '../../src/model/field'
import type { Rule, RuleValue } from '../../src/model/rules/rule'

const compare = (field: string, value: RuleValue, op: 'eq' | 'ne' = 'eq'): Rule => ({
  operand: { kind: 'field', field },
  op,
  value,
})
const form = (field: string): RuleValue => ({ kind: 'form', field })
const literal = (value: string): RuleValue => ({ kind: 'literal', value })
const fieldWith = (choices: Rule): Field =>
  ({ ref: { to: 'stores', expand: {}, onDelete: 'restrict', choices } }) as unknown as Field

const ofCompany = fieldWith({ all: [compare('id_company', form('id_company')), compare('state', literal('1'))] })
const shared = fieldWith({ any: [compare('shared', literal('1')), compare('id_company', form('id_company'))] })

describe('a reference whose choices depend on the form', () => {
  test('names what it depends on once, and sends that alone', () => {
    const twice = fieldWith({
      any: [compare('a', form('x')), { not: compare('b', form('x')) }, compare('c', form('y'))],
    })
    expect(dependencies(twice)).toEqual(['x', 'y'])
    expect(formValues(twice, { x: 1, z: 2 })).toEqual({ x: 1, y: null })
    expect(dependencies({} as Field)).toEqual([])
  })

  test('says which field comes first where nothing could be chosen, and only there', () => {
    expect(missingFields(ofCompany, {})).toEqual(['id_company'])
    expect(missingFields(ofCompany, { id_company: '' })).toEqual(['id_company'])
    expect(missingFields(ofCompany, { id_company: 3 })).toEqual([])
    expect(missingFields(shared, {})).toEqual([])
    expect(missingFields({} as Field, {})).toEqual([])
  })

  test('a comparison with an empty field is false under a negation too', () => {
    expect(missingFields(fieldWith({ not: compare('id_company', form('id_company'), 'ne') }), {})).toEqual([])
    expect(missingFields(fieldWith({ not: { not: compare('id_company', form('id_company')) } }), {})).toEqual([
      'id_company',
    ])
  })

  test('of several empty fields those are named, not the ones that have a value', () => {
    const both = fieldWith({ all: [compare('a', form('x')), compare('b', form('y'))] })
    expect(missingFields(both, { x: 0 })).toEqual(['y'])
    expect(missingFields(both, {})).toEqual(['x', 'y'])
  })

  test('a record made in place begins with what every choice has', () => {
    expect(fixedByRule(ofCompany.ref?.choices, { id_company: 3 })).toEqual({ id_company: 3, state: '1' })
    expect(fixedByRule(ofCompany.ref?.choices, {})).toEqual({ state: '1' })
    expect(fixedByRule(shared.ref?.choices, { id_company: 3 })).toEqual({})
    expect(fixedByRule(undefined, {})).toEqual({})
  })
})
