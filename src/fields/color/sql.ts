import { type FieldSql, orderByCode } from '../field-sql'
import { textColumn } from '../sql-columns'

export const colorSql: FieldSql = { ...textColumn, order: orderByCode }
