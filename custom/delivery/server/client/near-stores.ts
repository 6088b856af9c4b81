import { sql } from 'kysely'
import { living } from '#app/tables'
import { fold } from '#engine/model'
import { callLimit, serveCall } from '#engine/server'
import { METRES_PER_DEGREE } from '../../../geometry/model'
import { nearStoresCall } from '../../model/client-calls'
import { storesOf } from '../stores/store-facts'
import { storeShown } from './store-shown'

const MAX_STORES = 50
/** Looks of one network in a minute: a carrier puts many phones behind one address. */
const MAX_LOOKS = 300
export const limitStoreCalls = callLimit('widgets.too_many')

/** `GET client/delivery/stores`. */
export const nearStores = serveCall(nearStoresCall, async (context, { lat, lng, q = '' }) => {
  const { db, network, now } = context
  limitStoreCalls(db, `stores network ${network}`, now(), MAX_LOOKS)
  // A degree of latitude is the same everywhere; one of longitude is at most as long.
  const ids = await living(db, 'stores as s')
    .innerJoin('type_stores as t', 't.id', 's.id_type_store')
    .innerJoin('companies as c', 'c.id', 's.id_partner')
    .where('s.state', '=', '1')
    .where('c.state', '=', '1')
    .where('t.state', '=', '1')
    .where(sql<boolean>`abs(s.point[1] - ${lat}) <= t.coverage_radius / ${METRES_PER_DEGREE}::float8`)
    .orderBy(sql`(s.point[1] - ${lat})^2 + ((s.point[0] - ${lng}) * cos(radians(${lat})))^2`)
    .select('s.id')
    .limit(500)
    .execute()
  const asked = fold(q.trim())
  const stores = (
    await storesOf(
      db,
      ids.map(({ id }) => id),
    )
  ).filter(({ name, type }) => fold(`${name} ${type ?? ''}`).includes(asked))
  const shown = await Promise.all(stores.map((store) => storeShown(context, store, [lat, lng])))
  const reached = shown
    .filter(({ why }) => why !== 'area' && why !== 'place')
    .toSorted((a, b) => Number(b.open) - Number(a.open) || (a.distance ?? 0) - (b.distance ?? 0))
  return { items: reached.slice(0, MAX_STORES) }
})
