import { sql } from 'kysely'
import type { CallContext } from '#engine/server'
import type { Static } from 'typebox'
import { fleetScope } from '../../../fleet/server'
import { ARE_ACTIVE } from '../../../services/server'
import type { BuildVehicle } from '../../model/run-calls'

/** A position that is older says where a vehicle was. */
const FRESH_S = 900

/** More routes at once are no help to anybody who has to look at them. */
export const BUILD_VEHICLES = 60

/**
 * Vehicles of the asker's fleet with an active driver that take this product in this branch and (with a day) drive no
 * other grouping on it: those on shift in front.
 */
export async function vehiclesAtWork(
  context: CallContext,
  {
    id_branch,
    id_product,
    day,
    zone,
  }: {
    readonly id_branch: number | null
    readonly id_product: number
    readonly day: string | null
    readonly zone: string
  },
): Promise<readonly Static<typeof BuildVehicle>[]> {
  const scope = fleetScope(context)
  if (!scope) return []
  const { rows } = await sql<Static<typeof BuildVehicle>>`
    select v.id, v.plate, concat_ws(' ', d.name, d.surname) as driver, coalesce(v.capacity_1, 4) as seats,
      h.state is not null as at_work, p.point[1] as lat, p.point[0] as lng
    from vehicles v
    left join driver_shifts h on h.id_vehicle = v.id and h.state <> 'closed' and h.date_deleted is null
    join users d on d.id = coalesce(h.id_driver, v.id_user) and d.date_deleted is null
    left join vehicle_positions p on p.id_vehicle = v.id and p.date_deleted is null
      and p.date_fix > ${context.now()}::timestamptz - make_interval(secs => ${FRESH_S})
    where v.date_deleted is null and ${scope} and ${ARE_ACTIVE} and (${id_branch}::int is null or v.id_branch is null
      or v.id_branch = ${id_branch})
      and (not exists (select 1 from products_type_vehicles j where j.id_own = ${id_product})
        or exists (select 1 from products_type_vehicles j where j.id_own = ${id_product}
          and j.id_target = v.id_type_vehicle))
      and (${day}::date is null or not exists (select 1 from groupings g
        where g.id_vehicle = v.id and g.state in ('1', '2', '3') and g.date_deleted is null
          and (g.date_start at time zone ${zone})::date = ${day}::date))
    order by h.state is null, v.capacity_1 desc, v.id limit ${BUILD_VEHICLES}`.execute(context.db)
  return rows
}
