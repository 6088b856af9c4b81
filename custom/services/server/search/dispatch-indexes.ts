import { sql } from 'kysely'
import type { Tx } from '#engine/server'

/**
 * Indexes for what the worker asks every second, so that it does not read the history: services before their ride, in the few states that
 * wait for something, and the bookings of a driver; and for who is calling: clients in the order of their names.
 */
export async function dispatchIndexes(tx: Tx): Promise<void> {
  await sql`create index if not exists own_services_waiting on services (state, date_onair)
    where state in ('scheduled', 'requested', 'unassigned') and date_deleted is null`.execute(tx)
  await sql`create index if not exists own_services_booked on services (id_driver, date_onair)
    where state = 'scheduled' and id_driver is not null and date_deleted is null`.execute(tx)
  await sql`create index if not exists own_users_by_name on users (tr_fold(name) collate "C", tr_fold(surname) collate "C", id)
    where type_user = '3' and date_deleted is null`.execute(tx)
  // Services of before had no outcome. The index has those that lack it alone, so that looking for them costs nothing at the next start.
  await sql`create index if not exists own_services_outcome on services (id) where outcome = 'on_air' and state in ('finalized', 'canceled')`.execute(tx)
  await sql`update services set outcome = state where outcome = 'on_air' and state in ('finalized', 'canceled')`.execute(tx)
}
