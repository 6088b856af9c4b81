import { type FieldSql, orderByCode } from '../field-sql'
import { textColumn } from '../sql-columns'

export const phoneSql: FieldSql = { ...textColumn, order: orderByCode }
