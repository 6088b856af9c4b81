import { sql } from 'kysely'
import { type FieldSql, orderFolded } from '../field-sql'
import { textColumn } from '../sql-columns'

export const emailSql: FieldSql = {
  ...textColumn,
  order: orderFolded,
  // The local part of one mailbox is written in any case.
  unique: (column) => sql`lower(${column} collate "C")`,
}
