import { fold } from '../../model/fold'
import { checkLength, compareText, type FieldSql, orderFolded } from '../field-sql'

export const textSql: FieldSql = {
  column: () => 'text',
  encode: (value) => value,
  decode: (raw) => String(raw),
  order: orderFolded,
  compare: (column, op, value) => compareText(column, op, value, fold),
  check: checkLength,
  plain: { kind: 'text', of: (column) => column },
}
