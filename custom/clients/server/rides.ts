import { sql } from 'kysely'
import { living } from '#app/tables'
import { anyOf, type Db, serveCall } from '#engine/server'
import { OVER } from '../../service-states/model'
import { readServices } from '../../services/server'
import { clientRidesCall } from '../model/ride-calls'
import { asClient, ridesOfClient } from './own-ride'
import { rideLine } from './ride-on-wire'

const MAX_ACTIVE = 50
const PAGE = 20

/** `GET client/rides`. */
export const rides = serveCall(clientRidesCall, async (context, { kind, before }) => {
  asClient(context, 'reads')
  const { db } = context
  const own = ridesOfClient(db, context).select('s.id')
  const rows =
    kind === 'active'
      ? await own
          .where('s.state', 'not in', [...OVER])
          .orderBy(sql`coalesce(s.date_scheduled, s.date_created)`)
          .orderBy('s.id')
          .limit(MAX_ACTIVE + 1)
          .execute()
      : await own
          .where('s.state', 'in', [...OVER])
          .$if(before !== undefined, (query) => query.where('s.id', '<', before ?? 0))
          .orderBy('s.id', 'desc')
          .limit(PAGE + 1)
          .execute()
  const most = kind === 'active' ? MAX_ACTIVE : PAGE
  const ids = rows.slice(0, most).map(({ id }) => id)
  const [services, stars] = [await readServices(context, db, ids, { everywhere: true }), await givenStars(db, ids)]
  return { items: services.map((service) => rideLine(context, service, stars)), more: rows.length > most }
})

/** What their clients gave rides, by id. */
export async function givenStars(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await living(db, 'service_ratings')
    .where('id_service', '=', anyOf(ids))
    .select(['id_service', 'stars'])
    .execute()
  return new Map(rows.map(({ id_service, stars }) => [Number(id_service), Number(stars)]))
}
