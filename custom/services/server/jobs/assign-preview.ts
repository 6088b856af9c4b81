import { sql } from 'kysely'
import { AppError, HOUR_MS } from '#engine/model'
import { type CallContext, serveCall } from '#engine/server'
import type { LatLng } from '../../../geometry/model'
import { type AssignPreview, assignPreviewCall } from '../../model/jobs-call'
import { ACTIVE, IN_PROGRESS } from '../../../service-states/model'
import { driverOfVehicle } from '../offers/driver-of-vehicle'
import { serviceScope } from '../read/service-scope'
import { assertStaff, dispatchOf } from '../search/call-context'
import { PICK_UP } from '../warnings/warning-rules'
import { driveWith, type PlannedRide, type DriveWay } from './drive'

/** Bookings of the driver that lie further ahead are not in the way, and of many the next ones say enough. */
const AHEAD_H = 8
const MAX_OWN = 8

/** `POST dispatcher/assignPreview`. */
export const assignPreview = serveCall(assignPreviewCall, async (context, { id_vehicle, ids }) => {
  assertStaff(context)
  return assignPreviewOf(context, id_vehicle, ids)
})

/**
 * What it would mean to give these rides to a vehicle's driver. Asks for ways by the streets: never within a
 * transaction.
 */
export async function assignPreviewOf(
  context: CallContext,
  id_vehicle: number,
  ids: readonly number[],
): Promise<AssignPreview> {
  const { db, now } = context
  const driver = await driverOfVehicle(context, db, id_vehicle).catch((cause: unknown) => {
    if (cause instanceof AppError && cause.code === 'VALIDATION') return null
    throw cause
  })
  const rows = await readRides(context, driver?.id_driver ?? null, ids)
  const asked = ids.flatMap((id) => rows.find((row) => row.id === id && row.seen) ?? [])
  if (asked.length < ids.length) throw new AppError('NOT_FOUND')
  if (!driver) return { driver: null, after: null, taken: [], duration_s: null, empty_m: null, late: [] }
  const now_ms = now().getTime()
  const under = rows.find(({ id, under_way }) => under_way && !ids.includes(id))
  const later = [...asked, ...rows.filter((row) => !row.under_way && !ids.includes(row.id))].toSorted(
    (a, b) => (a.booked_ms ?? now_ms) - (b.booked_ms ?? now_ms),
  )
  const rides = [...(under ? [under] : []), ...later].flatMap((row) => plannedOf(row, ids) ?? [])
  const isBusy = rows.some(({ id, under_way, alone }) => under_way && alone && !ids.includes(id))
  const taken = asked.filter(({ alone, at_once }) => alone && at_once).slice(isBusy ? 0 : 1)
  const said = { driver: driver.name, after: under?.id ?? null, taken: taken.map(({ id }) => id) }
  if (!driver.point) return { ...said, duration_s: null, empty_m: null, late: [] }
  const { places, settings } = dispatchOf(context)
  const way = async (from: LatLng, to: LatLng): Promise<DriveWay> => {
    const { distances_m, durations_s } = await places.matrix([from], [to])
    return { distance_m: distances_m[0]?.[0] ?? null, duration_s: durations_s[0]?.[0] ?? null }
  }
  const { late, ...driven } = await driveWith(rides, driver.point, now_ms, way, settings.late_min * 60)
  return { ...said, ...driven, late: [...late] }
}

interface RideRow {
  readonly id: number
  readonly cl_name: string | null
  /** In the asker's sight. */
  readonly seen: boolean
  readonly under_way: boolean
  readonly aboard: boolean
  /** Its driver has no other one meanwhile. */
  readonly alone: boolean
  /** Whoever is given it has it now, and not booked for later. */
  readonly at_once: boolean
  readonly org_lat: number | null
  readonly org_lng: number | null
  readonly dst_lat: number | null
  readonly dst_lng: number | null
  readonly ride_s: number
  readonly pickup_ms: number | null
  readonly booked_ms: number | null
}

function plannedOf(row: RideRow, ids: readonly number[]): PlannedRide | null {
  const { org_lat, org_lng, dst_lat, dst_lng } = row
  if (org_lat === null || org_lng === null) return null
  const from: LatLng = [org_lat, org_lng]
  const asked = ids.includes(row.id)
  return {
    id: row.id,
    cl_name: row.seen ? row.cl_name : null,
    from,
    to: dst_lat === null || dst_lng === null ? from : [dst_lat, dst_lng],
    ride_s: row.ride_s,
    // Another driver's arrival is not this one's promise.
    pickup_ms: asked ? row.booked_ms : row.pickup_ms,
    aboard: row.aboard,
    asked,
  }
}

/** The rides that are asked about, and what the driver has and will have within some hours. */
async function readRides(
  context: CallContext,
  id_driver: number | null,
  ids: readonly number[],
): Promise<readonly RideRow[]> {
  const list = (states: readonly string[]) => sql.join(states.map((state) => sql.lit(state)))
  const until = new Date(context.now().getTime() + AHEAD_H * HOUR_MS).toISOString()
  const columns = sql`s.id, coalesce(nullif(case when s.invited then s.invited_name end, ''),
    nullif(concat_ws(' ', cl.name, cl.surname), '')) as cl_name,
    ${serviceScope(context, 's')} as seen, s.state in (${list(IN_PROGRESS)}) as under_way,
    s.state in ('started', 'arrived') as aboard, not s.for_shared_service and s.id_grouping is null as alone,
    s.state <> 'scheduled' as at_once,
    (coalesce(s.handover_point, s.org_point))[1] as org_lat, (coalesce(s.handover_point, s.org_point))[0] as org_lng,
    s.dst_point[1] as dst_lat, s.dst_point[0] as dst_lng,
    coalesce(s.duration, 0)::int as ride_s, (extract(epoch from ${PICK_UP}) * 1000)::float8 as pickup_ms,
    case when s.date_handed_over is null then (extract(epoch from s.date_scheduled) * 1000)::float8 end as booked_ms`
  const { rows } = await sql<RideRow>`
    (select ${columns} from services s left join users cl on cl.id = s.id_client
      where s.date_deleted is null and s.id = any(${[...ids]}::integer[]) and s.state in (${list(ACTIVE)}))
    union all
    (select ${columns} from services s left join users cl on cl.id = s.id_client
      where s.date_deleted is null and s.id_driver = ${id_driver}::integer and not s.id = any(${[...ids]}::integer[])
        and (s.state in (${list(IN_PROGRESS)}) or (s.state = 'scheduled' and s.date_scheduled < ${until}::timestamptz))
      order by coalesce(s.date_scheduled, s.date_accepted) limit ${MAX_OWN})`.execute(context.db)
  return rows
}
