import type { FieldSql } from '../field-sql'
import { measureColumn } from '../sql-columns'

export const durationSql: FieldSql = measureColumn
