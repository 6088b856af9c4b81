import { isStaff } from '#app/asker'
import { type RawBuilder, sql } from 'kysely'
import type { Row } from '#app/tables'
import { type Db, iso, stateObjects, type Tx } from '#engine/server'
import type { GroupingService, GroupingStop } from '../../model/grouping-wire'
import type { GroupingReader } from './read-grouping'

interface RideRow
  extends Row<'services', 'id' | 'state' | 'id_driver' | 'org_address' | 'dst_address' | 'duration', 'state'> {
  readonly cl_name: string | null
  readonly cl_surname: string | null
  readonly cl_phone: string | null
  readonly co_name: string | null
  readonly capacity_1: number
  readonly price_total: number | null
  readonly date_scheduled: string | null
  readonly stops: string | null
}

interface RideStop {
  readonly id: number
  readonly lat: number | null
  readonly lng: number | null
  readonly address: string
  readonly name: string | null
  readonly contact_name: string | null
  readonly contact_phone: string | null
  readonly notes: string | null
  readonly date_reached: string | null
  readonly date_left: string | null
  readonly locked: boolean
  /** Its place in the stored order; null: it has none yet. */
  readonly position: number | null
}

/** A ride with its stops in the order of the ride; those without a place are left out. */
export interface GroupingRide extends GroupingService {
  readonly duration: number | null
  readonly stops: readonly (GroupingStop & { readonly position: number | null })[]
}

const STOPS = sql`(select json_agg(json_build_object(
    'id', st.id, 'lat', st.point[1], 'lng', st.point[0], 'address', st.address, 'name', st.name, 'contact_name',
    st.contact_name,
    'contact_phone', st.contact_phone, 'notes', st.notes, 'date_reached', ${iso('st.date_reached')}, 'date_left',
    ${iso('st.date_left')},
    'locked', coalesce(gs.locked, false), 'position', gs.position) order by st.position, st.id)::text
  from service_stops st left join grouping_stops gs on gs.id_stop = st.id and gs.id_grouping = s.id_grouping
    and gs.date_deleted is null
  where st.id_service = s.id and st.date_deleted is null)`

/**
 * Rides by a condition over `s`, which brings the scope, the one due first in front, with their stops. One statement.
 */
export async function readRides(
  reader: GroupingReader,
  db: Db | Tx,
  condition: RawBuilder<boolean>,
  max = 400,
): Promise<readonly GroupingRide[]> {
  const { rows } = await sql<RideRow>`
    select s.id, s.state, s.id_driver, s.org_address, s.dst_address, s.duration,
      coalesce(s.capacity_1, 1) as capacity_1, s.price_total::float8 as price_total,
      case when s.invited then s.invited_name else cl.name end as cl_name,
      case when s.invited then null else cl.surname end as cl_surname,
      case when s.invited then s.invited_phone else cl.phone end as cl_phone, co.name as co_name,
      ${iso(`s.date_scheduled`)} as date_scheduled, ${STOPS} as stops
    from services s
    left join users cl on cl.id = s.id_client
    left join companies co on co.id = s.id_company
    where s.date_deleted is null and ${condition}
    order by coalesce(s.date_scheduled, s.date_created), s.id limit ${max}`.execute(db)
  const states = stateObjects(reader, 'services')
  const staff = isStaff(reader.actor)
  return rows.map(({ stops, price_total, ...row }) => ({
    ...row,
    price_total: staff ? price_total : null,
    state_obj: states.get(row.state) ?? { id: row.state, name: row.state, color: '' },
    can_leave: !ABOARD.includes(row.state),
    stops: stopsOf(row, stops === null ? [] : (JSON.parse(stops) as RideStop[])),
  }))
}

/** Its passengers are on board, or it is over. */
const ABOARD: readonly string[] = ['started', 'arrived', 'finalized']

function stopsOf(ride: Omit<RideRow, 'stops' | 'price_total'>, stops: readonly RideStop[]): GroupingRide['stops'] {
  const who = [ride.cl_name, ride.cl_surname].filter(Boolean).join(' ') || null
  return stops.flatMap(({ lat, lng, contact_name, contact_phone, position, ...stop }, at) =>
    lat === null || lng === null
      ? []
      : [
          {
            ...stop,
            id_service: ride.id,
            lat,
            lng,
            position,
            kind: at === 0 ? ('pickup' as const) : at === stops.length - 1 ? ('dropoff' as const) : ('via' as const),
            who: contact_name ?? who,
            phone: contact_phone ?? ride.cl_phone,
            people: ride.capacity_1,
            state: ride.state,
            date_scheduled: ride.date_scheduled,
          },
        ],
  )
}

/** A ride as a call shows it, without its stops. */
export function rideOnWire({ stops: _stops, duration: _duration, ...ride }: GroupingRide): GroupingService {
  return ride
}
