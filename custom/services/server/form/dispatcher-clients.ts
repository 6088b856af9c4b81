import { sql, type RawBuilder } from 'kysely'
import { living } from '#app/tables'
import type { Static } from 'typebox'
import { fold } from '#engine/model'
import { type CallContext, scopeSql, searchWords } from '#engine/server'
import { isStaff } from '../../../fares/server'
import type { DispatcherClient } from '../../model/form-calls'

type Client = Static<typeof DispatcherClient>

const MOST = 10

/** People an asker may book for, as a condition over `u`: clients in their scope; a company's employee only themselves. */
function clientScope(context: CallContext): RawBuilder<boolean> {
  const { actor } = context
  if (!isStaff(actor) && !actor.corporate) return sql<boolean>`u.id = ${actor.id}`
  return sql<boolean>`(u.type_user = '3' and ${scopeSql(context, 'users', 'u')})`
}

/** A client that the asker may book for; null: not one of theirs. */
export async function findClient(context: CallContext, id: number): Promise<Client | null> {
  const [client] = await readClients(context, sql<boolean>`u.id = ${id} and ${clientScope(context)}`)
  return client ?? null
}

/** A client, whoever asks: the caller has checked that the asker may see them. */
export async function readClient(context: CallContext, id: number): Promise<Client | null> {
  const [client] = await readClients(context, sql<boolean>`u.id = ${id}`)
  return client ?? null
}

/** Clients that match a search, best first: by the end of their number or the start of their name. Blocked ones last, shown by their `state`. */
export async function searchClients(context: CallContext, q: string, id_company: number | null): Promise<readonly Client[]> {
  const words = searchWords(q).map(fold).filter(Boolean)
  if (words.length === 0) return []
  const typed = q.replace(/\D/g, '')
  // The number that a telephone shows may have a prefix that the stored one lacks.
  const digits = typed.slice(-Number(context.settings['max_length_phone'] ?? 9))
  const isNumber = typed.length >= 3 && /^[\d\s()+.-]+$/.test(q.trim())
  const named = sql<boolean>`(${sql.join(words.map(isCalled), sql` and `)})`
  const matches = isNumber ? sql<boolean>`(tr_fold(u.phone) like ${`%${digits}%`} or ${named})` : named
  const rank = isNumber
    ? sql`case when u.phone like ${`%${digits}`} then 0 when u.phone like ${`${digits}%`} then 1 else 2 end`
    : sql`case when position(${words[0] ?? ''} in tr_fold(concat_ws(' ', u.name, u.surname))) = 1 then 0 else 1 end`
  const company = id_company === null ? sql<boolean>`true` : sql<boolean>`u.id_company = ${id_company}`
  return readClients(context, sql<boolean>`${clientScope(context)} and ${matches} and ${company}`, sql`u.state desc, ${rank}, u.name collate "C", u.surname collate "C", u.id`, words)
}

const hasWord = (column: string, word: string): RawBuilder<boolean> =>
  sql<boolean>`tr_fold(${sql.ref(column)}) like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`

/** Matches each column by itself, as the index over them does. */
function isCalled(word: string): RawBuilder<boolean> {
  const columns = ['u.name', 'u.surname', 'u.document', 'u.phone'].map((column) => hasWord(column, word))
  const company = sql<boolean>`u.id_company = any(array(select c.id from companies c where ${hasWord('c.name', word)} and c.date_deleted is null))`
  return sql<boolean>`(${sql.join([...columns, company], sql` or `)})`
}

/** The client's document, only where a longer word of the search is part of it. */
function askedBy(words: readonly string[]): RawBuilder<string | null> {
  const long = words.filter(({ length }) => length >= 4)
  if (long.length === 0) return sql<null>`null`
  return sql<string | null>`case when ${sql.join(long.map((word) => hasWord('u.document', word)), sql` or `)} then u.document end`
}

async function readClients(context: CallContext, condition: RawBuilder<boolean>, order: RawBuilder<unknown> = sql`u.id`, words: readonly string[] = []): Promise<readonly Client[]> {
  const rows = await living(context.db, 'users as u')
    .leftJoin('companies as co', 'co.id', 'u.id_company').leftJoin('company_areas as ca', 'ca.id', 'u.id_company_area').where(condition)
    .select(['u.id', 'u.name', 'u.surname', 'u.phone', 'u.id_company', 'co.name as co_name', 'ca.name as ca_name', 'u.state', askedBy(words).as('document')])
    .orderBy(order).limit(MOST).execute()
  return rows.map(({ document, ...row }) => ({ ...row, ...(document ? { document } : {}) }))
}
