import { sql, type RawBuilder } from 'kysely'
import { typeOf } from '../../../model/canonical'
import { listOperators } from '../../../model/list-operators'
import { representFields, searchFields } from '../../../model/search-fields'
import { MAX_ID } from '../../../model/values/id-value'
import { askedColumn, type AskedColumn } from './asked-column'
import type { RecordContext } from '../record-context'
import { all } from '../fields/in-scope'
import { leadsToAll, leadsToWord, searchedReferences } from './search-references'
import { askedWords } from './asked-words'
import { containsWord } from './search-words'

/**
 * Every word of the text is in one of the fields, regardless of case and accents, or is the number of a record that is
 * named by it; null when there is no word.
 * @param names fields to search; when none of them is readable, only such a number is found
 */
export function searchCondition(
  context: RecordContext,
  text: string,
  names: readonly string[] = searchFields(context.entity),
): RawBuilder<boolean> | null {
  const words = askedWords(context, text)
  if (words.length === 0) return null
  const columns = searchedColumns(context, names)
  const ways = words.map((word) => [...isNamed(context, word), ...contains(context, columns, word)])
  return ways.every((one) => one.length > 0) ? all(ways.map(anyOf)) : sql<boolean>`false`
}

/**
 * The search of a list: every word is in the record's own texts or, where the record is named by its id, is that; or
 * all of them are in one record that it refers to (`x-search` on a reference). A word that few of those have may stand
 * among the record's own: a surname and a street.
 */
export function listSearch(context: RecordContext, text: string): RawBuilder<boolean> | null {
  const references = searchedReferences(context)
  if (references.length === 0) return searchCondition(context, text)
  if (askedWords(context, text).length === 0) return null
  const { leading, own } = waysOf(context, text)
  const { gathered = null, isRare = false } = (context.found?.text === text ? context.found : undefined) ?? {}
  const named =
    gathered === null
      ? own.every((ways) => ways.length > 0)
        ? [all(own.map(anyOf))]
        : []
      : gathered.length > 0
        ? [sql<boolean>`t.id = any(${[...gathered]}::integer[])`]
        : []
  // What is quickly answered stands first.
  const ways = isRare ? named : [...leading, ...named]
  return ways.length === 0 ? sql<boolean>`false` : anyOf(ways)
}

/** The ways to a search's few records, each by an index of its own. @param isAll those through references as well */
export function gatheredWays(context: RecordContext, text: string, isAll: boolean): readonly RawBuilder<boolean>[] {
  const { leading, own } = waysOf(context, text)
  const { common = new Set<string>() } = context.found ?? {}
  const words = askedWords(context, text)
  const isAllCommon = words.every((word) => common.has(word))
  // What many have by itself is asked of the rows that the other words have found.
  const asked = words.map((word, i) =>
    common.has(word) && !(isAllCommon && i === 0) ? sql<boolean>`${anyOf(own[i] ?? [])} is true` : anyOf(own[i] ?? []),
  )
  return [...(isAll ? leading : []), ...(own.every((ways) => ways.length > 0) ? [all(asked)] : [])]
}

/** By references to one record with all words; and the ways of each word by itself. */
function waysOf(
  context: RecordContext,
  text: string,
): { readonly leading: readonly RawBuilder<boolean>[]; readonly own: readonly (readonly RawBuilder<boolean>[])[] } {
  const references = searchedReferences(context)
  const words = askedWords(context, text)
  const columns = searchedColumns(context, searchFields(context.entity))
  return {
    leading: references.flatMap((reference) => leadsToAll(context, reference, text, words) ?? []),
    own: words.map((word) => [
      ...isNamed(context, word),
      ...references.flatMap((reference) => leadsToWord(context, reference, text, word) ?? []),
      ...contains(context, columns, word),
    ]),
  }
}

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

function contains(
  { runtime }: RecordContext,
  columns: readonly AskedColumn[],
  word: string,
): readonly RawBuilder<boolean>[] {
  return columns.flatMap(({ column, field, shown }) => {
    if (!shown) return containsWord(runtime, column, field, word)
    // One way without an index would be a walk through the whole table for all of them.
    return containsWord(runtime, shown.column, field, word).map((has) => sql<boolean>`(${shown.when} and ${has})`)
  })
}

const anyOf = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(conditions, sql` or `)})`
