import { sql } from 'kysely'
import { type FieldSql, isNull, numberOfText } from '../field-sql'
import { jsonColumn } from '../sql-columns'

/** Texts that the types other than numbers read; the schema may have said another type when a value was stored. */
const SHAPES: { readonly [type: string]: string } = {
  date: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  'timestamp(3) with time zone': '^[0-9]{4}-[0-9]{2}-[0-9]{2}T',
  'time without time zone': '^[0-9]{2}:[0-9]{2}',
  boolean: '^([01]|true|false)$',
}

/** One jsonb column; a value within it is read as its own type, and is empty where what is stored does not fit that. */
export const objectSql: FieldSql = {
  ...jsonColumn,
  compare: (column, op, value) => (op === 'isNull' ? isNull(column, value) : sql<boolean>`false`),
  inner: (column, path, inner, half) => {
    const text = sql`(${column} #>> ${sql.lit(`{${path.join(',')}}`)}::text[])`
    const type = half.column(inner)
    if (type === 'text') return text
    const shape = SHAPES[type]
    if (shape === undefined) return type === 'jsonb' ? sql`${text}::jsonb` : numberOfText(text)
    return sql`(case when ${text} ~ ${sql.lit(shape)} then ${text}::${sql.raw(type)} end)`
  },
}
