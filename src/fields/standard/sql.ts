import { type FieldSql, orderByCode } from '../field-sql'
import { textColumn } from '../sql-columns'

export const standardSql: FieldSql = { ...textColumn, order: orderByCode }
