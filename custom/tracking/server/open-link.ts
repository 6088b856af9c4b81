import { sql } from 'kysely'
import { living, type Row, tables } from '#app/tables'
import type { Tx } from '#engine/server'
import { DAY_MS } from '#engine/model'
import { newLinkSecret } from './link-secret'

// A link lasts a week from its creation, or from its booking if later: a ride that never ends leaves no link behind.
const MAX_MS = 7 * DAY_MS
/** Limit of open links per ride; one more closes the oldest. */
const MAX_OPEN = 20

interface OpenedLink {
  readonly secret: string
  readonly date_expires: string
  /** Links to this ride that work now. */
  readonly open: number
}

/** A new link to a ride whose row is locked, so that simultaneous links are counted one after the other. */
export async function openLink(
  tx: Tx,
  { id, date_scheduled }: Row<'services', 'id' | 'date_scheduled'>,
  id_user: number | null,
  now: Date,
): Promise<OpenedLink> {
  const { secret, stored } = newLinkSecret()
  const from = Math.max(now.getTime(), date_scheduled === null ? 0 : Date.parse(date_scheduled))
  const date_expires = new Date(from + MAX_MS).toISOString()
  await tables(tx)
    .insertInto('service_links')
    .values({ id_service: id, secret: stored, id_user, date_expires })
    .execute()
  return { secret, date_expires, open: await closeOldest(tx, id, now) }
}

async function closeOldest(tx: Tx, id: number, now: Date): Promise<number> {
  const stamp = now.toISOString()
  const links = living(tx, 'service_links').where('id_service', '=', id).where('date_revoked', 'is', null)
  await tables(tx)
    .updateTable('service_links')
    .set({ date_revoked: stamp, date_updated: stamp })
    .where('id', 'in', links.select('id').orderBy('id', 'desc').offset(MAX_OPEN))
    .execute()
  const row = await links
    .where('date_expires', '>', stamp)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirst()
  return row?.n ?? 0
}
