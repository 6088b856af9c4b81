import { sql } from 'kysely'
import { anyId, anyOfText, anyText } from '../../model/any-reference'
import { fold } from '../../model/values/fold'
import type { Json } from '../../model/json'
import { compareText, type FieldSql, list, orderByCode } from '../field-sql'

const storedText = (value: Json): Json => {
  const found = anyId(value)
  return found ? anyText(found) : value
}

/**
 * Kind and id in one text, `drivers:12`: neither is ever there without the other, and one index answers for a record
 * and, by its beginning, for a kind.
 */
export const refAnySql: FieldSql = {
  column: () => 'text',
  encode: storedText,
  decode: (raw) => anyOfText(String(raw)),
  order: orderByCode,
  compare: (column, op, value) =>
    compareText(column, op, op === 'in' || op === 'nin' ? list(value).map(storedText) : storedText(value), fold),
  check: (column, { schema }) => {
    const kinds = Array.isArray(schema['x-to']) ? schema['x-to'].map(String) : []
    return sql`${column} ~ ${sql.lit(`^(${kinds.join('|')}):[1-9][0-9]*$`)}`
  },
  inner: (column) => sql`split_part(${column}, ':', 1)`,
}
