import { sql, type RawBuilder } from 'kysely'
import { typeOf } from '../../../model/canonical'
import type { Field } from '../../../model/field'
import type { JsonObject } from '../../../model/json'
import { listOperators } from '../../../model/list-operators'
import { fieldColumn } from './field-column'
import { parsedObject } from '../json-object'
import type { RecordContext } from '../record-context'
import { sqlTypeOf } from './row-columns'
import { seenFields } from './seen-fields'
import type { FoundIn } from './search-found'
import { searchWords } from './search-words'

/** More records than these with a word in them, and the word counts together with the others of the search alone. */
const MAX_EACH = 1_000
/** Ids that a statement is given; what fits more is asked row by row, and found soon since there is so much of it. */
const MAX_ALL = 10_000
/** Of so few ids the records are gathered by index. */
const MAX_RARE = 2_000
/** Of the newest records so many are looked at; a text that so few of them have is rare. */
const PROBED = 1_000
const RARE_OF_PROBED = 10
/** And so many have what is common: to name them all would take longer than to ask each row. */
const COMMON_OF_PROBED = 50
/** Trigrams know nothing of shorter words, so that a large table would be read whole for them. */
const TRIGRAM = 3

/** A reference whose records are searched, with the texts that the asker sees of them. */
interface SearchedReference {
  readonly field: Field
  readonly to: string
  readonly isLarge: boolean
  readonly matches: (word: string) => RawBuilder<boolean>
}

/**
 * Looks up which records that are referred to have the words of the query's search (`x-search` on a reference), before the list is read: PostgreSQL
 * estimates a list of ids well, and a subquery within an `or` not at all. The same context where there is nothing to look up.
 */
export async function withFound(context: RecordContext, query: JsonObject): Promise<RecordContext> {
  const text = textOf(query)
  if (text === null) return context
  const words = searchWords(text)
  const references = searchedReferences(context)
  if (words.length === 0 || references.length === 0) return context
  const [isRareText, ...by] = await Promise.all([
    isRareIn(context, words), ...references.map(async (reference) => [reference.field.name, await foundIn(context, reference, words)] as const),
  ])
  const ids = by.reduce((sum, [, { all }]) => sum + (all?.length ?? Infinity), 0)
  return { ...context, found: { text, isRare: isRareText && ids <= MAX_RARE, by: new Map(by) } }
}

async function isRareIn({ entity, runtime }: RecordContext, words: readonly string[]): Promise<boolean> {
  const texts = Object.values(entity.fields).filter(({ search, ref }) => search && !ref)
  if (entity.size !== 'large' || texts.length === 0 || words.some((word) => word.length < TRIGRAM)) return false
  const has = words.map((word) => sql`(${sql.join(texts.map((text) => sqlTypeOf(runtime.fieldSql, text).compare(fieldColumn('t', text, runtime.fieldSql), 'contains', word, text)), sql` or `)})`)
  return (await probed(runtime, entity.name, 't', has)) <= RARE_OF_PROBED
}

/** How many of the newest records meet all conditions over the alias. */
async function probed({ database }: RecordContext['runtime'], table: string, alias: string, conditions: readonly RawBuilder<unknown>[]): Promise<number> {
  const { rows: [row] } = await sql<{ n: number }>`select count(*)::int as n from (select * from ${sql.table(table)} order by id desc limit ${PROBED}) as ${sql.id(alias)}
    where ${sql.join(conditions, sql` and `)}`.execute(database.db)
  return row?.n ?? 0
}

function textOf(query: JsonObject): string | null {
  const named = parsedObject(query.filters)
  const asked = named?.q ?? named?.query ?? query.q ?? query.query
  return typeof asked === 'string' ? asked : typeof asked === 'number' ? String(asked) : null
}

async function foundIn(context: RecordContext, reference: SearchedReference, words: readonly string[]): Promise<FoundIn> {
  const isKnown = (word: string): boolean => !reference.isLarge || word.length >= TRIGRAM
  const [all, ...each] = await Promise.all([
    words.every(isKnown) ? idsOf(context, reference, words, MAX_ALL) : null,
    ...(words.length === 1 ? [] : words.map(async (word) => [word, isKnown(word) ? await idsOf(context, reference, [word], MAX_EACH) : null] as const)),
  ])
  return { all: all ?? null, each: new Map(each.flatMap(([word, ids]) => (ids ? [[word, ids] as const] : []))) }
}

/** Null: more than `max`. */
async function idsOf({ runtime }: RecordContext, { to, isLarge, matches }: SearchedReference, words: readonly string[], max: number): Promise<readonly number[] | null> {
  if (isLarge && (await probed(runtime, to, 'x', words.map(matches))) >= COMMON_OF_PROBED) return null
  const { rows } = await sql<{ id: number }>`select x.id from ${sql.table(to)} as x where ${sql.join(words.map(matches), sql` and `)} limit ${max + 1}`
    .execute(runtime.database.db)
  return rows.length > max ? null : rows.map(({ id }) => id)
}

/** References that the search looks through, and of their texts those that every row shows the asker. */
export function searchedReferences(context: RecordContext): readonly SearchedReference[] {
  const { entity, model, runtime } = context
  return Object.values(entity.fields).flatMap((field) => {
    const target = field.search && field.ref ? model.entities[field.ref.to] : undefined
    if (!target || seenFields(context).fields.get(field.name) !== null) return []
    const texts = [...new Set(Object.values(field.ref?.expand ?? {}))].flatMap((name) => {
      const text = target.fields[name]
      const isText = text !== undefined && !text.virtual && listOperators(typeOf(text, runtime.fieldTypes)).includes('contains')
      return isText && seenFields(context, target).fields.get(name) === null ? [text] : []
    })
    if (texts.length === 0) return []
    const matches = (word: string): RawBuilder<boolean> => sql<boolean>`(${sql.join(
      texts.map((text) => sqlTypeOf(runtime.fieldSql, text).compare(fieldColumn('x', text, runtime.fieldSql), 'contains', word, text)), sql` or `)})`
    return [{ field, to: target.name, isLarge: target.size === 'large', matches }]
  })
}

/** The condition that a record's reference leads to one with all these words; null: to none. */
export function leadsToAll(context: RecordContext, reference: SearchedReference, text: string, words: readonly string[]): RawBuilder<boolean> | null {
  const found = context.found?.text === text ? context.found.by.get(reference.field.name) : undefined
  const column = fieldColumn('t', reference.field, context.runtime.fieldSql)
  if (found?.all) return found.all.length === 0 ? null : sql<boolean>`${column} = any(${[...found.all]}::integer[])`
  const { to, matches } = reference
  // No `exists`: PostgreSQL would read all of them first, to ask the few records that it meets.
  return sql<boolean>`(select ${sql.join(words.map(matches), sql` and `)} from ${sql.table(to)} as x where x.id = ${column})`
}

/** The same for one word of several; null: none has it, or so many that it says nothing by itself. */
export function leadsToWord(context: RecordContext, { field }: SearchedReference, text: string, word: string): RawBuilder<boolean> | null {
  const ids = context.found?.text === text ? context.found.by.get(field.name)?.each.get(word) : undefined
  return ids && ids.length > 0 ? sql<boolean>`${fieldColumn('t', field, context.runtime.fieldSql)} = any(${[...ids]}::integer[])` : null
}
