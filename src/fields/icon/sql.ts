import { type FieldSql, orderByCode } from '../field-sql'
import { textColumn } from '../sql-columns'

export const iconSql: FieldSql = { ...textColumn, order: orderByCode }
