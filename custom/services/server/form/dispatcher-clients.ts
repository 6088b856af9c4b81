import { administersCompany, isStaff } from '#app/asker'
import { sql, type RawBuilder } from 'kysely'
import { living } from '#app/tables'
import type { Static } from 'typebox'
import { type CallContext, scopeSql } from '#engine/server'
import type { DispatcherClient } from '../../model/form-calls'

export type Client = Static<typeof DispatcherClient>

/**
 * People an asker may book for, as a condition over `u`: clients in their scope; a company's employee only themselves.
 */
export function clientScope(context: CallContext): RawBuilder<boolean> {
  const { actor } = context
  if (!isStaff(actor) && !administersCompany(actor)) return sql<boolean>`u.id = ${actor.id}`
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

/** Whether a column contains a word that is folded. */
export const columnHasWord = (column: string, word: string): RawBuilder<boolean> =>
  sql<boolean>`tr_fold(${sql.ref(column)}) like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`

/** The client's document, only where a longer word of the search is part of it. */
function askedBy(words: readonly string[]): RawBuilder<string | null> {
  const long = words.filter(({ length }) => length >= 4)
  if (long.length === 0) return sql<null>`null`
  return sql<string | null>`case when ${sql.join(
    long.map((word) => columnHasWord('u.document', word)),
    sql` or `,
  )} then u.document end`
}

interface ClientsRead {
  readonly order: RawBuilder<unknown>
  /** Folded words of a search: a document is shown only where it was asked for. */
  readonly words: readonly string[]
  readonly limit: number
}

/** Clients who meet a condition over `u`. */
export async function readClients(
  context: CallContext,
  condition: RawBuilder<boolean>,
  { order, words, limit }: ClientsRead = { order: sql`u.id`, words: [], limit: 1 },
): Promise<readonly Client[]> {
  const rows = await living(context.db, 'users as u')
    .leftJoin('companies as co', 'co.id', 'u.id_company')
    .leftJoin('company_areas as ca', 'ca.id', 'u.id_company_area')
    .where(condition)
    .select([
      'u.id',
      'u.name',
      'u.surname',
      'u.phone',
      'u.id_company',
      'co.name as co_name',
      'ca.name as ca_name',
      'u.state',
      sql<string | null>`case when u.state = '0' then u.reason end`.as('reason'),
      askedBy(words).as('document'),
    ])
    .orderBy(order)
    .limit(limit)
    .execute()
  const staff = isStaff(context.actor)
  return rows.map(({ document, reason, ...row }) => ({
    ...row,
    ...(document ? { document } : {}),
    ...(reason && staff ? { reason } : {}),
  }))
}
