import { sql } from 'kysely'
import type { DataChange, OwnIndex } from '#engine/server'

/**
 * For what the worker asks every second, so that it does not read the history: services before their ride, in the few
 * states that wait for something, and the bookings of a driver; for who is calling: clients in the order of their
 * names; and for the numbers of a company, whose drivers no rollup has: what they are added up from, in its order of
 * days, so that none of its services is read (its services of a month lie one to a page).
 */
export const DISPATCH_INDEXES: readonly OwnIndex[] = [
  {
    name: 'own_services_waiting',
    table: 'services',
    awaited: true,
    over: "(state, date_onair) where state in ('scheduled', 'requested', 'unassigned') and date_deleted is null",
  },
  {
    name: 'own_services_booked',
    table: 'services',
    awaited: true,
    over: "(id_driver, date_onair) where state = 'scheduled' and id_driver is not null and date_deleted is null",
  },
  {
    name: 'own_services_company_days',
    table: 'services',
    over: `(id_company, date_created) include (state, id_driver, id_product, price_total)
      where id_company is not null and date_deleted is null`,
  },
  {
    name: 'own_users_by_name',
    table: 'users',
    over: `(tr_fold(name) collate "C", tr_fold(surname) collate "C", id)
      where type_user = '3' and date_deleted is null`,
  },
]

/** Services of before had no outcome. */
export const OUTCOME_OF_BEFORE: DataChange = {
  name: 'services.outcome',
  table: 'services',
  async change(tx, ids) {
    const { numAffectedRows } = await sql`update services set outcome = state
      where id = any(${[...ids]}::int[]) and outcome = 'on_air' and state in ('finalized', 'canceled')`.execute(tx)
    return Number(numAffectedRows ?? 0)
  },
}
