import { compareNumber, type FieldSql, orderByCode } from '../field-sql'
import { textColumn } from '../sql-columns'

export const refSql: FieldSql = {
  column: () => 'integer',
  encode: (value) => value,
  decode: (raw) => Number(raw),
  order: (column) => column,
  compare: compareNumber,
  plain: { kind: 'number', of: (column) => column },
}

/** A reference to an entity with text ids. */
export const keyrefSql: FieldSql = { ...textColumn, order: orderByCode }
