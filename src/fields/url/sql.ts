import { type FieldSql, orderFolded } from '../field-sql'
import { textColumn } from '../sql-columns'

export const urlSql: FieldSql = { ...textColumn, order: orderFolded }
