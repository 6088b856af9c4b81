import { sql } from 'kysely'
import { type FieldSql, orderFolded } from '../field-sql'
import { textColumn } from '../sql-columns'

export const emailSql: FieldSql = {
  ...textColumn,
  order: orderFolded,
  // The case of the local part does not matter: it is the same mailbox.
  unique: (column) => sql`lower(${column} collate "C")`,
}
