import { sql } from 'kysely'
import { living, type Row, tables } from '#app/tables'
import { AppError } from '#engine/model'
import { type CallContext, serveCall, type Tx, writeLog } from '#engine/server'
import { moverOf, serviceScope } from '../../services/server'
import { revokeShareCall, urlShareCall } from '../model/share-calls'
import { newSecret } from './link-secret'

// A link lasts a week from its creation, or from its booking if later: a ride that never ends leaves no link behind.
const MAX_MS = 7 * 24 * 3_600_000
/** Limit of open links per ride; one more closes the oldest. */
const MAX_OPEN = 20

type Shared = Row<'services', 'id' | 'date_scheduled'>

/** Makes a link to a ride in the asker's scope. */
export const urlShare = serveCall(urlShareCall, async (context, { id }) => {
  const shared = await context.transaction((tx) => shareRide(context, tx, id))
  return { ...shared, hours: Number(context.settings['share_link_hours']) }
})

/** A new link to a ride in the asker's scope, within a transaction. @throws {AppError} NOT_FOUND */
export async function shareRide(context: CallContext, tx: Tx, id: number): Promise<{ readonly url: string; readonly date_expires: string; readonly open: number }> {
  const { now, actor, origin } = context
  const { secret, stored } = newSecret()
  const stamp = now()
  const service = await lockService(context, tx, id)
  const from = Math.max(stamp.getTime(), service.date_scheduled === null ? 0 : Date.parse(service.date_scheduled))
  const date_expires = new Date(from + MAX_MS).toISOString()
  await tables(tx).insertInto('service_links').values({ id_service: id, secret: stored, id_user: actor.id, date_expires }).execute()
  const open = await closeOldest(tx, id, stamp)
  await writeShareLog(context, tx, id, 'share')
  return { url: `${origin ?? ''}/tracking/${secret}`, date_expires, open }
}

/** Closes all links to a ride. */
export const revokeShare = serveCall(revokeShareCall, async (context, { id }) => {
  const { transaction, now, say } = context
  const revoked = await transaction(async (tx) => {
    await lockService(context, tx, id)
    const stamp = now().toISOString()
    const rows = await tables(tx).updateTable('service_links').set({ date_revoked: stamp, date_updated: stamp })
      .where('id_service', '=', id).where('date_revoked', 'is', null).where('date_deleted', 'is', null).returning('id').execute()
    if (rows.length > 0) await writeShareLog(context, tx, id, 'revoke_share')
    return rows.length
  })
  return { revoked, msg: say('tracking.revoked') }
})

/** Locks the ride, so that simultaneous links are counted one after the other. @throws {AppError} NOT_FOUND, also outside the asker's scope */
async function lockService(context: CallContext, tx: Tx, id: number): Promise<Shared> {
  const service = await living(tx, 'services as s').where('s.id', '=', id).where(serviceScope(context, 's'))
    .select(['s.id', 's.date_scheduled']).forUpdate('s').executeTakeFirst()
  if (!service) throw new AppError('NOT_FOUND')
  return service
}

async function closeOldest(tx: Tx, id: number, now: Date): Promise<number> {
  const stamp = now.toISOString()
  const links = living(tx, 'service_links').where('id_service', '=', id).where('date_revoked', 'is', null)
  await tables(tx).updateTable('service_links').set({ date_revoked: stamp, date_updated: stamp })
    .where('id', 'in', links.select('id').orderBy('id', 'desc').offset(MAX_OPEN)).execute()
  const row = await links.where('date_expires', '>', stamp).select(sql<number>`count(*)::int`.as('n')).executeTakeFirst()
  return row?.n ?? 0
}

async function writeShareLog(context: CallContext, tx: Tx, id: number, verb: string): Promise<void> {
  const { id_user, platform, id_session } = moverOf(context)
  await writeLog(tx, { id_user, type_log: verb, target: 'services', id_target: id, title: String(id), platform, id_session: id_session ?? null, date: context.now() })
}
