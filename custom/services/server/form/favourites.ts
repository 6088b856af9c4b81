import { isStaff } from '#app/asker'
import { sql } from 'kysely'
import { living, type Row } from '#app/tables'
import type { Static } from 'typebox'
import type { CallResponse } from '#engine/model'
import type { CallContext, Db } from '#engine/server'
import type { dataClientCall, DispatcherClient } from '../../model/form-calls'
import { serviceScope } from '../read/service-scope'

type Favourite = CallResponse<typeof dataClientCall>['locations'][number]

/** Limits of past services considered, and of places returned. */
const MAX_SERVICES = 300
const MAX_PLACES = 20
/** About ten metres. */
const NEAR_DEG = 1e-4

interface Visited extends Row<'service_stops', 'address' | 'name'> {
  readonly lat: number
  readonly lng: number
  readonly uses: number
  readonly starts: number
  readonly ends: number
}

/**
 * Where a client goes: the places they saved, then those of their rides in the asker's scope, both most used first,
 * then those of their company. A saved place counts the rides to it.
 */
export async function favouritesOf(
  context: CallContext,
  { id, id_company }: Static<typeof DispatcherClient>,
): Promise<readonly Favourite[]> {
  const rows = await placesOfRides(context, id)
  const named = await ownPlaces(context, id)
  const own = named
    .map((place) => ({ ...place, ...usesOf(rows.filter((row) => isSame(row, place))) }))
    .sort((a, b) => b.uses - a.uses)
  const known = [...own, ...rows.filter((row) => !named.some((place) => isSame(row, place)))]
    .slice(0, MAX_PLACES)
    .map(favourite)
  if (id_company === null || known.length >= MAX_PLACES) return known
  const kept = await unvisited(context.db)
    .where('id_company', '=', id_company)
    .orderBy(sql`name collate "C"`)
    .orderBy('id')
    .limit(MAX_PLACES - known.length)
    .execute()
  return [...known, ...kept.map(favourite)]
}

/** Places of the catalogue, without counts of rides. */
const unvisited = (db: Db) =>
  living(db, 'locations')
    .where('point', 'is not', null)
    .select(({ lit, ref }) => [
      sql<number>`(${ref('point')})[1]`.as('lat'),
      sql<number>`(${ref('point')})[0]`.as('lng'),
      'address',
      'name',
      lit(0).as('uses'),
      lit(0).as('starts'),
      lit(0).as('ends'),
    ])

/** Only the places of the client's rides. */
export const riddenPlaces = async (context: CallContext, id: number): Promise<readonly Favourite[]> =>
  (await placesOfRides(context, id)).map(favourite)

async function placesOfRides(context: CallContext, id: number): Promise<readonly Visited[]> {
  // Points within about ten metres of each other are one place, named as it was the last time.
  const { rows } = await sql<Visited>`
    with latest as (
      select s.id from services s where s.id_client = ${id} and ${serviceScope(context, 's')} and s.date_deleted is null
      order by s.id desc limit ${MAX_SERVICES}
    ), visits as (
      select st.id_service, st.point[1] as lat, st.point[0] as lng, st.address, st.name,
        st.position = 0 as starts, st.position = max(st.position) over (partition by st.id_service)
        and st.position > 0 as ends
      from service_stops st where st.id_service in (select id from latest) and st.date_deleted is null
        and st.point is not null
    )
    select (array_agg(lat order by id_service desc))[1] as lat, (array_agg(lng order by id_service desc))[1] as lng,
      (array_agg(address order by id_service desc))[1] as address, (array_agg(name order by id_service desc))[1] as
      name, count(*)::int as uses,
      (count(*) filter (where starts))::int as starts, (count(*) filter (where ends))::int as ends
    from visits group by round(lat::numeric, 4), round(lng::numeric, 4)
    order by uses desc, max(id_service) desc limit ${MAX_PLACES}`.execute(context.db)
  return rows
}

/** Only staff and the client may see the client's saved places. */
async function ownPlaces({ actor, db }: CallContext, id: number): Promise<readonly Visited[]> {
  if (!isStaff(actor) && actor.id !== id) return []
  return unvisited(db).where('id_client', '=', id).orderBy('id').limit(MAX_PLACES).execute()
}

const isSame = (a: Visited, b: Visited): boolean =>
  Math.abs(a.lat - b.lat) < NEAR_DEG && Math.abs(a.lng - b.lng) < NEAR_DEG

function usesOf(rows: readonly Visited[]): Pick<Visited, 'uses' | 'starts' | 'ends'> {
  const sum = (key: 'uses' | 'starts' | 'ends'): number => rows.reduce((total, row) => total + row[key], 0)
  return { uses: sum('uses'), starts: sum('starts'), ends: sum('ends') }
}

function favourite({ lat, lng, address, name, uses, starts, ends }: Visited): Favourite {
  const as = uses === 0 ? 'place' : starts > ends ? 'origin' : ends > starts ? 'destination' : 'place'
  return {
    lat,
    lng,
    address,
    name: name ?? address.split(',')[0]?.trim() ?? address,
    is_named: Number(name !== null),
    uses,
    as,
  }
}
