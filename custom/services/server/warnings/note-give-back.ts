import { sql } from 'kysely'
import type { Tx } from '#engine/server'

/** A driver gives a ride back: told to the board, where one that nobody has handled yet says it already. */
export async function noteGiveBack(tx: Tx, { id, id_driver, now }: { readonly id: number; readonly id_driver: number | null; readonly now: Date }): Promise<void> {
  const date = now.toISOString()
  await sql`insert into service_warnings (id_service, kind, about, id_driver, state, date_created, date_updated)
    values (${id}, 'give_back', ${String(now.getTime())}, ${id_driver}, 'open', ${date}, ${date}) on conflict do nothing`.execute(tx)
}
