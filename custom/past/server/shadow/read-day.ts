import { sql } from 'kysely'
import type { CallContext } from '#engine/server'
import { fleetScope } from '../../../fleet/server'
import { serviceScope } from '../../../services/server'
import { LATE_FIXES_H, shiftsWithin } from '../past-indexes'

/** A ride of the day, or one that a driver had while it began, with its moments in milliseconds. */
export interface DayRide {
  readonly id: number
  readonly asked_ms: number
  readonly scheduled_ms: number | null
  readonly org_lat: number | null
  readonly org_lng: number | null
  readonly dst_lat: number | null
  readonly dst_lng: number | null
  readonly distance: number | null
  readonly duration: number | null
  readonly seats: number
  readonly id_branch: number | null
  readonly type_vehicles: readonly number[] | null
  readonly radius_km: number | null
  readonly on_air_min: number
  readonly state: string
  readonly missed: boolean
  readonly together: boolean
  readonly id_driver: number | null
  readonly accepted_ms: number | null
  readonly waiting_ms: number | null
  readonly started_ms: number | null
  readonly ended_ms: number | null
  readonly wait_s: number | null
  readonly late_s: number | null
  readonly empty_m: number | null
}

export interface OfferRow {
  readonly id_service: number
  readonly id_driver: number
  readonly state: 'accepted' | 'rejected' | 'expired'
  readonly manual: boolean
  readonly asked_ms: number
  readonly after_s: number
  readonly distance: number | null
  readonly duration: number | null
}

export interface DayShift {
  readonly id_driver: number
  readonly id_vehicle: number
  readonly id_branch: number | null
  readonly id_type_vehicle: number | null
  readonly seats: number
  readonly from_ms: number
  readonly until_ms: number
  readonly place: number | null
  readonly lat: number | null
  readonly lng: number | null
}

interface DayAsked {
  readonly from: string
  readonly until: string
  readonly id_branch: number | undefined
}

const epoch = (column: string) => sql`extract(epoch from ${sql.ref(column)})::float8 * 1000`

/**
 * Rides for now that were asked for on that day and bookings for it, all that are over; and those of the day before
 * that went on into it.
 */
export async function readRideRows(
  context: CallContext,
  { from, until, id_branch }: DayAsked,
): Promise<readonly DayRide[]> {
  const within = (column: string) =>
    sql`${sql.ref(column)} >= ${from}::timestamptz - interval '1 day' and ${sql.ref(column)} < ${until}::timestamptz`
  const { rows } = await sql<DayRide>`
    select s.id, extract(epoch from coalesce(case when not s.scheduled then s.date_first_requested end,
      s.date_created))::float8 * 1000 as asked_ms,
      case when s.scheduled then ${epoch('s.date_scheduled')} end as scheduled_ms,
      s.org_point[1] as org_lat, s.org_point[0] as org_lng, s.dst_point[1] as dst_lat, s.dst_point[0] as dst_lng,
      s.distance::float8 as distance, s.duration::float8 as duration,
      coalesce(s.capacity_1, 1) as seats, s.id_branch, (select json_agg(j.id_target) from products_type_vehicles j
        where j.id_own = s.id_product) as type_vehicles,
      p.radius_of_request::float8 as radius_km, coalesce(p.min_time_to_onway, 0)::float8 as on_air_min, s.state,
      coalesce(s.missed, false) as missed,
      (coalesce(s.for_shared_service, false) or s.id_grouping is not null or exists (select from service_legs l
        where l.id_service = s.id and l.date_deleted is null)) as together, s.id_driver,
      ${epoch('s.date_accepted')} as accepted_ms, ${epoch('s.date_waiting')} as waiting_ms,
      ${epoch('s.date_started')} as started_ms,
      extract(epoch from coalesce(s.date_finalized, s.date_canceled))::float8 * 1000 as ended_ms,
      s.time_pickup::float8 as wait_s, s.time_late::float8 as late_s, s.distance_empty::float8 as empty_m
    from services s join products p on p.id = s.id_product
    where s.date_deleted is null and s.state in ('finalized', 'canceled') and not coalesce(s.is_past, false)
      and (s.date_first_requested is not null or s.date_requested is not null or s.date_accepted is not null)
      and (s.scheduled and ${within('s.date_scheduled')} or not s.scheduled and ${within('s.date_created')})
      and ${serviceScope(context, 's')} and ${id_branch === undefined ? sql`true` : sql`s.id_branch = ${id_branch}`}
    order by s.id`.execute(context.db)
  return rows
}

/** What drivers were asked and answered. */
export async function readOfferRows({ db }: CallContext, services: readonly number[]): Promise<readonly OfferRow[]> {
  const { rows } = await sql<OfferRow>`
    select o.id_service, o.id_driver, o.state, coalesce(o.manual, false) as manual,
      ${epoch('o.date_created')} as asked_ms, o.distance::float8 as distance, o.duration::float8 as duration,
      greatest(0, extract(epoch from coalesce(o.date_answered, o.date_deadline) - o.date_created))::float8 as after_s
    from service_offers o where o.id_service = any(${[...services]}::int[]) and o.state in ('accepted', 'rejected',
      'expired') and o.date_deleted is null order by o.id`.execute(db)
  return rows
}

/** Who was on shift with which vehicle, and the first place that is known of it. */
export async function readShiftRows(
  context: CallContext,
  { from, until, id_branch }: DayAsked,
): Promise<readonly DayShift[]> {
  const scope = fleetScope(context)
  if (!scope) return []
  const { rows } = await sql<DayShift>`
    select h.id_driver, h.id_vehicle, v.id_branch, v.id_type_vehicle, coalesce(v.capacity_1, 4) as seats,
      h.place::float8 as place,
      extract(epoch from greatest(h.date_start, ${from}::timestamptz))::float8 * 1000 as from_ms,
      extract(epoch from least(coalesce(h.date_end, ${until}::timestamptz),
        ${until}::timestamptz + interval '6 hours'))::float8 * 1000 as until_ms, k.lat, k.lng
    from ${shiftsWithin(from, until)} h
    join vehicles v on v.id = h.id_vehicle
    left join lateral (
      select t.lat, t.lng from trackings t
      where t.id_driver = h.id_driver and t.date_fix >= greatest(h.date_start, ${from}::timestamptz)
        and t.date_fix < greatest(h.date_start, ${from}::timestamptz) + interval '2 hours'
        and t.date_received >= ${from}::timestamptz and t.date_received < ${until}::timestamptz
        + make_interval(hours => ${LATE_FIXES_H}) and (t.kept_out is null or t.kept_out = 'old')
      order by t.date_fix limit 1
    ) k on true
    where ${scope} and ${id_branch === undefined ? sql`true` : sql`(v.id_branch is null or v.id_branch = ${id_branch})`}
    order by h.date_start, h.id`.execute(context.db)
  return rows
}
