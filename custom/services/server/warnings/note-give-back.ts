import { sql } from 'kysely'
import { raisedIn, type Tx } from '#engine/server'

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
  await sql`update service_warnings set state = 'over', ${raisedIn('service_warnings', now)}
    where id_service = ${id} and kind = ${kind} and state = 'open' and date_deleted is null`.execute(tx)
  await sql`insert into service_warnings (id_service, kind, about, id_driver, state, date_created, date_updated)
    values (${id}, ${kind}, ${String(now.getTime())}, ${id_driver}, 'open', ${date}, ${date})
    on conflict do nothing`.execute(tx)
}
