import { sql, type RawBuilder } from 'kysely'
import { living } from '#app/tables'
import { fold } from '#engine/model'
import { type CallContext, searchWords } from '#engine/server'
import { type Client, clientScope, columnHasWord, readClients } from './dispatcher-clients'

const MAX_SHOWN = 10
/** So many matches are sorted at once; of more, each rank is read along the index of names until enough are found. */
const MAX_SORTED = 20

const BY_NAME = sql`tr_fold(u.name) collate "C", tr_fold(u.surname) collate "C", u.id`

/** What was typed, as conditions over `u`. */
interface TypedSearch {
  readonly words: readonly string[]
  readonly matches: RawBuilder<boolean>
  /** The best first; each of them matches, and who meets one is in no later rank. */
  readonly ranks: readonly RawBuilder<boolean>[]
}

/** Only clients of a company, of a branch. */
interface Within {
  readonly id_company?: number | null
  readonly id_branch?: number | null
}

/**
 * Clients that match a search, best first: by the end of their number or the start of their name. Blocked ones last,
 * shown by their `state`.
 */
export async function searchClients(
  context: CallContext,
  q: string,
  { id_company = null, id_branch = null }: Within,
): Promise<readonly Client[]> {
  const asked = await askedFor(context, q)
  if (!asked) return []
  const company = id_company === null ? sql<boolean>`true` : sql<boolean>`u.id_company = ${id_company}`
  // A client of no branch is a client of each.
  const branch =
    id_branch === null ? sql<boolean>`true` : sql<boolean>`(u.id_branch is null or u.id_branch = ${id_branch})`
  const scope = sql<boolean>`${clientScope(context)} and ${company} and ${branch}`
  const ids = await living(context.db, 'users as u')
    .where(sql<boolean>`${scope} and ${asked.matches}`)
    .select('u.id')
    .limit(MAX_SORTED + 1)
    .execute()
  if (ids.length === 0) return []
  if (ids.length > MAX_SORTED) return readInRanks(context, asked, scope)
  const rank = sql`case ${sql.join(
    asked.ranks.map((one, i) => sql`when (${one}) then ${sql.lit(i)}`),
    sql` `,
  )} else ${sql.lit(asked.ranks.length)} end`
  return readClients(context, sql<boolean>`u.id = any(${ids.map(({ id }) => id)}::int[])`, {
    order: sql`u.state desc, ${rank}, ${BY_NAME}`,
    words: asked.words,
    limit: MAX_SHOWN,
  })
}

async function readInRanks(
  context: CallContext,
  { words, matches, ranks }: TypedSearch,
  scope: RawBuilder<boolean>,
): Promise<readonly Client[]> {
  const found: Client[] = []
  for (const state of ['1', '0']) {
    for (const [i, rank] of [...ranks, matches].entries()) {
      const limit = MAX_SHOWN - found.length
      if (limit === 0) return found
      const conditions = [
        sql`u.state = ${sql.lit(state)}`,
        scope,
        rank,
        ...ranks.slice(0, i).map((better) => sql`(${better}) is not true`),
      ]
      found.push(
        ...(await readClients(context, sql<boolean>`${sql.join(conditions, sql` and `)}`, {
          order: BY_NAME,
          words,
          limit,
        })),
      )
    }
  }
  return found
}

async function askedFor(context: CallContext, q: string): Promise<TypedSearch | null> {
  const words = searchWords(q).map(fold).filter(Boolean)
  const [first] = words
  if (first === undefined) return null
  const typed = q.replace(/\D/g, '')
  // The number that a telephone shows may have a prefix that the stored one lacks.
  const digits = typed.slice(-Number(context.settings['max_length_phone'] ?? 9))
  const called = await Promise.all(words.map((word) => isCalled(context, word)))
  const named = sql<boolean>`(${sql.join(called, sql` and `)})`
  if (typed.length < 3 || !/^[\d\s()+.-]+$/.test(q.trim())) {
    // Some type the surname first.
    const ranks = words.map((word, i) => {
      const start = sql<boolean>`tr_fold(u.name) like ${`${likeText(word)}%`}`
      return sql<boolean>`${sql.join([start, ...called.filter((_, at) => at !== i)], sql` and `)}`
    })
    return { words, matches: named, ranks }
  }
  return {
    words,
    matches: sql<boolean>`(tr_fold(u.phone) like ${`%${digits}%`} or ${named})`,
    ranks: [sql<boolean>`tr_fold(u.phone) like ${`%${digits}`}`, sql<boolean>`tr_fold(u.phone) like ${`${digits}%`}`],
  }
}

const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Matches each column by itself, as the index over them does. */
async function isCalled({ db }: CallContext, word: string): Promise<RawBuilder<boolean>> {
  const columns = ['u.name', 'u.surname', 'u.document', 'u.phone'].map((column) => columnHasWord(column, word))
  // Read apart: a planner that does not know how many companies match takes every word for a common one.
  const companies = await living(db, 'companies as c').where(columnHasWord('c.name', word)).select('c.id').execute()
  if (companies.length > 0) columns.push(sql<boolean>`u.id_company = any(${companies.map(({ id }) => id)}::int[])`)
  return sql<boolean>`(${sql.join(columns, sql` or `)})`
}
