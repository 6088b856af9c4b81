import { sql, type RawBuilder } from 'kysely'
import type { Json } from '../../model/json'
import { fold } from '../../model/values/fold'
import { compareText, type FieldSql, isNull } from '../field-sql'

/** One jsonb column; a search looks into the answers, in the words that people read. */
export const answersSql: FieldSql = {
  column: () => 'jsonb',
  encode: (value) => JSON.stringify(value),
  decode: (raw) => raw as Json,
  order: (column) => sql`${column}::text collate "C"`,
  compare: (column, op, value) => {
    if (op === 'isNull') return isNull(column, value)
    return op === 'contains' ? compareText(answersText(column), op, value, fold) : sql<boolean>`false`
  },
  text: answersText,
}

/**
 * What was answered, not what was asked, which all answers share; without parameters, because an index is built on it.
 */
function answersText(column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`jsonb_path_query_array(${column}, '$.words[*].text')::text`
}
