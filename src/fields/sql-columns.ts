import { sql } from 'kysely'
import { canonicalDecimal, decimalText } from '../model/values/decimal'
import { fold } from '../model/values/fold'
import { checkLimits, compareNumber, compareText, type FieldSql, isNull } from './field-sql'

/** What the columns of all text types share; each type adds its order and anything else it holds. */
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
