import { sql } from 'kysely'
import { raisedIn, type Tx } from '#engine/server'

interface GiveBack {
  readonly id: number
  readonly id_driver: number | null
  readonly now: Date
}

/** A driver gives a ride back: told to the board, in place of what it was told of the driver before. */
export async function noteGiveBack(tx: Tx, { id, id_driver, now }: GiveBack): Promise<void> {
  const date = now.toISOString()
  await sql`update service_warnings set state = 'over', ${raisedIn('service_warnings', now)}
    where id_service = ${id} and kind = 'give_back' and state = 'open' and date_deleted is null`.execute(tx)
  await sql`insert into service_warnings (id_service, kind, about, id_driver, state, date_created, date_updated)
    values (${id}, 'give_back', ${String(now.getTime())}, ${id_driver}, 'open', ${date}, ${date})
    on conflict do nothing`.execute(tx)
}
