import { compareNumber, type FieldSql } from '../field-sql'

export const integerSql: FieldSql = {
  column: () => 'bigint',
  encode: (value) => value,
  decode: (raw) => Number(raw),
  order: (column) => column,
  compare: compareNumber,
  plain: { kind: 'number', of: (column) => column },
}
