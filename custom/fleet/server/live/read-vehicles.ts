import { sql } from 'kysely'
import type { Column } from '#app/tables'
import { dayBounds, fold, zonedText } from '#engine/model'
import type { Db, OwnIndex } from '#engine/server'
import { IN_PROGRESS } from '../../../service-states/model'
import type { FleetVehicle } from '../../model/fleet-vehicle'

/** A vehicle that is, or was lately, in the fleet. */
export type ReadVehicle =
  | { readonly id: number; readonly fits: false }
  | { readonly id: number; readonly fits: true; readonly vehicle: FleetVehicle }

interface ReadAsked {
  /** Null: all vehicles, and those that left the fleet within a day. */
  readonly ids: readonly number[] | null
  readonly now: Date
  /** Time zone of branches that name none. */
  readonly timezone: string
}

/**
 * For what a vehicle is read with, so that no driver's history is: the ride they are on, what they have earned today.
 */
export const VEHICLE_INDEXES: readonly OwnIndex[] = [
  {
    name: 'own_services_on_way',
    table: 'services',
    awaited: true,
    over: `(id_driver) where state in ('${IN_PROGRESS.join("', '")}') and date_deleted is null`,
  },
  {
    name: 'own_services_earned',
    table: 'services',
    awaited: true,
    over: "(id_driver, date_finalized) where state = 'finalized' and date_deleted is null",
  },
]

/** Vehicles as they stand, in one query. */
export async function readVehicles(db: Db, { ids, now, timezone }: ReadAsked): Promise<readonly ReadVehicle[]> {
  const zones = await sql<{ zone: string }>`
    select distinct coalesce(nullif(timezone, ''), ${timezone}) as zone from branches where date_deleted is null
    union select ${timezone}`.execute(db)
  const days = Object.fromEntries(zones.rows.map(({ zone }) => [zone, dayOf(now, zone)]))
  const { rows } = await sql<Row>`
    select v.id, v.date_deleted is null and v.state = '1' as fits, v.id_branch, v.id_type_vehicle, v.capacity_1, v.code,
      v.plate, v.model, v.year,
      br.name as brand, t.icon, u.id as id_driver, u.name as us_name, u.surname as us_surname, u.phone as us_phone,
      u.rating_average::float8 as us_rating_average, u.rating_count as us_rating_count,
      coalesce(p.availability,
        case s.state when 'online' then 'online' when 'busy' then 'busy' when 'paused' then 'busy' end,
        'offline') as availability,
      s.id as shift_id, s.state as shift_state, s.place::float8 as shift_place,
      ${ms(sql.ref('s.date_start'))} as shift_start_ms,
      ${ms(sql.ref('s.date_paused'))} as shift_paused_ms, ${ms(sql.ref('s.date_last_finalized'))} as shift_last_ms,
      r.id as se_id, r.state as se_state, r.dst_point[1] as se_dst_lat, r.dst_point[0] as se_dst_lng,
      o.id_service as requesting,
      f.amount::float8 as today_amount, f.services as today_services, coalesce(nullif(b.timezone, ''),
        ${timezone}) as zone,
      p.point[1] as lat, p.point[0] as lng, p.course::float8 as course, p.speed::float8 as speed,
      p.battery_level, p.mode,
      ${ms(sql.ref('p.date_fix'))} as fix_ms, p.version as position_version
    from vehicles v
    left join driver_shifts s on s.id_vehicle = v.id and s.state <> 'closed' and s.date_deleted is null
    left join users u on u.id = coalesce(s.id_driver, v.id_user) and u.date_deleted is null
    left join type_vehicles t on t.id = v.id_type_vehicle
    left join brand_vehicles br on br.id = v.id_brand_vehicle
    left join branches b on b.id = v.id_branch and b.date_deleted is null
    left join vehicle_positions p on p.id_vehicle = v.id and p.date_deleted is null
    left join lateral (
      select id, state, dst_point from services where id_driver = s.id_driver and id_vehicle = v.id
        and state in (${sql.join(IN_PROGRESS)})
        and date_deleted is null order by date_accepted, id limit 1
    ) r on true
    left join lateral (
      select id_service from service_offers where id_driver = s.id_driver and id_vehicle = v.id and state = 'pending'
        and date_deleted is null limit 1
    ) o on true
    left join lateral (
      select coalesce(sum(price_total), 0) as amount, count(*)::int as services from services
      where id_driver = s.id_driver and state = 'finalized' and date_deleted is null
        and date_finalized >= (${JSON.stringify(days)}::jsonb -> coalesce(nullif(b.timezone, ''),
          ${timezone}) ->> 'from')::timestamptz
    ) f on s.id is not null
    where ${
      ids === null
        ? sql<boolean>`(v.date_deleted is null and v.state = '1' or greatest(v.date_updated, v.date_deleted) > ${now}::timestamptz - interval '1 day')`
        : sql<boolean>`v.id = any(${[...ids]}::int[])`
    }`.execute(db)
  return rows.map((row) =>
    row.fits ? { id: row.id, fits: true, vehicle: vehicleOf(row, days) } : { id: row.id, fits: false },
  )
}

const ms = (column: ReturnType<typeof sql.ref>) => sql<number | null>`(extract(epoch from ${column})::float8 * 1000)`

type Day = { readonly from: string; readonly until: string }

function dayOf(now: Date, zone: string): Day {
  const today = zonedText(now.toISOString(), zone).slice(0, 10)
  return dayBounds(today, zone) ?? { from: now.toISOString(), until: now.toISOString() }
}

interface Row extends Omit<FleetVehicle, 'shift' | 'service' | 'today' | 'position' | 'icon' | 'text'> {
  readonly fits: boolean
  readonly icon: Column<'type_vehicles.icon'> | null
  readonly shift_id: Column<'driver_shifts.id'> | null
  readonly shift_state: Exclude<Column<'driver_shifts.state'>, 'closed'>
  readonly shift_place: number | null
  readonly shift_start_ms: number | null
  readonly shift_paused_ms: number | null
  readonly shift_last_ms: number | null
  readonly se_id: Column<'services.id'> | null
  readonly se_state: NonNullable<FleetVehicle['service']>['state'] | null
  readonly se_dst_lat: number | null
  readonly se_dst_lng: number | null
  readonly today_amount: number | null
  readonly today_services: number | null
  readonly zone: string
  readonly lat: number | null
  readonly lng: number | null
  readonly course: number | null
  readonly speed: number | null
  readonly battery_level: Column<'vehicle_positions.battery_level'>
  readonly mode: Column<'vehicle_positions.mode'>
  readonly fix_ms: number | null
  readonly position_version: Column<'vehicle_positions.version'> | null
}

function vehicleOf(row: Row, days: { readonly [zone: string]: Day }): FleetVehicle {
  const { lat, lng, fix_ms } = row
  return {
    id: row.id,
    id_branch: row.id_branch,
    id_type_vehicle: row.id_type_vehicle,
    capacity_1: row.capacity_1,
    code: row.code,
    plate: row.plate ?? '',
    brand: row.brand,
    model: row.model,
    year: row.year,
    icon: row.icon ?? 'car',
    id_driver: row.id_driver,
    us_name: row.us_name,
    us_surname: row.us_surname,
    us_phone: row.us_phone,
    us_rating_average: row.us_rating_average,
    us_rating_count: row.us_rating_count,
    availability: row.availability,
    requesting: row.requesting,
    text: fold(
      [row.us_name, row.us_surname, row.plate, row.plate?.replaceAll('-', ''), row.code]
        .filter((one) => one !== null)
        .join(' '),
    ),
    shift:
      row.shift_id === null || row.shift_state === null
        ? null
        : {
            id: row.shift_id,
            state: row.shift_state,
            place: row.shift_place,
            start_ms: row.shift_start_ms ?? 0,
            paused_ms: row.shift_paused_ms,
            last_finalized_ms: row.shift_last_ms,
          },
    service:
      row.se_id === null || row.se_state === null
        ? null
        : { id: row.se_id, state: row.se_state, dst_lat: row.se_dst_lat, dst_lng: row.se_dst_lng },
    today: {
      amount: row.today_amount ?? 0,
      services: row.today_services ?? 0,
      until_ms: Date.parse(days[row.zone]?.until ?? '') || 0,
    },
    position:
      lat === null || lng === null || fix_ms === null
        ? null
        : {
            lat,
            lng,
            fix_ms,
            course: row.course,
            speed: row.speed,
            battery_level: row.battery_level,
            mode: row.mode,
            version: row.position_version ?? 0,
          },
  }
}
