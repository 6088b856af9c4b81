import { sql, type RawBuilder } from 'kysely'
import { fieldSql, sqlOf } from '../../../fields/sql'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import {
  DAYS,
  MILLISECONDS,
  type Counted,
  type Formula,
  type FormulaOutcome,
  type Part,
  type RowsPart,
} from '../../../model/formulas/formula'
import type { Model } from '../../../model/model'
import type { Rule } from '../../../model/rules/rule'
import { decimalText } from '../../../model/values/decimal'
import { fieldColumn } from '../../language/rules/field-column'
import { ruleToSql } from '../../language/rules/rule-to-sql'
import { living } from '../fields/in-scope'

/** The table that a formula is read over. */
interface FormulaReading {
  readonly model: Model
  readonly entity: Entity
  /** Name of the entity's table in the query. */
  readonly alias: string
  /** The field that takes the result. */
  readonly target: Field
}

type Sql = RawBuilder<unknown>

/**
 * A part as SQL: a numeric divided by another, or by nothing. PostgreSQL's own division rounds, so divisions are put
 * off until the result is rounded, once. A value that is only passed on is a `top` too.
 */
interface Fraction {
  readonly top: Sql
  readonly below: Sql | null
}

/**
 * The SQL reading of a formula, of its column's type: for each row what `evaluate` of src/model comes to, nulls
 * included.
 */
export function formulaToSql({ part, outcome }: Formula, reading: FormulaReading): Sql {
  const { top, below } = fractionOf(part, reading)
  const column = sql.raw(sqlOf(reading.target.type).column(reading.target))
  switch (outcome.as) {
    case 'plain':
      return sql`(${top})::${column}`
    case 'date':
      return fenced(
        { days: rounded({ top, below }, 0) },
        sql`case when q.days between ${sql.lit(DAYS.first)} and ${sql.lit(DAYS.last)} then date '1970-01-01'
          + q.days::integer end`,
      )
    case 'moment':
      return fenced(
        { ms: rounded({ top: sql`(${top} * 1000)`, below }, 0) },
        sql`case when q.ms between ${sql.lit(MILLISECONDS.first)} and ${sql.lit(MILLISECONDS.last)} then (timestamptz
          'epoch' + q.ms::double precision * interval '1 millisecond')::${column} end`,
      )
    case 'number':
      return numberOf({ top, below }, outcome, column)
  }
}

function numberOf(
  { top, below }: Fraction,
  { unit, scale, below: limit }: Extract<FormulaOutcome, { as: 'number' }>,
  column: Sql,
): Sql {
  const size = numeric(unit)
  const value = unit === 1 ? { top, below } : { top, below: below ? sql`(${below} * ${size})` : size }
  return fenced(
    { n: rounded(value, scale) },
    sql`case when abs(q.n) < ${numeric(limit)} then trim_scale(q.n)::${column} end`,
  )
}

/** Halves away from zero. */
function rounded({ top, below }: Fraction, digits: number): Sql {
  if (!below) return sql`round(${top}, ${sql.lit(digits)})`
  const power = numeric(`1${'0'.repeat(digits)}`)
  const unit = digits === 0 ? numeric(1) : numeric(`0.${'0'.repeat(digits - 1)}1`)
  return fenced(
    { a: top, b: below },
    sql`sign(q.a) * sign(q.b) * div(2 * abs(q.a) * ${power} + abs(q.b), 2 * abs(q.b)) * ${unit}`,
  )
}

/** An expression over values that are computed once, however often it names them. */
function fenced(values: { readonly [name: string]: Sql }, expression: Sql): Sql {
  const columns = Object.entries(values).map(([name, value]) => sql`${value} as ${sql.id(name)}`)
  // Without the offset PostgreSQL would write each value wherever its name is.
  return sql`(select ${expression} from (select ${sql.join(columns)} offset 0) as q)`
}

function fractionOf(part: Part, reading: FormulaReading): Fraction {
  switch (part.op) {
    case 'value':
      return { top: literal(part.value, part.counted), below: null }
    case 'field':
      return { top: counted(columnOf(reading.entity, reading.alias, part.field), part.counted), below: null }
    case 'path':
      return { top: behind(part, reading), below: null }
    case 'rows':
      return overRows(part, reading)
    case 'round':
      return { top: rounded(fractionOf(part.of, reading), part.digits), below: null }
    case 'case':
      return chosen(part, reading)
    default:
      return part.of.map((one) => fractionOf(one, reading)).reduce((left, right) => joined(part.op, left, right))
  }
}

function joined(op: Extract<Part, { of: readonly Part[] }>['op'], a: Fraction, b: Fraction): Fraction {
  switch (op) {
    case 'add':
      return sum(a, b, sql`+`)
    case 'sub':
      return sum(a, b, sql`-`)
    case 'mul':
      return { top: sql`(${a.top} * ${b.top})`, below: product(a.below, b.below) }
    case 'div':
      return { top: times(a.top, b.below), below: sql`nullif(${times(b.top, a.below)}, 0)` }
    case 'pct':
      return { top: sql`(${a.top} * ${b.top} * 0.01)`, below: product(a.below, b.below) }
    case 'min':
      return oneOf(a, b, sql`least`, sql`<=`)
    case 'max':
      return oneOf(a, b, sql`greatest`, sql`>=`)
  }
}

function sum(a: Fraction, b: Fraction, sign: Sql): Fraction {
  return { top: sql`(${times(a.top, b.below)} ${sign} ${times(b.top, a.below)})`, below: product(a.below, b.below) }
}

/** The lesser or the greater of two; unlike PostgreSQL's own, empty where one of them is. */
function oneOf(a: Fraction, b: Fraction, word: Sql, sign: Sql): Fraction {
  if (!a.below && !b.below)
    return {
      top: fenced(
        { a: a.top, b: b.top },
        sql`case when q.a is not null and q.b is not null then ${word}(q.a, q.b) end`,
      ),
      below: null,
    }
  const values = { a: a.top, c: a.below ?? numeric(1), b: b.top, d: b.below ?? numeric(1) }
  const first = sql`q.a * q.d * sign(q.c * q.d) ${sign} q.b * q.c * sign(q.c * q.d)`
  const pick = (one: Sql, other: Sql): Sql =>
    fenced(values, sql`case when ${first} then ${one} when not (${first}) then ${other} end`)
  return { top: pick(sql`q.a`, sql`q.b`), below: pick(sql`q.c`, sql`q.d`) }
}

const times = (value: Sql, factor: Sql | null): Sql => (factor ? sql`(${value} * ${factor})` : value)
const product = (a: Sql | null, b: Sql | null): Sql | null => (a ? times(a, b) : b)

function chosen({ cases, otherwise }: Extract<Part, { op: 'case' }>, reading: FormulaReading): Fraction {
  const parts = cases.map(({ when, part }) => ({
    when: conditionOf(when, reading.entity, reading),
    fraction: fractionOf(part, reading),
  }))
  const last = fractionOf(otherwise, reading)
  const written = (of: (fraction: Fraction) => Sql): Sql =>
    sql`(case ${sql.join(
      parts.map(({ when, fraction }) => sql`when ${when} then ${of(fraction)}`),
      sql` `,
    )} else ${of(last)} end)`
  const isDivided = [last, ...parts.map(({ fraction }) => fraction)].some(({ below }) => below !== null)
  return { top: written(({ top }) => top), below: isDivided ? written(({ below }) => below ?? numeric(1)) : null }
}

function conditionOf(rule: Rule, entity: Entity, reading: FormulaReading, alias = reading.alias): RawBuilder<boolean> {
  return ruleToSql(rule, { entity, model: reading.model, alias, user: {}, settings: {}, now: new Date(0) })
}

function behind({ ref, field, counted: how }: Extract<Part, { op: 'path' }>, reading: FormulaReading): Sql {
  const target = reading.model.entities[reading.entity.fields[ref]?.ref?.to ?? '']
  if (!target) throw new Error(`The field ${reading.entity.name}.${ref} is no reference.`)
  return sql`(select ${counted(columnOf(target, 'far', field), how)} from ${sql.table(target.name)} as far
    where far.id = ${columnOf(reading.entity, reading.alias, ref)})`
}

function overRows({ what, of, by, field, counted: how, where }: RowsPart, reading: FormulaReading): Fraction {
  const rows = reading.model.entities[of]
  if (!rows) throw new Error(`The Model has no entity "${of}".`)
  const conditions = [
    sql`${sql.ref(`own.${by}`)} = ${sql.ref(`${reading.alias}.id`)}`,
    living('own'),
    ...(where ? [conditionOf(where, rows, reading, 'own')] : []),
  ]
  const over = (value: Sql): Sql =>
    sql`(select ${value} from ${sql.table(of)} as own where ${sql.join(conditions, sql` and `)})`
  if (field === undefined) return { top: over(sql`count(*)::numeric`), below: null }
  const value = counted(columnOf(rows, 'own', field), how)
  if (what === 'sum') return { top: over(sql`coalesce(sum(${value}), 0)`), below: null }
  if (what === 'avg') return { top: over(sql`sum(${value})`), below: over(sql`nullif(count(${value}), 0)::numeric`) }
  return { top: over(sql`${sql.raw(what)}(${value})`), below: null }
}

function columnOf(entity: Entity, alias: string, name: string): Sql {
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined
  if (!field) throw new Error(`The entity ${entity.name} has no field "${name}".`)
  return fieldColumn(alias, field, fieldSql)
}

function counted(column: Sql, how: Counted): Sql {
  switch (how.as) {
    case 'plain':
      return column
    case 'date':
      return sql`(${column} - date '1970-01-01')::numeric`
    case 'moment':
      return sql`extract(epoch from ${column})::numeric`
    case 'number':
      return how.factor === 1 ? sql`${column}::numeric` : sql`(${column}::numeric * ${numeric(how.factor)})`
  }
}

const numeric = (value: number | string): Sql => sql.raw(`${decimalText(value) ?? 'null'}::numeric`)

/** A written value, without parameters: the text of a formula is compared with the one of an earlier start. */
function literal(value: string | number | boolean | null | object, how: Counted): Sql {
  if (value === null || typeof value === 'object') return sql`null`
  if (how.as === 'number') return numeric(String(value))
  if (how.as === 'plain') return typeof value === 'string' ? sql.lit(value) : sql.lit(value === 1 || value === true)
  return counted(sql`${sql.lit(String(value))}::${sql.raw(how.as === 'date' ? 'date' : 'timestamptz')}`, how)
}
