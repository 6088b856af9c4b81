import type { FieldSql } from '../field-sql'
import { exactColumn } from '../sql-columns'

export const moneySql: FieldSql = exactColumn
