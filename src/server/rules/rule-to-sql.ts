import { type RawBuilder, sql } from 'kysely'
import type { Entity } from '../../model/entity'
import { holds, operandValue } from '../../model/holds'
import type { Json, JsonObject } from '../../model/json'
import type { Model } from '../../model/model'
import { isOperand, type Operand, type Operator, type Rule, type RuleContext, type RuleValue } from '../../model/rule'
import { compareColumns, constantContains, MIRRORED } from './compare-columns'
import { columnOf, type RuleColumn } from './rule-column'

/** Over which table a rule is read, and what its constants are. */
export interface RuleReading {
  readonly model: Model
  readonly entity: Entity
  /** Name of the entity's table in the query. */
  readonly alias: string
  /** Facts that `user.x` names. */
  readonly user: JsonObject
  readonly settings: JsonObject
  readonly now: Date
}

type Comparison = Extract<Rule, { operand: Operand }>

/**
 * The SQL reading of a rule: true for exactly the rows for which `holds` of src/model is, nulls included, and never null itself.
 * @throws when the rule names what the Model does not have, which `parseRule` has refused before
 */
export function ruleToSql(rule: Rule, reading: RuleReading): RawBuilder<boolean> {
  if ('all' in rule) return joined(rule.all, sql` and `, true, reading)
  if ('any' in rule) return joined(rule.any, sql` or `, false, reading)
  if ('not' in rule) return sql<boolean>`not ${ruleToSql(rule.not, reading)}`
  const left = columnOf(rule.operand, reading)
  const right = isOperand(rule.value) ? columnOf(rule.value, reading) : null
  if (left && right) return compareColumns(left, rule.op, right)
  if (left) return columnAndConstant(left, rule, reading)
  if (right) return constantAndColumn(rule, right, reading)
  return bool(holds(rule, contextOf(reading)))
}

function joined(rules: readonly Rule[], by: RawBuilder<unknown>, empty: boolean, reading: RuleReading): RawBuilder<boolean> {
  if (rules.length === 0) return bool(empty)
  return sql<boolean>`(${sql.join(rules.map((rule) => ruleToSql(rule, reading)), by)})`
}

function columnAndConstant(column: RuleColumn, { op, value }: Comparison, reading: RuleReading): RawBuilder<boolean> {
  const constant = constantOf(column, value, reading)
  const isList = op === 'in' || op === 'nin'
  if (op !== 'isNull' && (constant === null || isList !== Array.isArray(constant))) return bool(false)
  return column.within((expression) => column.type.compare(expression, op, constant, column.field), op, constant)
}

function constantAndColumn({ operand, op }: Comparison, column: RuleColumn, reading: RuleReading): RawBuilder<boolean> {
  if (op === 'isNull') throw new Error('isNull is asked with true or false, not with a field')
  const constant = operandValue(operand, contextOf(reading))
  if (constant === null || !column.type.plain) return bool(false)
  if (op === 'contains') return constantContains(constant, column)
  const mirrored: Operator | undefined = MIRRORED[op]
  return mirrored ? column.type.compare(column.expression, mirrored, constant, column.field) : bool(false)
}

function constantOf(column: RuleColumn, value: RuleValue, reading: RuleReading): Json {
  if (value.kind === 'now') return column.type.moment?.(reading.now.getTime() + value.offset_s * 1000) ?? null
  const constant = value.kind === 'literal' ? value.value : isOperand(value) ? operandValue(value, contextOf(reading)) : null
  return Array.isArray(constant) ? constant.map((item: Json) => scalar(item)) : scalar(constant)
}

/** As `holds` sees a value: true is 1, an empty text is nothing. */
function scalar(value: Json): Json {
  if (value === '') return null
  return typeof value === 'boolean' ? Number(value) : value
}

const bool = (value: boolean): RawBuilder<boolean> => (value ? sql<boolean>`true` : sql<boolean>`false`)

function contextOf({ user, settings, now }: RuleReading): RuleContext {
  return { record: {}, user, setting: settings, now_ms: now.getTime() }
}
