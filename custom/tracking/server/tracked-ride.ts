import { sql } from 'kysely'
import type { Column, Row } from '#app/tables'
import { AppError, HOUR_MS } from '#engine/model'
import { type CallContext, callLimit, iso, type Db } from '#engine/server'
import { VEHICLE_FACTS, VEHICLE_JOINS, type VehicleFacts } from '../../fleet/server'
import { IN_PROGRESS } from '../../service-states/model'
import type { TrackedState, TrackedVehicle } from '../model/tracking-calls'
import { storedOf } from './link-secret'
import { stateTold } from './state-told'

// A carrier puts many phones behind one address, each polling six times a minute; one link is used by a family.
const MAX_LOOKS = { network: 1200, link: 240, rate: 10 } as const
// The limit spares the server; a ride is protected by the 128 bits of its link.
const countCall = callLimit('tracking.too_many')
export const countTrackingLook = (db: Db, of: keyof typeof MAX_LOOKS, name: string, now: Date): void =>
  countCall(db, `${of} ${name}`, now, MAX_LOOKS[of])

/** A ride with all that its link may show; a driver who is not at work on it is left out. */
export interface TrackedRideRow
  extends VehicleFacts,
    Row<'services', 'id' | 'state' | 'polyline' | 'distance' | 'duration', 'state'> {
  /** The passenger, who rode already, waits here for another car; null: they do not. */
  readonly handed: boolean
  readonly handover_lat: number | null
  readonly handover_lng: number | null
  readonly date_expires: string | null
  readonly date_finalized: string | null
  /** Of the ride's driver, also after its end. */
  readonly driver_name: Column<'users.name'> | null
  readonly stars: number | null
  readonly stops: string | null
  readonly dr_name: Column<'users.name'> | null
  readonly dr_surname: Column<'users.surname'>
  readonly dr_phone: Column<'users.phone'>
  readonly dr_pic: Column<'users.pic'>
}

/**
 * The ride that a link leads to.
 * @throws {AppError} NOT_FOUND alike for a link that is unknown, revoked or expired; TOO_MANY
 */
export async function trackedRide(
  { db, now, network, settings }: CallContext,
  secret: string,
): Promise<TrackedRideRow> {
  const at = now()
  countTrackingLook(db, 'network', network, at)
  const stored = storedOf(secret)
  const hours = Number(settings['share_link_hours'])
  const {
    rows: [ride],
  } = await sql<TrackedRideRow>`
    select s.id, s.state, s.polyline, s.distance, s.duration, s.date_handed_over is not null as handed,
      s.handover_point[1] as handover_lat, s.handover_point[0] as handover_lng,
      ${iso('l.date_expires')} as date_expires, ${iso('s.date_finalized')} as date_finalized,
      d.name as driver_name, r.stars,
      (select json_agg(json_build_object('lat', st.point[1], 'lng', st.point[0], 'address', st.address)
        order by st.position, st.id)::text
        from service_stops st where st.id_service = s.id and st.date_deleted is null and st.point is not null) as stops,
      u.name as dr_name, u.surname as dr_surname, u.phone as dr_phone, u.pic as dr_pic,
      ${VEHICLE_FACTS}
    from service_links l
    join services s on s.id = l.id_service and s.date_deleted is null
    left join users d on d.id = s.id_driver
    left join service_ratings r on r.id_service = s.id and r.date_deleted is null
    left join users u on u.id = s.id_driver and s.state = any(${[...IN_PROGRESS]}::text[])
    left join vehicles v on v.id = s.id_vehicle and u.id is not null
    ${VEHICLE_JOINS}
    where l.secret = ${stored} and l.date_deleted is null and l.date_revoked is null
      and l.date_expires > ${at.toISOString()}
      and coalesce(s.date_finalized, s.date_canceled,
        'infinity') > ${new Date(at.getTime() - hours * HOUR_MS).toISOString()}`.execute(db)
  if (!ride) throw new AppError('NOT_FOUND', { say: 'tracking.gone' })
  countTrackingLook(db, 'link', stored, at)
  return ride
}

export const trackedState = (context: CallContext, { state, handed }: TrackedRideRow): TrackedState =>
  stateTold(context, state, handed)

/** @param since the `date_fix` that the asker knows */
export function trackedVehicle(
  { plate, lat, lng, course, icon, availability, date_fix, brand, model, color, color_code }: VehicleFacts,
  since: string | null,
): TrackedVehicle | null {
  if (plate === null) return null
  return {
    lat,
    lng,
    course,
    icon: icon ?? 'car',
    moved: date_fix !== null && date_fix !== since,
    availability: availability ?? 'offline',
    date_fix,
    plate,
    brand,
    model,
    colors: color === null ? [] : [{ name: color, code: color_code }],
  }
}
