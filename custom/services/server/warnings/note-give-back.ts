import { sql } from 'kysely'
import { tables } from '#app/tables'
import { raised, type Tx } from '#engine/server'

interface GiveBack {
  readonly id: number
  readonly id_driver: number | null
  readonly now: Date
}

/**
 * A driver gives a ride back, or cannot go on with it: told to the board, in place of what it was told of the driver
 * before.
 */
export async function noteGiveBack(
  tx: Tx,
  { id, id_driver, now }: GiveBack,
  kind: 'give_back' | 'handover' = 'give_back',
): Promise<void> {
  const date = now.toISOString()
  await tables(tx)
    .updateTable('service_warnings')
    .set({ state: 'over', ...raised(now) })
    .where('id_service', '=', id)
    .where('kind', '=', kind)
    .where('state', '=', 'open')
    .where('date_deleted', 'is', null)
    .execute()
  await sql`insert into service_warnings (id_service, kind, about, id_driver, state, date_created, date_updated)
    values (${id}, ${kind}, ${String(now.getTime())}, ${id_driver}, 'open', ${date}, ${date})
    on conflict do nothing`.execute(tx)
}
