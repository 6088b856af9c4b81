import { sql } from 'kysely'
import { canonicalDecimal, decimalText } from '../model/values/decimal'
import { fold } from '../model/values/fold'
import { checkLimits, compareNumber, compareText, type FieldSql, isNull } from './field-sql'

/** What the columns of every kind of text share; each type adds how it is ordered and what else it holds. */
export const textColumn: Omit<FieldSql, 'order'> = {
  column: () => 'text',
  encode: (value) => value,
  decode: (raw) => String(raw),
  compare: (column, op, value) => compareText(column, op, value, fold),
  plain: { kind: 'text', of: (column) => column },
}

/** A number that keeps every digit it was written with. */
export const exactColumn: FieldSql = {
  column: () => 'numeric',
  encode: (value) => decimalText(value),
  decode: (raw) => canonicalDecimal(String(raw)),
  raw: (raw) => decimalText(String(raw)) ?? '',
  order: (column) => column,
  compare: compareNumber,
  check: checkLimits,
  plain: { kind: 'number', of: (column) => column },
}

/** A number of some unit, which is never below 0. */
export const measureColumn: FieldSql = {
  ...exactColumn,
  check: (column, field) => checkLimits(column, { ...field, schema: { minimum: 0, ...field.schema } }),
}

/** For values that stand in no column: whoever takes them for one has overlooked `Field.virtual`. */
export const virtualColumn: FieldSql = {
  column: noColumn,
  encode: noColumn,
  decode: noColumn,
  order: noColumn,
  compare: noColumn,
}

function noColumn(): never {
  throw new Error('A virtual field has no column.')
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
