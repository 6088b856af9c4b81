import { type RawBuilder, sql } from 'kysely'
import type { Json } from '../model/json'
import { canonicalDecimal, decimalText } from '../model/values/decimal'
import { fold } from '../model/values/fold'
import { checkLimits, compareNumber, compareText, type FieldSql, isNull } from './field-sql'

/** What the columns of all text types share; each type adds its order and anything else it holds. */
export const textColumn: Omit<FieldSql, 'order'> = {
  column: () => 'text',
  encode: (value) => value,
  decode: (raw) => String(raw),
  wire: asItIs,
  compare: (column, op, value) => compareText(column, op, value, fold),
  plain: { kind: 'text', of: (column) => column },
}

/** A number that keeps every digit it was written with. */
export const exactColumn: FieldSql = {
  column: () => 'numeric',
  encode: (value) => decimalText(value),
  decode: (raw) => canonicalDecimal(String(raw)),
  wire: exactWire,
  raw: (raw) => decimalText(String(raw)) ?? '',
  order: (column) => column,
  compare: compareNumber,
  check: checkLimits,
  plain: { kind: 'number', of: (column) => column },
}

/** For types whose column PostgreSQL writes in the wire's form. */
export function asItIs(column: RawBuilder<unknown>): RawBuilder<unknown> {
  return column
}

/**
 * `canonicalDecimal` in SQL: a number where a double is exact, else a text. Fifteen digits always are; of more, those
 * which the shortest text of their double gives back. Beyond a double's range PostgreSQL would fail.
 */
function exactWire(column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when scale(${column}) <= 5 and abs(${column}) < 10000000000 then to_json(trim_scale(${column}))
    when abs(${column}) < 1e300 and scale(${column}) < 300
    and ${column}::float8::text::numeric = ${column} then to_json(trim_scale(${column}))
    else to_json(trim_scale(${column})::text) end`
}

/** What one jsonb column and its parts share. */
export const jsonColumn: Pick<FieldSql, 'column' | 'encode' | 'decode' | 'wire' | 'wirePart' | 'order'> = {
  column: () => 'jsonb',
  // Always as text: the driver would write a list as an SQL array.
  encode: (value) => JSON.stringify(value),
  decode: (raw) => raw as Json,
  wire: asItIs,
  wirePart: (column, part) => sql`${column} -> ${sql.lit(part)}`,
  order: (column) => sql`${column}::text collate "C"`,
}

/** A number in some unit, never below 0. */
export const measureColumn: FieldSql = {
  ...exactColumn,
  check: (column, field) => checkLimits(column, { ...field, schema: { minimum: 0, ...field.schema } }),
}

/** For values without a column: using one as a column means that `Field.virtual` was overlooked. */
export const virtualColumn: FieldSql = {
  column: noColumn,
  encode: noColumn,
  decode: noColumn,
  order: noColumn,
  compare: noColumn,
}

function noColumn(): never {
  throw new Error('A virtual field has no column; it cannot be stored.')
}

/** The id of a row of the engine's `files`. */
export const fileColumn: FieldSql = {
  column: () => 'integer',
  pointsTo: 'files',
  encode: (value) => value,
  decode: (raw) => Number(raw),
  order: (column) => column,
  compare: (column, op, value) => (op === 'isNull' ? isNull(column, value) : sql<boolean>`false`),
}
