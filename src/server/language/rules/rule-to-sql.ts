import { type RawBuilder, sql } from 'kysely'
import type { Entity } from '../../../model/entity'
import { holds, operandValue } from '../../../model/rules/holds'
import type { Json, JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'
import {
  isOperand,
  momentOf,
  type Operand,
  type Operator,
  type Rule,
  type RuleContext,
  type RuleValue,
} from '../../../model/rules/rule'
import { numberOfText, type Plain, SYMBOLS, type FieldSql } from '../../../fields/field-sql'
import { fold } from '../../../model/values/fold'
import { fieldSql, sqlOf } from '../../../fields/sql'
import type { Field } from '../../../model/field'
import { innerField } from '../../../model/inner-field'
import { fieldColumn, innerColumn } from './field-column'

/** An operand that is a column: of the row itself, or of the row one reference away. */
interface RuleColumn {
  readonly field: Field
  readonly type: FieldSql
  /** The value as an expression; a path is a subquery, null where the reference is. */
  readonly expression: RawBuilder<unknown>
  /** A comparison of the value with a constant, in one visit of the referenced row where possible. */
  within(
    compare: (expression: RawBuilder<unknown>) => RawBuilder<boolean>,
    op: Operator,
    constant: Json,
  ): RawBuilder<boolean>
}

/** Null: the operand is a constant of the query (`user.x`, `setting.x`). */
function columnOf(
  operand: Operand,
  { model, entity, alias }: { model: Model; entity: Entity; alias: string },
): RuleColumn | null {
  if (operand.kind === 'field') {
    const field = fieldOf(entity, operand.field)
    const expression = fieldColumn(alias, field, fieldSql)
    return { field, type: sqlOf(field.type), expression, within: (compare) => compare(expression) }
  }
  if (operand.kind === 'inner') {
    const field = fieldOf(entity, operand.field)
    const path = operand.path.split('.')
    const inner = innerField(field, path)
    if (!inner) throw new Error(`The field ${entity.name}.${operand.field} has no part "${operand.path}".`)
    const type = sqlOf(inner.type)
    const expression = innerColumn(fieldColumn(alias, field, fieldSql), field, path, inner, fieldSql)
    return { field: inner, type, expression, within: (compare) => compare(expression) }
  }
  if (operand.kind !== 'path') return null
  const reference = fieldOf(entity, operand.ref)
  const target = reference.ref && model.entities[reference.ref.to]
  if (!target) throw new Error(`The field ${entity.name}.${operand.ref} is no reference.`)
  const there = `${alias}~${reference.name}`
  const [next = '', ...rest] = operand.field.split('.')
  const further: Operand =
    rest.length === 0 ? { kind: 'field', field: next } : { kind: 'path', ref: next, field: rest.join('.') }
  const behind = columnOf(further, { model, entity: target, alias: there })
  if (!behind) throw new Error(`The reference ${entity.name}.${operand.ref} leads to a field without a column.`)
  const { field, expression: value } = behind
  const row = sql`from ${sql.table(target.name)} as ${sql.id(there)}
    where ${sql.ref(`${there}.id`)} = ${fieldColumn(alias, reference, fieldSql)}`
  return {
    field,
    type: sqlOf(field.type),
    expression: sql`(select ${value} ${row})`,
    within: (compare, op, constant) => {
      // A missing row is null too, which an `exists` alone would miss.
      const absent = op === 'isNull' && (constant === true || constant === 1)
      return absent
        ? sql<boolean>`not exists (select 1 ${row} and ${value} is not null)`
        : sql<boolean>`exists (select 1 ${row} and ${compare(value)})`
    },
  }
}

function fieldOf(entity: Entity, name: string): Field {
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined
  if (!field) throw new Error(`The entity ${entity.name} has no field "${name}".`)
  return field
}

/** The operator that asks the same with its two sides exchanged. */
const MIRRORED: { readonly [op in Operator]?: Operator } = {
  eq: 'eq',
  ne: 'ne',
  lt: 'gt',
  lte: 'gte',
  gt: 'lt',
  gte: 'lte',
}

/** Compares two columns: as numbers when one is a number, else as the texts of the wire; false when either is null. */
function compareColumns(left: RuleColumn, op: Operator, right: RuleColumn): RawBuilder<boolean> {
  if (op === 'isNull') throw new Error('isNull takes true or false, not a field.')
  const [a, b] = [left.type.plain, right.type.plain]
  if (!a || !b) return sql<boolean>`false`
  if (op === 'contains') {
    if (a.kind !== 'text' || b.kind !== 'text') return sql<boolean>`false`
    return sql<boolean>`coalesce(strpos(tr_fold(${a.of(left.expression)}), tr_fold(${b.of(right.expression)}))
      > 0, false)`
  }
  const symbol = SYMBOLS[op]
  if (!symbol) return sql<boolean>`false`
  if (a.kind === 'text' && b.kind === 'text') {
    return sql<boolean>`coalesce(${a.of(left.expression)} ${symbol} ${b.of(right.expression)} collate "C", false)`
  }
  return sql<boolean>`coalesce(${asNumber(left, a)} ${symbol} ${asNumber(right, b)}, false)`
}

/** Whether a constant text contains the column's. */
function constantContains(constant: Json, column: RuleColumn): RawBuilder<boolean> {
  if (typeof constant !== 'string' || column.type.plain?.kind !== 'text') return sql<boolean>`false`
  // PostgreSQL accepts no NUL; another control character is not in any column either.
  return sql<boolean>`coalesce(strpos(${fold(constant).replaceAll('\0', '\u0001')}::text,
    tr_fold(${column.type.plain.of(column.expression)})) > 0, false)`
}

function asNumber(column: RuleColumn, plain: Plain): RawBuilder<unknown> {
  return plain.kind === 'number' ? plain.of(column.expression) : numberOfText(plain.of(column.expression))
}

/** The table that a rule is read over, and its constants. */
interface RuleReading {
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
 * The SQL reading of a rule: true for exactly the rows for which `holds` of src/model is, nulls included, and never
 * null itself.
 * @throws when the rule names something that the Model does not have, which `parseRule` has already refused
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

function joined(
  rules: readonly Rule[],
  by: RawBuilder<unknown>,
  empty: boolean,
  reading: RuleReading,
): RawBuilder<boolean> {
  if (rules.length === 0) return bool(empty)
  return sql<boolean>`(${sql.join(
    rules.map((rule) => ruleToSql(rule, reading)),
    by,
  )})`
}

function columnAndConstant(column: RuleColumn, { op, value }: Comparison, reading: RuleReading): RawBuilder<boolean> {
  const constant = constantOf(column, value, reading)
  const isList = op === 'in' || op === 'nin'
  if (op !== 'isNull' && (constant === null || isList !== Array.isArray(constant))) return bool(false)
  return column.within((expression) => column.type.compare(expression, op, constant, column.field), op, constant)
}

function constantAndColumn({ operand, op }: Comparison, column: RuleColumn, reading: RuleReading): RawBuilder<boolean> {
  if (op === 'isNull') throw new Error('isNull takes true or false, not a field.')
  const constant = operandValue(operand, contextOf(reading))
  if (constant === null || !column.type.plain) return bool(false)
  if (op === 'contains') return constantContains(constant, column)
  const mirrored: Operator | undefined = MIRRORED[op]
  return mirrored ? column.type.compare(column.expression, mirrored, constant, column.field) : bool(false)
}

function constantOf(column: RuleColumn, value: RuleValue, reading: RuleReading): Json {
  if (value.kind === 'now') return column.type.moment?.(momentOf(value, reading.now.getTime())) ?? null
  const constant =
    value.kind === 'literal' ? value.value : isOperand(value) ? operandValue(value, contextOf(reading)) : null
  return Array.isArray(constant) ? constant.map((item: Json) => scalar(item)) : scalar(constant)
}

/** A value as `holds` sees it: true is 1, an empty text is null. */
function scalar(value: Json): Json {
  if (value === '') return null
  return typeof value === 'boolean' ? Number(value) : value
}

const bool = (value: boolean): RawBuilder<boolean> => (value ? sql<boolean>`true` : sql<boolean>`false`)

function contextOf({ user, settings, now }: RuleReading): RuleContext {
  return { record: {}, user, setting: settings, now_ms: now.getTime() }
}
