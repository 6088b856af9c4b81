import { DATE_SHAPE, utcDate } from '../values/calendar'
import { compareDecimals, decimalText } from '../values/decimal'
import { compareCodePoints, fold } from '../values/fold'
import { valueWithin } from '../inner-field'
import type { Json } from '../json'
import type { Actor } from '../rights/actor'
import { isOperand, momentOf, type Operand, type Operator, type Rule, type RuleContext, type RuleValue } from './rule'

/**
 * Whether a rule holds for canonical values: the predicate that browser and server share, equivalent to the SQL
 * reading. Two-valued: with null (absent and '' count as null) every comparison is false, also `ne` and `nin`; only
 * `isNull` sees it. Values of different kinds compare false, except that `ne` and `nin` of two texts or two numbers are
 * plain negations.
 */
export function holds(rule: Rule, context: RuleContext): boolean {
  if ('all' in rule) return rule.all.every((part) => holds(part, context))
  if ('any' in rule) return rule.any.some((part) => holds(part, context))
  if ('not' in rule) return !holds(rule.not, context)
  const left = operandValue(rule.operand, context)
  if (rule.op === 'isNull') return (left === null) === truth(ruleValue(rule.value, context))
  if (left === null) return false
  // Of several choices, one that is written in the rule.
  if (Array.isArray(left))
    return rule.op === 'contains' && !isOfRow(rule.value) && left.includes(scalar(ruleValue(rule.value, context)))
  if (rule.op === 'in' || rule.op === 'nin') return holdsInList(left, rule.op, ruleValue(rule.value, context))
  const { value } = rule
  const right = value.kind === 'now' ? moment(left, momentOf(value, context.now_ms)) : scalar(ruleValue(value, context))
  return right !== null && compareValues(left, rule.op, right)
}

/** Whether a rule on the user alone holds, before there is a record. */
export const holdsForUser = (rule: Rule, { facts }: Pick<Actor, 'facts'>): boolean =>
  holds(rule, { record: {}, user: facts, setting: {}, now_ms: 0 })

const isOfRow = (value: RuleValue): boolean => value.kind === 'field' || value.kind === 'inner' || value.kind === 'path'

/** A value as a comparison sees it: true → 1, '' and absent → null. */
export function operandValue(operand: Operand, context: RuleContext): Json {
  switch (operand.kind) {
    case 'field':
      return scalar(own(context.record, operand.field))
    case 'inner':
      return scalar(valueWithin(own(context.record, operand.field), operand.path.split('.')))
    case 'path':
      return scalar(own(context.record, `${operand.ref}.${operand.field}`))
    case 'user':
      return scalar(own(context.user, operand.name))
    case 'setting':
      return scalar(own(context.setting, operand.name))
  }
}

function ruleValue(value: RuleValue, context: RuleContext): Json {
  if (value.kind === 'literal') return value.value
  return isOperand(value) ? operandValue(value, context) : null
}

function compareValues(left: Json, op: Operator, right: Json): boolean {
  if (op === 'contains')
    return typeof left === 'string' && typeof right === 'string' && fold(left).includes(fold(right))
  const order = orderOf(left, right)
  if (Number.isNaN(order)) return false
  switch (op) {
    case 'eq':
      return order === 0
    case 'ne':
      return order !== 0
    case 'lt':
      return order < 0
    case 'lte':
      return order <= 0
    case 'gt':
      return order > 0
    case 'gte':
      return order >= 0
    default:
      return false
  }
}

/** Negative, 0 or positive; NaN when the two are of different kinds. */
function orderOf(left: Json, right: Json): number {
  if (typeof left === 'number' || typeof right === 'number') return compareDecimals(left, right)
  if (typeof left !== 'string' || typeof right !== 'string') return NaN
  // A decimal stays a text only where a number would lose digits.
  return isLongDecimal(left) && isLongDecimal(right) ? compareDecimals(left, right) : compareCodePoints(left, right)
}

function holdsInList(left: Json, op: 'in' | 'nin', list: Json): boolean {
  if (!Array.isArray(list)) return false
  const isIn = list.some((item) => orderOf(left, scalar(item as Json)) === 0)
  return op === 'in' ? isIn : !isIn
}

/** The moment as the other side is written: a calendar date (UTC), else a date-time. */
function moment(like: Json, time_ms: number): Json {
  if (typeof like !== 'string') return null
  return DATE_SHAPE.test(like) ? utcDate(time_ms) : new Date(time_ms).toISOString()
}

function isLongDecimal(text: string): boolean {
  return text.length > 15 && decimalText(text) === text
}

function scalar(value: Json | undefined): Json {
  if (value === undefined || value === '') return null
  return typeof value === 'boolean' ? Number(value) : value
}

function truth(value: Json): boolean {
  return value === true || value === 1
}

function own(values: { readonly [key: string]: Json | undefined }, key: string): Json | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined
}
