import { living, type Row, tables } from '#app/tables'
import { AppError } from '#engine/model'
import { type CallContext, serveCall, type Tx, writeLog } from '#engine/server'
import { moverOf, serviceScope } from '../../services/server'
import { revokeShareCall, urlShareCall } from '../model/share-calls'
import { openLink } from './open-link'

type Shared = Row<'services', 'id' | 'date_scheduled'>

/** Makes a link to a ride in the asker's scope. */
export const urlShare = serveCall(urlShareCall, async (context, { id }) => {
  const shared = await context.transaction((tx) => shareRide(context, tx, id))
  return { ...shared, hours: Number(context.settings['share_link_hours']) }
})

/** A new link to a ride in the asker's scope, within a transaction. @throws {AppError} NOT_FOUND */
export async function shareRide(
  context: CallContext,
  tx: Tx,
  id: number,
): Promise<{ readonly url: string; readonly date_expires: string; readonly open: number }> {
  const { now, actor, origin } = context
  const service = await lockService(context, tx, id)
  const { secret, date_expires, open } = await openLink(tx, service, actor.id, now())
  await writeShareLog(context, tx, id, 'share')
  return { url: `${origin ?? ''}/tracking/${secret}`, date_expires, open }
}

/** Closes all links to a ride. */
export const revokeShare = serveCall(revokeShareCall, async (context, { id }) => {
  const { transaction, now, say } = context
  const revoked = await transaction(async (tx) => {
    await lockService(context, tx, id)
    const stamp = now().toISOString()
    const rows = await tables(tx)
      .updateTable('service_links')
      .set({ date_revoked: stamp, date_updated: stamp })
      .where('id_service', '=', id)
      .where('date_revoked', 'is', null)
      .where('date_deleted', 'is', null)
      .returning('id')
      .execute()
    if (rows.length > 0) await writeShareLog(context, tx, id, 'revoke_share')
    return rows.length
  })
  return { revoked, msg: say('tracking.revoked') }
})

/**
 * Locks the ride, so that simultaneous links are counted one after the other.
 * @throws {AppError} NOT_FOUND, also outside the asker's scope
 */
async function lockService(context: CallContext, tx: Tx, id: number): Promise<Shared> {
  const service = await living(tx, 'services as s')
    .where('s.id', '=', id)
    .where(serviceScope(context, 's'))
    .select(['s.id', 's.date_scheduled'])
    .forUpdate('s')
    .executeTakeFirst()
  if (!service) throw new AppError('NOT_FOUND')
  return service
}

async function writeShareLog(context: CallContext, tx: Tx, id: number, verb: string): Promise<void> {
  const { id_user, platform, id_session } = moverOf(context)
  await writeLog(tx, {
    id_user,
    type_log: verb,
    target: 'services',
    id_target: id,
    title: String(id),
    platform,
    id_session: id_session ?? null,
    date: context.now(),
  })
}
