import { canonicalDecimal, decimalText } from '../../model/decimal'
import { checkLimits, compareNumber, type FieldSql } from '../field-sql'

export const moneySql: FieldSql = {
  column: () => 'numeric',
  encode: (value) => decimalText(value),
  decode: (raw) => canonicalDecimal(String(raw)),
  raw: (raw) => decimalText(String(raw)) ?? '',
  order: (column) => column,
  compare: compareNumber,
  check: checkLimits,
  plain: { kind: 'number', of: (column) => column },
}
