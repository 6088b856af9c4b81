import { checkLimits, compareNumber, type FieldSql } from '../field-sql'
import { asItIs } from '../sql-columns'

export const integerSql: FieldSql = {
  column: () => 'bigint',
  encode: (value) => value,
  decode: (raw) => Number(raw),
  wire: asItIs,
  order: (column) => column,
  compare: compareNumber,
  check: checkLimits,
  plain: { kind: 'number', of: (column) => column },
}
