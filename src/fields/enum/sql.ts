import { sql } from 'kysely'
import { choices } from '../../model/rules/choices'
import { type FieldSql, orderByCode } from '../field-sql'
import { textColumn } from '../sql-columns'

export const enumSql: FieldSql = {
  ...textColumn,
  order: orderByCode,
  check: (column, field) => sql`${column} in (${sql.join(choices(field).map(({ value }) => sql.lit(value)))})`,
}
