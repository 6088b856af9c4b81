import { sql } from 'kysely'
import type { Db } from '#engine/server'
import type { LatLng } from '../../../geo/model/lat-lng'
import type { ServiceState } from '../../model/service-state'
import type { Search } from '../rules/dispatch-rule'
import type { DispatchSettings } from './dispatch-settings'

/** A service as the search for its driver sees it. */
export interface SearchedService {
  readonly id: number
  readonly state: ServiceState
  readonly origin: LatLng | null
  readonly id_product: number
  readonly keep_searching: boolean
  readonly search: Search
}

interface Row {
  readonly id: number
  readonly state: ServiceState
  readonly lat: number | null
  readonly lng: number | null
  readonly id_product: number
  readonly id_branch: number | null
  readonly keep_searching: boolean | null
  readonly shared: boolean | null
  readonly seats: number
  readonly ride_s: number
  readonly radius_km: number | null
  readonly type_vehicles: readonly number[] | null
}

/** Services by id, in no order; missing ones are left out. */
async function searchedServices(db: Db, ids: readonly number[], settings: DispatchSettings): Promise<readonly SearchedService[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Row>`
    select s.id, s.state, s.org_point[1] as lat, s.org_point[0] as lng, s.id_product, s.id_branch, s.keep_searching,
      s.for_shared_service as shared, coalesce(s.capacity_1, 1)::int as seats, coalesce(s.duration, 0)::int as ride_s,
      p.radius_of_request::float8 as radius_km,
      (select json_agg(j.id_target) from products_type_vehicles j where j.id_own = p.id) as type_vehicles
    from services s join products p on p.id = s.id_product
    where s.id in (${sql.join(ids)}) and s.date_deleted is null`.execute(db)
  return rows.map((row) => searchedOf(row, settings))
}

export async function searchedService(db: Db, id: number, settings: DispatchSettings): Promise<SearchedService | null> {
  return (await searchedServices(db, [id], settings))[0] ?? null
}

function searchedOf(row: Row, settings: DispatchSettings): SearchedService {
  const { by_shift, cooldown_s, fairness_s_per_min, fix_max_age_s } = settings
  const radius_m = row.radius_km ? row.radius_km * 1000 : settings.radius_m
  return {
    id: row.id,
    state: row.state,
    origin: row.lat === null || row.lng === null ? null : [row.lat, row.lng],
    id_product: row.id_product,
    keep_searching: row.keep_searching === true,
    search: {
      id_branch: row.id_branch, type_vehicles: row.type_vehicles ?? [], seats: row.seats, shared: row.shared === true, ride_s: row.ride_s,
      radius_m, by_shift, cooldown_s, fairness_s_per_min, fix_max_age_s,
    },
  }
}
