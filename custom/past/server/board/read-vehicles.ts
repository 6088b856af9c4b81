import { HOUR_MS } from '#engine/model'
import { sql } from 'kysely'
import { type CallContext, iso } from '#engine/server'
import { fleetScope } from '../../../fleet/server'
import { IN_PROGRESS } from '../../../service-states/model'
import { MAX_VEHICLES, type PastRide, type PastVehicle } from '../../model/board-call'
import { LATE_FIXES_H, shiftsAt } from '../past-indexes'

/** What was heard of longer before is no place any more. */
const OLDEST_H = 12

interface VehiclesAt {
  readonly at: Date
  readonly id_branch: number | undefined
  readonly rides: readonly PastRide[]
}

/** The vehicles on shift at a moment, with the last position until then of that shift: also one that arrived late. */
export async function readPastVehicles(
  context: CallContext,
  { at, id_branch, rides }: VehiclesAt,
): Promise<{ readonly vehicles: PastVehicle[]; readonly vehicles_total: number }> {
  const scope = fleetScope(context)
  if (!scope) return { vehicles: [], vehicles_total: 0 }
  const moment = sql`${at.toISOString()}::timestamptz`
  const hours = (count: number): string => new Date(at.getTime() + count * HOUR_MS).toISOString()
  const { rows } = await sql<Omit<PastVehicle, 'id_service'>>`
    select distinct on (v.id) v.id, h.id_driver, nullif(concat_ws(' ', u.name, u.surname), '') as driver, v.plate,
      coalesce(t.icon, 'car') as icon, v.id_branch,
      p.lat, p.lng, p.course, ${iso('p.date_fix')} as date_fix
    from ${shiftsAt(moment)} h
    join vehicles v on v.id = h.id_vehicle
    join users u on u.id = h.id_driver
    left join type_vehicles t on t.id = v.id_type_vehicle
    left join lateral (
      select k.lat, k.lng, k.course::float8 as course, k.date_fix from trackings k
      where k.id_driver = h.id_driver and k.date_fix <= ${moment} and k.date_fix >= greatest(h.date_start,
        ${hours(-OLDEST_H)}::timestamptz)
        and k.date_received >= ${hours(-OLDEST_H)}::timestamptz
        and k.date_received < ${hours(LATE_FIXES_H)}::timestamptz and (k.kept_out is null or k.kept_out = 'old')
      order by k.date_fix desc limit 1
    ) p on true
    where ${scope} and ${id_branch === undefined ? sql`true` : sql`v.id_branch = ${id_branch}`}
    order by v.id, h.date_start desc limit ${MAX_VEHICLES + 1}`.execute(context.db)
  const driven = new Map(
    rides.flatMap(({ id, id_vehicle, state }) =>
      id_vehicle !== null && (IN_PROGRESS as readonly string[]).includes(state) ? [[id_vehicle, id] as const] : [],
    ),
  )
  const vehicles = rows.slice(0, MAX_VEHICLES).map((row) => ({ ...row, id_service: driven.get(row.id) ?? null }))
  return { vehicles, vehicles_total: rows.length }
}
