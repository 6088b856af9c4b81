import { sql } from 'kysely'
import { living, patchRecords, tables } from '#app/tables'
import { anyOf, type Tx } from '#engine/server'
import { type Acting, takeAll } from './give-rides'
import { JOINABLE } from './write-route'

/**
 * Lets the rides of a grouping go before it is removed: they are without its driver and may join another one, as do
 * those that were cancelled; those that were driven stay with it.
 * @throws {AppError} CONFLICT `groupings.aboard` when somebody is on board
 */
export async function freeRides(tx: Tx, id: number, acting: Acting): Promise<void> {
  await takeAll(tx, id, acting)
  await patchRecords(
    tx,
    'services',
    ({ and, eb }) => and([eb('id_grouping', '=', id), eb('state', '<>', 'finalized')]),
    { id_grouping: null },
    { ...acting, verb: 'edit' },
  )
}

/**
 * Rides that nobody has taken since are in a grouping that comes back again, in the order they had. It has its vehicle
 * again where no ride had to be given up: else that may be elsewhere by now, and somebody decides anew.
 */
export async function takeRidesBack(tx: Tx, id: number, { by, now }: Acting): Promise<void> {
  const plan = await tables(tx)
    .selectFrom('grouping_plans')
    .where('id_grouping', '=', id)
    .select('stops')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const order = Array.isArray(plan?.stops) ? plan.stops.map(Number) : []
  if (order.length === 0) return
  const stops = await living(tx, 'service_stops as st')
    .innerJoin('services as s', 's.id', 'st.id_service')
    .where('st.id', '=', anyOf(order))
    .where('s.date_deleted', 'is', null)
    .where('s.id_grouping', 'is', null)
    .where('s.id_driver', 'is', null)
    .where('s.state', 'in', JOINABLE)
    .select(['st.id', 'st.id_service'])
    .orderBy('s.id')
    .forUpdate('s')
    .execute()
  const free = new Map(stops.map((stop) => [stop.id, Number(stop.id_service)]))
  await tables(tx)
    .updateTable('groupings')
    .set({
      id_vehicle: null,
      id_driver: null,
      auto_assign: false,
      optimize_route: false,
      state: '1',
      plan_version: sql`coalesce(plan_version, 0) + 1`,
    })
    .where('id', '=', id)
    .execute()
  if (free.size === 0) return
  await tables(tx)
    .insertInto('grouping_stops')
    .values(
      order.flatMap((id_stop, position) => {
        const id_service = free.get(id_stop)
        return id_service === undefined
          ? []
          : [{ id_grouping: id, id_service, id_stop, position, locked: false, date_created: now, date_updated: now }]
      }),
    )
    .execute()
  await patchRecords(
    tx,
    'services',
    { id: anyOf([...new Set(free.values())]) },
    { id_grouping: id },
    { by, now, verb: 'edit' },
  )
}
