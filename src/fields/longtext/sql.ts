import { checkLength, type FieldSql, orderFolded } from '../field-sql'
import { textColumn } from '../sql-columns'

export const longtextSql: FieldSql = { ...textColumn, order: orderFolded, check: checkLength }
