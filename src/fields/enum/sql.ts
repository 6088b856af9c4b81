import { fold } from '../../model/fold'
import { compareText, type FieldSql, orderByCode } from '../field-sql'

export const enumSql: FieldSql = {
  column: () => 'text',
  encode: (value) => value,
  decode: (raw) => String(raw),
  order: orderByCode,
  compare: (column, op, value) => compareText(column, op, value, fold),
  plain: { kind: 'text', of: (column) => column },
}
