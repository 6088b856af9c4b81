import { sql } from 'kysely'
import { living } from '#app/tables'
import { serveCall } from '#engine/server'
import { pickupCall } from '../../model/pickup-call'
import { assertStaff, dispatchOf } from './call-context'
import { findCandidates } from './find-candidates'
import { searchFor } from './searched-service'

/** A trip that is still being asked about is no row. */
const NO_SERVICE = 0

/**
 * `GET dispatcher/pickup`: how far the first driver is who would be asked for such a ride now, by the streets: one
 * matrix of at most 20 ways, nothing is written.
 */
export const pickup = serveCall(
  pickupCall,
  async (context, { lat, lng, id_product, id_branch = null, capacity_1 = 1, duration = 0 }) => {
    assertStaff(context)
    const { db, places, settings, now } = dispatchOf(context)
    const product = await living(db, 'products as p')
      .where('p.id', '=', id_product)
      .select([
        'p.for_shared_service as shared',
        sql<number | null>`p.radius_of_request::float8`.as('radius_km'),
        sql<
          string | null
        >`coalesce(p.search_by, (select b.search_by from branches b where b.id = ${id_branch}::int))`.as('search_by'),
        sql<
          readonly number[] | null
        >`(select json_agg(j.id_target) from products_type_vehicles j where j.id_own = p.id)`.as('type_vehicles'),
      ])
      .executeTakeFirst()
    if (!product) return { duration: null, distance: null }
    const search = searchFor({ ...product, id_branch, seats: capacity_1, ride_s: duration }, settings, now())
    const service = {
      id: NO_SERVICE,
      state: 'requested',
      origin: [lat, lng],
      id_product,
      keep_searching: false,
      search,
    } as const
    const first = (await findCandidates({ db, places, service, now: now(), everybody: false })).find(
      ({ rank }) => rank === 1,
    )
    return { duration: first?.facts.duration_s ?? null, distance: first?.facts.distance_m ?? null }
  },
)
