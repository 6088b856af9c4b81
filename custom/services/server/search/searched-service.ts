import { type NotNull, sql } from 'kysely'
import { living } from '#app/tables'
import { todayIn } from '#engine/model'
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

/** Null: there is no such service. */
export async function searchedService(db: Db, id: number, settings: DispatchSettings, now: Date): Promise<SearchedService | null> {
  const row = await living(db, 'services as s').innerJoin('products as p', 'p.id', 's.id_product').where('s.id', '=', id)
    .select(['s.id', 's.state', 's.id_branch', 's.id_product', 's.keep_searching', 's.for_shared_service as shared',
      sql<number | null>`s.org_point[1]`.as('lat'), sql<number | null>`s.org_point[0]`.as('lng'), sql<number>`coalesce(s.capacity_1, 1)::int`.as('seats'),
      sql<number>`coalesce(s.duration, 0)::int`.as('ride_s'), sql<number | null>`p.radius_of_request::float8`.as('radius_km'),
      sql<readonly number[] | null>`(select json_agg(j.id_target) from products_type_vehicles j where j.id_own = p.id)`.as('type_vehicles')])
    .$narrowType<{ state: NotNull; id_product: NotNull }>().executeTakeFirst()
  if (!row) return null
  const { by_shift, cooldown_s, fairness_s_per_min, fix_max_age_s, wallet_least, papers_zone } = settings
  const radius_m = row.radius_km ? row.radius_km * 1000 : settings.radius_m
  return {
    id: row.id,
    state: row.state,
    origin: row.lat === null || row.lng === null ? null : [row.lat, row.lng],
    id_product: row.id_product,
    keep_searching: row.keep_searching === true,
    search: {
      id_branch: row.id_branch, type_vehicles: row.type_vehicles ?? [], seats: row.seats, shared: row.shared === true, ride_s: row.ride_s,
      radius_m, by_shift, cooldown_s, fairness_s_per_min, fix_max_age_s, wallet_least,
      papers_on: papers_zone === null ? null : todayIn(papers_zone, now),
    },
  }
}
