import { checkLength, type FieldSql, orderFolded } from '../field-sql'
import { textColumn } from '../sql-columns'

export const textSql: FieldSql = { ...textColumn, order: orderFolded, check: checkLength }
