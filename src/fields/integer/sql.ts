import { checkLimits, compareNumber, type FieldSql } from '../field-sql'

export const integerSql: FieldSql = {
  column: () => 'bigint',
  encode: (value) => value,
  decode: (raw) => Number(raw),
  order: (column) => column,
  compare: compareNumber,
  check: checkLimits,
  plain: { kind: 'number', of: (column) => column },
}
