import { sql, type RawBuilder } from 'kysely'
import { typeOf } from '../../../model/canonical'
import type { Entity } from '../../../model/entity'
import { listOperators } from '../../../model/list-operators'
import { MAX_ID } from '../../../model/values/id-value'
import { askedColumn, type AskedColumn } from './asked-column'
import type { RecordContext } from '../record-context'
import { sqlTypeOf } from './row-columns'
import { all } from './in-scope'
import { leadsToAll, leadsToWord, searchedReferences } from './search-references'
import { searchWords } from './search-words'

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
  const columns = searchedColumns(context, names)
  if (columns.length === 0) return sql<boolean>`false`
  return all(words.map((word) => anyOf(contains(context, columns, word))))
}

/**
 * The search of a list: every word is in the record's own texts or, where the record is named by its id, is that; or all of them are in one record that it
 * refers to (`x-search` on a reference). A word that few of those have may stand among the record's own: a surname and a street.
 */
export function listSearch(context: RecordContext, text: string): RawBuilder<boolean> | null {
  const references = searchedReferences(context)
  if (references.length === 0) return searchCondition(context, text)
  const words = searchWords(text)
  if (words.length === 0) return null
  const columns = searchedColumns(context, searchFields(context.entity))
  const leading = references.flatMap((reference) => leadsToAll(context, reference, text, words) ?? [])
  const own = words.map((word) => [
    ...isNamed(context, word), ...references.flatMap((reference) => leadsToWord(context, reference, text, word) ?? []), ...contains(context, columns, word),
  ])
  // What is quickly answered stands first.
  const mixed = own.every((ways) => ways.length > 0) ? [all(own.map(anyOf))] : []
  const ways = [...leading, ...mixed]
  if (ways.length === 0) return sql<boolean>`false`
  if (!(context.found?.text === text && context.found.isRare)) return anyOf(ways)
  // Each way by its own index; with the list's order and limit in sight, PostgreSQL would go along the order until it met enough.
  const each = ways.map((way) => sql`select t.id from ${sql.table(context.entity.name)} as t where t.date_deleted is null and ${way}`)
  return sql<boolean>`t.id = any(array(${sql.join(each, sql` union all `)}))`
}

/** Fields with `x-search`; an entity without any is searched by the fields of its label. */
export function searchFields(entity: Entity): readonly string[] {
  const marked = Object.values(entity.fields).filter(({ search }) => search)
  return marked.length > 0 ? marked.filter(({ ref }) => !ref).map(({ name }) => name) : representFields(entity)
}

/** Fields that `x-represent` names. */
export const representFields = (entity: Entity): readonly string[] =>
  entity.represent.flatMap((part) => ('field' in part ? [part.field] : []))

function searchedColumns(context: RecordContext, names: readonly string[]): readonly AskedColumn[] {
  return names
    .flatMap((name) => askedColumn(context, name) ?? [])
    .filter(({ field }) => listOperators(typeOf(field, context.runtime.fieldTypes)).includes('contains'))
}

/** The number by which people call a record without a name. */
function isNamed({ entity }: RecordContext, word: string): readonly RawBuilder<boolean>[] {
  const isNumber = /^\d{1,10}$/.test(word) && Number(word) > 0 && Number(word) <= MAX_ID
  return isNumber && representFields(entity).includes('id') ? [sql<boolean>`t.id = ${Number(word)}`] : []
}

function contains({ runtime }: RecordContext, columns: readonly AskedColumn[], word: string): readonly RawBuilder<boolean>[] {
  return columns.map(({ column, field }) => sqlTypeOf(runtime.fieldSql, field).compare(column, 'contains', word, field))
}

const anyOf = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> => sql<boolean>`(${sql.join(conditions, sql` or `)})`
