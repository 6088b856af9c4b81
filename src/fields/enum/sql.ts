import { sql } from 'kysely'
import { choices } from '../../model/choices'
import { fold } from '../../model/fold'
import { compareText, type FieldSql, orderByCode } from '../field-sql'

export const enumSql: FieldSql = {
  column: () => 'text',
  encode: (value) => value,
  decode: (raw) => String(raw),
  order: orderByCode,
  compare: (column, op, value) => compareText(column, op, value, fold),
  check: (column, field) => sql`${column} in (${sql.join(choices(field).map(({ value }) => sql.lit(value)))})`,
  plain: { kind: 'text', of: (column) => column },
}
