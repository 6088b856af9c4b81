import { sql } from 'kysely'
import type { Column, Row } from '#app/tables'
import { type CallContext, serveCall } from '#engine/server'
import { fleetScope } from '../../../fleet/server'
import { distance_m } from '../../../geometry/model'
import { ARE_ACTIVE, SAME_TIME } from '../../../services/server'
import { vehiclesCall } from '../../model/grouping-calls'
import { readScene, type GroupingScene } from '../route/read-route'

interface VehicleRow extends Row<'vehicles', 'id' | 'plate' | 'code' | 'capacity_1', 'plate'> {
  readonly driver: string | null
  readonly id_driver: Column<'users.id'> | null
  readonly active: boolean
  readonly right_type: boolean
  readonly right_branch: boolean
  readonly shift: string | null
  /** Another grouping that has it at the same time. */
  readonly taken: string | null
  /** A service of another that its driver has while rides of this one are under way. */
  readonly booked: number | null
  readonly lat: number | null
  readonly lng: number | null
}

interface VehicleFor {
  readonly id: number
  readonly plate: string
  readonly code: string | null
  readonly driver: string
  readonly capacity_1: number | null
  readonly distance: number | null
  /** The reason why it cannot take it; null: it can. */
  readonly why: { readonly say: string; readonly params?: { readonly [name: string]: string | number } } | null
  readonly at_work: boolean
}

const MAX_VEHICLES = 200

/**
 * The vehicles of the asker's fleet that have a driver, those that could take this grouping first, and the nearest of
 * them in front.
 */
export async function vehiclesFor(
  context: CallContext,
  { item, stops }: GroupingScene,
): Promise<readonly VehicleFor[]> {
  const scope = fleetScope(context)
  if (!scope) return []
  const { rows } = await sql<VehicleRow>`
    select v.id, v.plate, v.code, v.capacity_1, concat_ws(' ', d.name, d.surname) as driver, d.id as id_driver,
      ${ARE_ACTIVE} as active,
      (not exists (select 1 from products_type_vehicles j where j.id_own = ${item.id_product})
        or exists (select 1 from products_type_vehicles j where j.id_own = ${item.id_product}
          and j.id_target = v.id_type_vehicle)) as right_type,
      (${item.id_branch}::int is null or v.id_branch is null or v.id_branch = ${item.id_branch}) as right_branch,
      h.state as shift,
      (select o.name from groupings o, groupings g where g.id = ${item.id} and o.id <> g.id and o.id_vehicle = v.id
        and o.state in ('1', '2', '3') and o.date_deleted is null
        and o.date_start < g.date_arrival and g.date_start < o.date_arrival limit 1) as taken,
      (select o.id from services o join services s on s.id_grouping = ${item.id} and s.date_deleted is null
        and s.state = 'scheduled' and s.id_driver is distinct from d.id
        where o.id_driver = d.id and ${SAME_TIME} order by o.date_scheduled limit 1) as booked,
      p.point[1] as lat, p.point[0] as lng
    from vehicles v
    left join driver_shifts h on h.id_vehicle = v.id and h.state <> 'closed' and h.date_deleted is null
    join users d on d.id = coalesce(h.id_driver, v.id_user) and d.date_deleted is null
    left join vehicle_positions p on p.id_vehicle = v.id and p.date_deleted is null
    where v.date_deleted is null and ${scope} order by h.state is null, v.id limit ${MAX_VEHICLES}`.execute(context.db)
  const first = stops.find(({ date_reached }) => date_reached === null)
  const seats = mostAboard(stops)
  return rows
    .map(
      ({ id, plate, code, capacity_1, driver, lat, lng, shift, ...row }): VehicleFor => ({
        id,
        plate,
        code,
        capacity_1,
        driver: driver ?? '',
        at_work: shift === 'online',
        distance:
          first && lat !== null && lng !== null ? Math.round(distance_m([lat, lng], [first.lat, first.lng])) : null,
        why: !row.active
          ? { say: 'services.why.inactive' }
          : !row.right_branch
            ? { say: 'services.why.other_branch' }
            : !row.right_type
              ? { say: 'services.why.other_type' }
              : (capacity_1 ?? 0) < seats
                ? { say: 'groupings.seats_short', params: { smart_count: seats - (capacity_1 ?? 0) } }
                : row.taken !== null
                  ? { say: 'groupings.has_other' }
                  : row.booked !== null
                    ? { say: 'services.booked_then', params: { id: row.booked } }
                    : null,
      }),
    )
    .sort(
      (a, b) =>
        Number(a.why !== null) - Number(b.why !== null) ||
        Number(b.at_work) - Number(a.at_work) ||
        (a.distance ?? Infinity) - (b.distance ?? Infinity) ||
        a.id - b.id,
    )
}

/** How many people sit in a vehicle at once that makes these stops in this order. */
function mostAboard(stops: GroupingScene['stops']): number {
  let [aboard, most] = [0, 0]
  for (const { kind, people } of stops) {
    aboard += kind === 'pickup' ? people : kind === 'dropoff' ? -people : 0
    most = Math.max(most, aboard)
  }
  return most
}

/** `GET groupings/:id/vehicles`. */
export const vehicles = serveCall(vehiclesCall, async (context, { id }) => {
  const found = await vehiclesFor(context, await readScene(context, context.db, id))
  return {
    items: found.map(({ at_work: _atWork, why, ...vehicle }) => ({
      ...vehicle,
      why: why && context.say(why.say, why.params),
    })),
  }
})
