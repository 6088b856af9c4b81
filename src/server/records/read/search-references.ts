import { sql, type RawBuilder } from 'kysely'
import { typeOf } from '../../../model/canonical'
import type { Field } from '../../../model/field'
import { listOperators } from '../../../model/list-operators'
import { representFields } from '../../../model/search-fields'
import { fold } from '../../../model/values/fold'
import { fieldColumn } from '../../language/rules/field-column'
import type { RecordContext } from '../record-context'
import { containsWord } from './search-words'
import { seenFields } from '../fields/seen-fields'
import type { FoundIn, LookedUp } from './search-found'
import { countIn, hasWord, sampleOf } from './search-sample'

/** More records than these with a word in them, and the word counts together with the others of the search alone. */
const MAX_EACH = 1_000
/** Ids that a statement is given; what fits more is asked row by row, and found soon since there is so much of it. */
const MAX_ALL = 10_000
/** And so many have what is common: to name them all would take longer than to ask each row. */
export const COMMON_OF_SAMPLE = 50
/** Trigrams know nothing of shorter words, so that a large table would be read whole for them. */
export const TRIGRAM = 3

/** A reference whose records are searched, with the texts that the asker sees of them. */
export interface SearchedReference {
  readonly field: Field
  readonly to: string
  readonly isLarge: boolean
  readonly texts: readonly Field[]
  readonly matches: (word: string) => RawBuilder<boolean>
}

/**
 * What each reference leads to, asked once where two lead to the same texts of the same records (a client and a
 * driver).
 */
export async function foundBy(
  context: RecordContext,
  references: readonly SearchedReference[],
  words: readonly string[],
): Promise<ReadonlyMap<string, FoundIn>> {
  const asked: LookedUp = context.lookedUp ?? new Map()
  const found = await Promise.all(
    references.map((reference) => {
      const key = [reference.to, ...reference.texts.map(({ name }) => name), '', ...words].join('\n')
      const one = asked.get(key) ?? foundIn(context, reference, words)
      asked.set(key, one)
      return one
    }),
  )
  return new Map(references.map(({ field }, i) => [field.name, found[i] ?? NOT_FOUND] as const))
}

const NOT_FOUND: FoundIn = { all: null, each: new Map() }

async function foundIn(
  context: RecordContext,
  reference: SearchedReference,
  words: readonly string[],
): Promise<FoundIn> {
  const isKnown = (word: string): boolean => !reference.isLarge || word.length >= TRIGRAM
  const listed =
    words.length === 1
      ? []
      : await Promise.all(
          words.map(
            async (word) => [word, isKnown(word) ? await idsOf(context, reference, [word], MAX_EACH) : null] as const,
          ),
        )
  const each = new Map(listed.flatMap(([word, ids]) => (ids ? [[word, ids] as const] : [])))
  // Of the few that have a rare word, those that have the others are soon told, even where a word is too short to be
  // looked up by itself.
  const rest = words.filter((word) => !each.has(word))
  const rarest = [...each.values()]
    .map((ids) => new Set(ids))
    .reduce<ReadonlySet<number> | null>(
      (both, ids) => (both ? new Set([...both].filter((id) => ids.has(id))) : ids),
      null,
    )
  const all =
    rarest?.size === 0
      ? []
      : rarest && rest.length === 0
        ? [...rarest]
        : rarest || words.every(isKnown)
          ? await idsOf(context, reference, rest, MAX_ALL, rarest)
          : null
  return { all, each }
}

/** Null: more than `max`. @param among only these */
async function idsOf(
  { runtime }: RecordContext,
  { to, isLarge, texts, matches }: SearchedReference,
  words: readonly string[],
  max: number,
  among: ReadonlySet<number> | null = null,
): Promise<readonly number[] | null> {
  if (isLarge && !among) {
    const folded = words.map(fold)
    if (
      countIn(await sampleOf(runtime, to, texts, []), (one) => folded.every((word) => hasWord(word)(one))) >=
      COMMON_OF_SAMPLE
    )
      return null
  }
  const { rows } = await sql<{
    id: number
  }>`select x.id from ${sql.table(to)} as x
    where ${sql.join([...(among ? [sql`x.id = any(${[...among]}::integer[])`] : []), ...words.map(matches)], sql` and `)} limit ${max + 1}`.execute(
    runtime.database.db,
  )
  return rows.length > max ? null : rows.map(({ id }) => id)
}

/**
 * References that the search looks through, and of their texts (`x-expand`, else the label) those that every row shows
 * the asker.
 */
export function searchedReferences(context: RecordContext): readonly SearchedReference[] {
  const { entity, model, runtime } = context
  return Object.values(entity.fields).flatMap((field) => {
    const target = field.search && field.ref ? model.entities[field.ref.to] : undefined
    if (!target || seenFields(context).fields.get(field.name) !== null) return []
    const expanded = Object.values(field.ref?.expand ?? {})
    const texts = [...new Set(expanded.length > 0 ? expanded : representFields(target))].flatMap((name) => {
      const text = target.fields[name]
      const isText =
        text !== undefined && !text.virtual && listOperators(typeOf(text, runtime.fieldTypes)).includes('contains')
      return isText && seenFields(context, target).fields.get(name) === null ? [text] : []
    })
    if (texts.length === 0) return []
    const matches = (word: string): RawBuilder<boolean> =>
      sql<boolean>`(${sql.join(
        texts.flatMap((text) => containsWord(runtime, fieldColumn('x', text, runtime.fieldSql), text, word)),
        sql` or `,
      )})`
    return [{ field, to: target.name, isLarge: target.size === 'large', texts, matches }]
  })
}

/** The condition that a record's reference leads to one with all these words; null: to none. */
export function leadsToAll(
  context: RecordContext,
  reference: SearchedReference,
  text: string,
  words: readonly string[],
): RawBuilder<boolean> | null {
  const found = context.found?.text === text ? context.found.by.get(reference.field.name) : undefined
  const column = fieldColumn('t', reference.field, context.runtime.fieldSql)
  if (found?.all) return found.all.length === 0 ? null : sql<boolean>`${column} = any(${[...found.all]}::integer[])`
  const { to, matches } = reference
  // No `exists`: PostgreSQL would read all of them first, to ask the few records that it meets.
  return sql<boolean>`(select ${sql.join(words.map(matches), sql` and `)} from ${sql.table(to)} as x
    where x.id = ${column})`
}

/** The same for one word of several; null: none has it, or so many that it says nothing by itself. */
export function leadsToWord(
  context: RecordContext,
  { field }: SearchedReference,
  text: string,
  word: string,
): RawBuilder<boolean> | null {
  const ids = context.found?.text === text ? context.found.by.get(field.name)?.each.get(word) : undefined
  return ids && ids.length > 0
    ? sql<boolean>`${fieldColumn('t', field, context.runtime.fieldSql)} = any(${[...ids]}::integer[])`
    : null
}
