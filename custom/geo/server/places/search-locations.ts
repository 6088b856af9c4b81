import { sql, type RawBuilder } from 'kysely'
import { living, type Row } from '#app/tables'
import { isCountedId, maySee } from '#engine/model'
import { type Db, scopeSql } from '#engine/server'
import { boxAround, type LatLng } from '../../../geometry/model'
import type { PlacesContext } from './local'
import type { Place } from './places'
import { placeSearchText, tellingWords } from '../../model/asked-words'
import type { FoundSuggestion } from './found'
import { fitting } from '../../model/text-fit'
import { isHouseNumber } from '../../model/word-fit'

interface Location extends Row<'locations', 'id' | 'name' | 'address'> {
  readonly lat: number
  readonly lng: number
}

/** At most this many rows are ranked; if more match, any of them. */
const MAX_ROWS = 500
const NEAR_M = 5_000
const ENOUGH = 10
/** Word similarity from which rows are checked for typing errors: `parma` is `palma` to 0.33. */
const SIMILAR = 0.3
/** In longer words two exchanged letters are a small part. */
const MAX_EXCHANGED = 8

/**
 * Places of the catalogue in the asker's scope: nearby ones with every word; where they are too few, all with every
 * word; where there are none, those with similar words. So the common search is one query, answered from the index of
 * searched texts.
 */
export async function searchLocations(
  context: PlacesContext,
  text: string,
  near: LatLng | null,
): Promise<readonly FoundSuggestion[]> {
  const scope = locationScope(context)
  const asked = placeSearchText(text)
  if (!scope || asked.length === 0) return []
  // The known address may lack a house number.
  const words = asked.some((word) => !isHouseNumber(word)) ? asked.filter((word) => !isHouseNumber(word)) : asked
  const fit = fitting(asked)
  const found = new Map<number, FoundSuggestion>()
  const take = (rows: readonly Location[]): boolean => {
    for (const row of rows) {
      const text =
        fit({ name: tellingWords(row.name), place: tellingWords(row.address) }) ??
        fit({ name: [...tellingWords(row.name), ...tellingWords(row.address)], place: [] })
      if (text) found.set(row.id, { ...placeOf(row), id: `location:${row.id}`, score: text.score, rank: 0 })
    }
    return found.size >= ENOUGH
  }
  const exact = sql<boolean>`(${sql.join(
    words.map((word) => anyText(sql`like ${`%${word}%`}`)),
    sql` and `,
  )})`
  if (near && take(await read(context.db, sql<boolean>`${scope} and ${exact} and ${within(near)}`)))
    return [...found.values()]
  if (take(await read(context.db, sql<boolean>`${scope} and ${exact}`))) return [...found.values()]
  if (found.size === 0) take(await readSimilar(context, scope, words))
  return [...found.values()]
}

/** A place of the catalogue; null: there is none in the asker's scope. */
export async function locationPlace(context: PlacesContext, id: number): Promise<Place | null> {
  const scope = locationScope(context)
  if (!scope || !isCountedId(id)) return null
  const [row] = await read(context.db, sql<boolean>`${scope} and l.id = ${id}`)
  return row ? placeOf(row) : null
}

const placeOf = ({ name, address, lat, lng }: Location): Place => ({ name, address, point: [lat, lng] })

/** Which places (alias `l`) are in an actor's scope: those of the catalogue as they see it. Null: none. */
function locationScope(context: PlacesContext): RawBuilder<boolean> | null {
  const { actor, model } = context
  const [resource, entity] = [model.resources['locations'], model.entities['locations']]
  if (!resource || !entity || !maySee(actor, resource)) return null
  // Nobody may find out by its street whose home a place is: a client's own places are offered only to that client.
  const notAnothers = entity.fields['id_client']
    ? sql<boolean>`(l.id_client is null or l.id_client = ${actor.id})`
    : sql<boolean>`true`
  return sql<boolean>`(${scopeSql(context, 'locations', 'l')} and ${notAnothers})`
}

/** With trigrams, answered from the index of searched texts; without the extension typing errors are not tolerated. */
function readSimilar(
  { transaction }: PlacesContext,
  scope: RawBuilder<boolean>,
  words: readonly string[],
): Promise<readonly Location[]> {
  return transaction(async (tx) => {
    const { rows } = await sql`select 1 from pg_extension where extname = 'pg_trgm'`.execute(tx)
    if (rows.length === 0) return []
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${String(SIMILAR)}, true)`.execute(tx)
    return read(tx, sql<boolean>`${scope} and (${sql.join(words.map(similar), sql` and `)})`)
  })
}

/** By trigrams, of which two exchanged letters leave too few: exchanges are tried at every position. */
function similar(word: string): RawBuilder<boolean> {
  const exchanged =
    word.length > MAX_EXCHANGED
      ? []
      : Array.from(
          { length: Math.max(0, word.length - 1) },
          (_, i) => `${word.slice(0, i)}${word.charAt(i + 1)}${word.charAt(i)}${word.slice(i + 2)}`,
        )
  const tests = [
    sql`%> ${word}`,
    ...[...new Set(exchanged)].filter((other) => other.length > 3).map((other) => sql`like ${`%${other}%`}`),
  ]
  return sql<boolean>`(${sql.join(tests.map(anyText), sql` or `)})`
}

const anyText = (test: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(tr_fold(l.name) ${test} or tr_fold(l.address) ${test})`

function within(near: LatLng): RawBuilder<boolean> {
  const { west, south, east, north } = boxAround(near, NEAR_M)
  return sql<boolean>`(l.point[0] between ${west} and ${east} and l.point[1] between ${south} and ${north})`
}

function read(db: Db, which: RawBuilder<boolean>): Promise<readonly Location[]> {
  return living(db, 'locations as l')
    .where('l.point', 'is not', null)
    .where(which)
    .select(({ ref }) => [
      'l.id',
      'l.name',
      'l.address',
      sql<number>`(${ref('l.point')})[1]`.as('lat'),
      sql<number>`(${ref('l.point')})[0]`.as('lng'),
    ])
    .limit(MAX_ROWS)
    .execute()
}
