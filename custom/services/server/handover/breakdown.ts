import { sql } from 'kysely'
import { living } from '#app/tables'
import { type CallContext, iso, stateObjects } from '#engine/server'
import type { Breakdown } from '../../model/handover-call'

/**
 * Who has a ride that is under way, and where their vehicle was heard of; null: nobody rides in it now. The caller has
 * checked who may see it.
 */
export async function breakdownOf(
  context: Pick<CallContext, 'db' | 'model' | 'say'>,
  id_service: number,
): Promise<Breakdown | null> {
  const row = await living(context.db, 'services as s')
    .innerJoin('users as u', 'u.id', 's.id_driver')
    .leftJoin('vehicles as v', 'v.id', 's.id_vehicle')
    .leftJoin('vehicle_positions as p', (join) =>
      join.onRef('p.id_vehicle', '=', 's.id_vehicle').on('p.date_deleted', 'is', null),
    )
    .where('s.id', '=', id_service)
    .where('s.state', '=', 'started')
    .select(({ ref }) => [
      'u.id as id_driver',
      sql<string>`concat_ws(' ', ${ref('u.name')}, ${ref('u.surname')})`.as('driver'),
      'v.plate',
      sql<number | null>`${ref('p.point')}[1]`.as('lat'),
      sql<number | null>`${ref('p.point')}[0]`.as('lng'),
      iso('p.date_fix').as('date_fix'),
    ])
    .executeTakeFirst()
  return row ? { ...row, reasons: [...stateObjects(context, 'service_legs', 'reason').values()] } : null
}
