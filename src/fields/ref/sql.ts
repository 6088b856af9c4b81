import { compareNumber, type FieldSql, orderByCode } from '../field-sql'
import { asItIs, textColumn } from '../sql-columns'

export const refSql: FieldSql = {
  column: () => 'integer',
  encode: (value) => value,
  decode: (raw) => Number(raw),
  wire: asItIs,
  order: (column) => column,
  compare: compareNumber,
  plain: { kind: 'number', of: (column) => column },
}

/** A reference to an entity with text ids. */
export const keyrefSql: FieldSql = { ...textColumn, order: orderByCode }
