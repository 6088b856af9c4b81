import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#engine/server'
import { distance_m, type LatLng, METRES_PER_DEGREE } from '../../../geometry/model'
import type { SearchZone } from '../../../ranks/server'
import { IN_PROGRESS } from '../../../service-states/model'
import type { DriverFacts } from '../rules/dispatch-rule'
import { searchReads } from '../rules/dispatch-rules'
import type { SearchedService } from './searched-service'

/** A driver on their vehicle, near a service, with their position. */
export interface NearDriver extends DriverFacts {
  readonly point: LatLng | null
  /** The zone that they wait in, if the search goes by it. */
  readonly zone: SearchZone | null
}

interface Row extends Omit<NearDriver, 'point' | 'zone' | 'answered' | 'straight_m' | 'distance_m' | 'duration_s'> {
  readonly lat: number | null
  readonly lng: number | null
  readonly answer: 'rejected' | 'expired' | null
  readonly answer_ago_s: number | null
}

interface NearAsked {
  readonly service: SearchedService
  readonly origin: LatLng
  readonly now: Date
  /** Metres; drivers farther away as the crow flies are not read. */
  readonly within_m: number
  /** Zones whose queues go first, in their order; whoever waits there is read however far away. */
  readonly zones: readonly SearchZone[]
  /** Only drivers at work who are free, or on a ride they may share: nobody asks why the others are not. */
  readonly free: boolean
}

/**
 * Drivers around the origin of a service with everything that decides whether they are asked, the nearest first, in one
 * query. The driver of a vehicle is the one on shift with it, else the one it is assigned to.
 */
export async function readDrivers(
  db: Db,
  { service, origin, now, within_m, zones, free }: NearAsked,
): Promise<readonly NearDriver[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const wanted = free ? searchReads(service.search) : sql<boolean>`true`
  const ids = zones.map(({ id }) => id)
  // Without zones the box alone, so that the planner may go by it.
  const around =
    ids.length === 0 ? insideBox(origin, within_m) : sql<boolean>`(${insideBox(origin, within_m)} or k.id is not null)`
  const { rows } = await sql<Row>`
    select v.id as id_vehicle, u.id as id_driver, (u.state = '1' and v.state = '1') as active, v.id_branch,
      v.id_type_vehicle,
      v.capacity_1 as seats, coalesce(u.wallet_balance, 0)::float8 as wallet,
      least(u.date_license, v.date_insurance)::text as papers_until, h.state as shift, h.place::float8 as place,
      coalesce(extract(epoch from ${at} - coalesce(h.date_last_finalized, h.date_start)), 0)::float8 as idle_s,
      r.rides::int as rides, r.shared::int as rides_to_share, r.seats::int as seats_taken,
      exists (select 1 from service_offers o where o.id_driver = u.id and o.state = 'pending'
        and o.date_deleted is null) as asked_now,
      a.state as answer, extract(epoch from ${at} - a.date_answered)::float8 as answer_ago_s,
      (select extract(epoch from min(b.date_onair) - ${at})::float8 from services b
        where b.id_driver = u.id and b.state = 'scheduled' and b.id <> ${service.id}
          and b.date_deleted is null) as booked_in_s,
      array_position(${ids}::int[], k.id_zone) - 1 as zone_step, k.place::float8 as zone_place,
      extract(epoch from ${at} - p.date_fix)::float8 as fix_age_s, p.point[1] as lat, p.point[0] as lng
    from vehicle_positions p
    join vehicles v on v.id = p.id_vehicle and v.date_deleted is null
    left join driver_shifts h on h.id_vehicle = v.id and h.state <> 'closed' and h.date_deleted is null
    join users u on u.id = coalesce(h.id_driver, v.id_user) and u.date_deleted is null
    left join rank_places k on k.id_driver = u.id and k.id_vehicle = v.id and k.id_zone = any(${ids}::int[])
      and k.state = 'waiting' and k.date_deleted is null
    left join lateral (
      select count(*) as rides, coalesce(sum(s.capacity_1), 0) as seats,
        count(*) filter (where s.for_shared_service and s.id_product = ${service.id_product}) as shared
      from services s where s.id_driver = u.id and s.date_deleted is null and s.id <> ${service.id}
        and s.state in (${sql.join(IN_PROGRESS)})
    ) r on true
    left join lateral (
      select o.state, o.date_answered from service_offers o
      where o.id_service = ${service.id} and o.id_driver = u.id and o.state in ('rejected', 'expired')
        and o.date_deleted is null
      order by o.id desc limit 1
    ) a on true
    where p.date_deleted is null and ${around} and ${wanted}`.execute(db)
  return rows
    .map((row) => nearOf(row, origin, zones))
    .filter(({ straight_m, zone_step }) => straight_m !== null && (zone_step !== null || straight_m <= within_m))
    .sort((a, b) => (a.straight_m ?? 0) - (b.straight_m ?? 0) || a.id_vehicle - b.id_vehicle)
}

function nearOf(
  { lat, lng, answer, answer_ago_s, ...row }: Row,
  origin: LatLng,
  zones: readonly SearchZone[],
): NearDriver {
  const point: LatLng | null = lat === null || lng === null ? null : [lat, lng]
  return {
    ...row,
    point,
    zone: row.zone_step === null ? null : (zones[row.zone_step] ?? null),
    distance_m: null,
    duration_s: null,
    straight_m: point ? Math.round(distance_m(origin, point)) : null,
    answered: answer ? { state: answer, ago_s: answer_ago_s ?? 0 } : null,
  }
}

/** A box that the circle fits into; at the poles and the date line it spans every longitude. */
function insideBox([lat, lng]: LatLng, within_m: number): RawBuilder<boolean> {
  const up = within_m / METRES_PER_DEGREE
  const shrink = Math.cos((Math.min(89.9, Math.abs(lat) + up) * Math.PI) / 180)
  const aside = up / shrink
  const across = lng - aside < -180 || lng + aside > 180 || aside >= 180
  const [west, east] = across ? [-180, 180] : [lng - aside, lng + aside]
  return sql<boolean>`(p.point[1] between ${lat - up} and ${lat + up} and p.point[0] between ${west} and ${east})`
}
