import { isStaff } from '#app/asker'
import { living, tables } from '#app/tables'
import type { CallContext, Tx } from '#engine/server'
import { RIDE_UNDO_S, type RideUndo } from '../../model/undo-call'
import { rideStanding, type RideStanding } from './standing'

/** What an operator can take back. */
type DeedKind = 'assign' | 'unassign' | 'cancel' | 'hand_over'

/** What a ride's last deed was, and how it stood before: kept in the ride until the next one. */
export interface KeptDeed {
  readonly kind: DeedKind
  readonly by: number
  /** ISO 8601 UTC. */
  readonly at: string
  /** As the deed left it. */
  readonly version: number
  readonly stood: RideStanding
}

interface Doing {
  readonly id: number
  readonly kind: DeedKind
}

/**
 * Does what an operator does to a ride, and keeps how it stood, so that it can be taken back. A stop of a route goes
 * with the route, and is not kept.
 * @returns what takes it back; undefined: nothing was done that could be
 */
export async function keepingDeed(
  { actor, now }: Pick<CallContext, 'actor' | 'now'>,
  tx: Tx,
  { id, kind }: Doing,
  deed: () => Promise<void>,
): Promise<RideUndo | undefined> {
  const before = isStaff(actor)
    ? await living(tx, 'services')
        .where('id', '=', id)
        .select(['version', 'id_grouping'])
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!before || before.id_grouping !== null) {
    await deed()
    return undefined
  }
  const stood = await rideStanding(tx, id)
  await deed()
  const after = await living(tx, 'services').where('id', '=', id).select('version').executeTakeFirstOrThrow()
  if (after.version === before.version) return undefined
  const kept: KeptDeed = { kind, by: actor.id, at: now().toISOString(), version: after.version, stood }
  await tables(tx)
    .updateTable('services')
    .set({ undo: JSON.stringify(kept) })
    .where('id', '=', id)
    .execute()
  return { path: 'dispatcher/undo', send: { id_service: id, version: after.version }, seconds: RIDE_UNDO_S }
}
