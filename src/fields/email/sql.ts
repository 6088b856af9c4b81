import { sql } from 'kysely'
import { fold } from '../../model/fold'
import { compareText, type FieldSql, orderFolded } from '../field-sql'

export const emailSql: FieldSql = {
  column: () => 'text',
  encode: (value) => value,
  decode: (raw) => String(raw),
  order: orderFolded,
  compare: (column, op, value) => compareText(column, op, value, fold),
  // The local part of one mailbox is written in any case.
  unique: (column) => sql`lower(${column} collate "C")`,
  plain: { kind: 'text', of: (column) => column },
}
