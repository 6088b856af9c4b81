import { type NotNull, sql } from 'kysely'
import { living } from '#app/tables'
import { todayIn } from '#engine/model'
import type { Db } from '#engine/server'
import type { LatLng } from '../../../geometry/model'
import type { ServiceState } from '../../../service-states/model'
import type { DriverSearch } from '../rules/dispatch-rule'
import type { DispatchSettings } from './dispatch-settings'

/** A service as the search for its driver sees it. */
export interface SearchedService {
  readonly id: number
  readonly state: ServiceState
  readonly origin: LatLng | null
  readonly id_product: number
  readonly keep_searching: boolean
  readonly search: DriverSearch
}

/** Where a ride `s` waits for its driver: where its passenger's car stands, or would be left, else its origin. */
const STANDS = sql`coalesce(s.handover_point, case when s.state = 'started' then (select p.point
  from vehicle_positions p
  where p.id_vehicle = s.id_vehicle and p.date_deleted is null limit 1) end, s.org_point)`

/** Null: there is no such service. */
export async function searchedService(
  db: Db,
  id: number,
  settings: DispatchSettings,
  now: Date,
): Promise<SearchedService | null> {
  const row = await living(db, 'services as s')
    .innerJoin('products as p', 'p.id', 's.id_product')
    .where('s.id', '=', id)
    .select([
      's.id',
      's.state',
      's.id_branch',
      's.id_product',
      's.keep_searching',
      's.for_shared_service as shared',
      sql<number | null>`(${STANDS})[1]`.as('lat'),
      sql<number | null>`(${STANDS})[0]`.as('lng'),
      sql<number>`coalesce(s.capacity_1, 1)::int`.as('seats'),
      sql<number>`coalesce(s.duration, 0)::int`.as('ride_s'),
      sql<number | null>`p.radius_of_request::float8`.as('radius_km'),
      sql<string | null>`coalesce(p.search_by, (select b.search_by from branches b where b.id = s.id_branch))`.as(
        'search_by',
      ),
      sql<
        readonly number[] | null
      >`(select json_agg(j.id_target) from products_type_vehicles j where j.id_own = p.id)`.as('type_vehicles'),
    ])
    .$narrowType<{ state: NotNull; id_product: NotNull }>()
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    state: row.state,
    origin: row.lat === null || row.lng === null ? null : [row.lat, row.lng],
    id_product: row.id_product,
    keep_searching: row.keep_searching === true,
    search: searchFor(row, settings, now),
  }
}

interface Wanted {
  readonly id_branch: number | null
  readonly type_vehicles: readonly number[] | null
  readonly seats: number
  readonly shared: boolean | null
  readonly ride_s: number
  readonly radius_km: number | null
  /** As the product, else the branch says; null: as the settings say. */
  readonly search_by: string | null
}

/** What a search asks of drivers, for a trip and its product. */
export function searchFor(
  { id_branch, type_vehicles, seats, shared, ride_s, radius_km, search_by }: Wanted,
  settings: DispatchSettings,
  now: Date,
): DriverSearch {
  const { by_shift, cooldown_s, fairness_s_per_min, fix_max_age_s, wallet_least, papers_zone } = settings
  return {
    id_branch,
    type_vehicles: type_vehicles ?? [],
    seats,
    shared: shared === true,
    ride_s,
    radius_m: radius_km ? radius_km * 1000 : settings.radius_m,
    by_zone: search_by === null ? settings.by_zone : search_by === 'zones',
    by_shift,
    cooldown_s,
    fairness_s_per_min,
    fix_max_age_s,
    wallet_least,
    papers_on: papers_zone === null ? null : todayIn(papers_zone, now),
  }
}
