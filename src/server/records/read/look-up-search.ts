import { sql } from 'kysely'
import type { JsonObject } from '../../../model/json'
import { fold } from '../../../model/values/fold'
import { parsedObject } from '../json-object'
import type { RecordContext } from '../record-context'
import { withAreas } from './look-up-areas'
import { gatheredWays } from './search-condition'
import type { SearchFound } from './search-found'
import { COMMON_OF_SAMPLE, foundBy, searchedReferences, type SearchedReference, TRIGRAM } from './search-references'
import { countIn, hasWord, sampleOf, type SampledRecord } from './search-sample'
import { askedWords } from './asked-words'
import { living } from '../fields/in-scope'

/** A text that so few of the sample have is rare. */
const RARE_OF_SAMPLE = 10
/**
 * References lead so few of the sample to what was found that all are gathered by index; of more, the first pages are
 * met along the list's order.
 */
const GATHERED_OF_SAMPLE = 4
/** Of so many records that are referred to no list is gathered, also where the sample is small. */
const MAX_LED = 2_000
/** Ids that a list and its count are given; what fits more is asked row by row. */
const MAX_GATHERED = 20_000

/**
 * Looks up which records that are referred to have the words of the query's search (`x-search` on a reference), before
 * the list is read: PostgreSQL estimates a list of ids well, and a subquery within an `or` not at all. The same context
 * where there is nothing to look up.
 */
export async function withFound(asked: RecordContext, query: JsonObject): Promise<RecordContext> {
  const context = await withAreas(asked, query)
  const text = searchedText(query)
  if (text === null) return context
  const words = askedWords(context, text)
  const references = searchedReferences(context)
  if (words.length === 0 || references.length === 0) return context
  const [own, by] = await Promise.all([ownSample(context, references), foundBy(context, references, words)])
  const folded = words.map(fold)
  const common = new Set(
    own === null ? [] : words.filter((word) => countIn(own, hasWord(fold(word))) >= COMMON_OF_SAMPLE),
  )
  const found: SearchFound = { text, isRare: false, gathered: null, common, by }
  const isOwnRare =
    own !== null &&
    words.every((word) => word.length >= TRIGRAM) &&
    countIn(own, (one) => folded.every((word) => hasWord(word)(one))) <= RARE_OF_SAMPLE
  if (!isOwnRare) return { ...context, found }
  const ids = references.map(({ field }) => by.get(field.name)?.all ?? null)
  const isRare =
    ids.every((all) => all !== null && all.length <= MAX_LED) &&
    leadTo(
      own,
      ids.map((all) => new Set(all)),
    ) <= GATHERED_OF_SAMPLE
  const gathered = await gather({ ...context, found }, text, isRare)
  return { ...context, found: { ...found, isRare: isRare && gathered !== null, gathered } }
}

/** The records that few are, by the index of each way that leads to them; null: more than a statement is given. */
async function gather(context: RecordContext, text: string, isAll: boolean): Promise<readonly number[] | null> {
  const ways = gatheredWays(context, text, isAll)
  if (ways.length === 0) return []
  const {
    entity,
    runtime: { database },
  } = context
  const each = ways.map((way) => sql`select t.id from ${sql.table(entity.name)} as t where ${living('t')} and ${way}`)
  const { rows } = await sql<{ id: number }>`${sql.join(each, sql` union all `)} limit ${MAX_GATHERED + 1}`.execute(
    database.db,
  )
  return rows.length > MAX_GATHERED ? null : [...new Set(rows.map(({ id }) => id))]
}

/** The newest records of the list itself; null where it is not large, or has no texts. */
async function ownSample(
  { entity, runtime }: RecordContext,
  references: readonly SearchedReference[],
): Promise<readonly SampledRecord[] | null> {
  const texts = Object.values(entity.fields).filter(({ search, ref }) => search && !ref)
  return entity.size !== 'large' || texts.length === 0
    ? null
    : sampleOf(
        runtime,
        entity.name,
        texts,
        references.map(({ field }) => field),
      )
}

/** How many of the sample refer to one of the ids, given by reference. */
const leadTo = (sample: readonly SampledRecord[], found: readonly ReadonlySet<number>[]): number =>
  countIn(sample, ({ ids }) => found.some((set, i) => set.has(ids[i] ?? 0)))

function searchedText(query: JsonObject): string | null {
  const named = parsedObject(query.filters)
  const asked = named?.q ?? named?.query ?? query.q ?? query.query
  return typeof asked === 'string' ? asked : typeof asked === 'number' ? String(asked) : null
}
