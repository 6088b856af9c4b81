import { expect, test } from 'vitest'
import type { Json } from '../../src/model/json'
import type { Rule } from '../../src/model/rules/rule'
import { whereValues } from '../../src/model/rules/where-values'

const of = (field: string, op: 'eq' | 'in' | 'ne', value: Json): Rule => ({
  operand: { kind: 'field', field },
  op,
  value: { kind: 'literal', value },
})

test('a field has the values that the where of its list says plainly, and any where it says nothing of it or only either way', () => {
  expect(whereValues(undefined, 'state')).toBeNull()
  expect(whereValues(of('state', 'eq', 'a'), 'state')).toEqual(['a'])
  expect(whereValues({ all: [of('state', 'in', ['a', 'b', 'c']), of('kind', 'eq', 'x')] }, 'state')).toEqual([
    'a',
    'b',
    'c',
  ])
  expect(
    whereValues({ all: [of('state', 'in', ['a', 'b', 'c']), { all: [of('state', 'in', ['c', 'b'])] }] }, 'state'),
  ).toEqual(['b', 'c'])
  for (const rule of [
    of('state', 'ne', 'a'),
    of('other', 'eq', 'a'),
    { any: [of('state', 'eq', 'a')] },
    { not: of('state', 'eq', 'a') },
  ]) {
    expect(whereValues(rule, 'state')).toBeNull()
  }
})
