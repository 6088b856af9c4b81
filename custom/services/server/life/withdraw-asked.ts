import { sql } from 'kysely'
import { patchRecords, tables } from '#app/tables'
import { raised, type Tx } from '#engine/server'
import type { MoveBy } from './move-asked'
import { MOVES, type ServiceMove } from '../../model/life-cycle'

interface HadBy {
  readonly id_driver: number | null
  readonly id_vehicle: number | null
}

/**
 * Takes back what a move makes pointless: requests that wait for an answer, and candidates once somebody has it or it
 * is canceled.
 */
export async function withdrawAsked(
  tx: Tx,
  id: number,
  move: ServiceMove,
  was: HadBy,
  { by, now }: { readonly by: MoveBy; readonly now: Date },
): Promise<void> {
  const { to, driver } = move
  if (to !== 'requested') {
    await patchRecords(
      tx,
      'service_offers',
      { id_service: id, state: 'pending' },
      { state: 'canceled', date_answered: now },
      { by, now, verb: null },
    )
  }
  // The place of a driver who is taken off is free for the next.
  if (driver === 'clear' && was.id_driver !== null) {
    // Whose car broke down has declined nothing.
    await freeAccepted(tx, id, to === 'requested' && move !== MOVES.hand_over ? was : null, { by, now })
    await endCandidature(tx, id, was.id_driver, now)
  }
  if (to !== 'canceled' && driver !== 'set') return
  await tables(tx)
    .updateTable('service_assignments')
    .set({ state: 'closed', date_answered: now, ...raised(now) })
    .where('id_service', '=', id)
    .where('state', '=', 'pending')
    .execute()
}

/** Ends what the driver was granted: they may put themselves forward anew. */
async function endCandidature(tx: Tx, id: number, id_driver: number, now: Date): Promise<void> {
  await tables(tx)
    .updateTable('service_assignments')
    .set({ state: 'closed', ...raised(now) })
    .where('id_service', '=', id)
    .where('id_driver', '=', id_driver)
    .where('state', '=', 'accepted')
    .execute()
}

/**
 * @param released the driver who gave it back: it counts as declined, so they are not asked next, even if an operator
 * had assigned them
 */
async function freeAccepted(
  tx: Tx,
  id: number,
  released: HadBy | null,
  { by, now }: { readonly by: MoveBy; readonly now: Date },
): Promise<void> {
  const at = now.toISOString()
  const rows = await patchRecords(
    tx,
    'service_offers',
    { id_service: id, state: 'accepted' },
    { state: released ? 'rejected' : 'canceled', date_answered: now },
    { by, now, verb: null },
  )
  if (!released || rows.length > 0) return
  await sql`
    insert into service_offers (id_service, id_driver, id_vehicle, state, manual, date_deadline, date_answered,
      date_created, date_updated)
    values (${id}, ${released.id_driver}, ${released.id_vehicle}, 'rejected', true, ${at}, ${at}, ${at},
      ${at})`.execute(tx)
}
