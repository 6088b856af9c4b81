import { type RawBuilder, sql } from 'kysely'
import { fold } from '../../model/values/fold'
import { ANY_TAG, ENTITIES, INLINE_TAG, plainText } from '../../model/values/rich-text'
import { checkLength, compareText, type FieldSql, isNull, orderFolded } from '../field-sql'
import { textColumn } from '../sql-columns'

export const richtextSql: FieldSql = {
  ...textColumn,
  order: orderFolded,
  check: checkLength,
  // Only the text is searched, so that "strong" does not find every bold word.
  compare: (column, op, value) => {
    if (op === 'isNull') return isNull(column, value)
    const sought = typeof value === 'string' ? plainText(value) : value
    return op === 'contains' ? compareText(unstyledText(column), op, sought, fold) : sql<boolean>`false`
  },
  text: unstyledText,
}

/** `plainText` of src/model/values/rich-text.ts; without parameters, because an index is built on it. */
function unstyledText(column: RawBuilder<unknown>): RawBuilder<unknown> {
  const inline = sql`regexp_replace(${column}, ${sql.lit(INLINE_TAG)}, '', 'g')`
  const spaced = sql`regexp_replace(${inline}, ${sql.lit(ANY_TAG)}, ' ', 'g')`
  return ENTITIES.reduce((read, [entity, char]) => sql`replace(${read}, ${sql.lit(entity)}, ${sql.lit(char)})`, spaced)
}
