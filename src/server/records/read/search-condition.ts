import { sql, type RawBuilder } from 'kysely'
import { typeOf } from '../../../model/canonical'
import type { Entity } from '../../../model/entity'
import { listOperators } from '../../../model/list-operators'
import { askedColumn, type AskedColumn } from './asked-column'
import type { RecordContext } from '../record-context'
import { sqlTypeOf } from './row-columns'
import { all } from './in-scope'

/** Words of one search; a text pasted by mistake must not become a thousand conditions. */
const MAX_WORDS = 10
const MAX_CHARS = 200

/**
 * Every word of the text is in one of the fields, regardless of case and accents; null when there is no word.
 * @param names fields to search; when none of them is readable, nothing is found
 */
export function searchCondition(
  context: RecordContext,
  text: string,
  names: readonly string[] = searchFields(context.entity),
): RawBuilder<boolean> | null {
  const words = searchWords(text)
  if (words.length === 0) return null
  const columns = names
    .flatMap((name) => askedColumn(context, name) ?? [])
    .filter(({ field }) => listOperators(typeOf(field, context.runtime.fieldTypes)).includes('contains'))
  if (columns.length === 0) return sql<boolean>`false`
  return all(words.map((word) => anyContains(context, columns, word)))
}

export function searchWords(text: string): string[] {
  // No stored text has control characters or lone surrogates, and PostgreSQL accepts neither.
  return text
    .slice(0, MAX_CHARS)
    .normalize('NFC')
    .split(/[\s\p{Cc}\p{Surrogate}]+/u)
    .filter(Boolean)
    .slice(0, MAX_WORDS)
}

/** Fields with `x-search`; an entity without any is searched by the fields of its label. */
export function searchFields(entity: Entity): readonly string[] {
  const marked = Object.values(entity.fields)
    .filter(({ search }) => search)
    .map(({ name }) => name)
  return marked.length > 0 ? marked : representFields(entity)
}

/** Fields that `x-represent` names. */
export const representFields = (entity: Entity): readonly string[] =>
  entity.represent.flatMap((part) => ('field' in part ? [part.field] : []))

function anyContains({ runtime }: RecordContext, columns: readonly AskedColumn[], word: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(
    columns.map(({ column, field }) => sqlTypeOf(runtime.fieldSql, field).compare(column, 'contains', word, field)),
    sql` or `,
  )})`
}
