import { compareNumber, type FieldSql } from '../field-sql'

export const refSql: FieldSql = {
  column: () => 'integer',
  encode: (value) => value,
  decode: (raw) => Number(raw),
  order: (column) => column,
  compare: compareNumber,
  plain: { kind: 'number', of: (column) => column },
}
