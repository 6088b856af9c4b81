import type { FieldSql } from '../field-sql'
import { exactColumn } from '../sql-columns'

export const percentSql: FieldSql = exactColumn
