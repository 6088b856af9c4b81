import { sql } from 'kysely'
import { AppError } from '#engine/model'
import type { CallContext } from '#engine/server'
import { VEHICLE_FACTS, VEHICLE_JOINS, type VehicleFacts } from '../../fleet/server'
import { decodeLine } from '../../geometry/model'
import { IN_PROGRESS } from '../../service-states/model'
import { arrivalOf, type TrackedState } from '../../tracking/model'
import { driverShown, stateTold, trackedVehicle } from '../../tracking/server'
import type { WholeRide } from '../model/ride-wire'

export interface RideAround extends Pick<WholeRide, 'driver_card' | 'vehicle' | 'date_eta'> {
  readonly state: TrackedState
  /** Its client can be written to. */
  readonly hasEmail: boolean
}

interface Row extends VehicleFacts {
  readonly state: string
  /** The passenger rode already and waits for another car. */
  readonly handed: boolean
  readonly polyline: string | null
  readonly distance: number | null
  readonly duration: number | null
  readonly email: string | null
  readonly org_lat: number | null
  readonly org_lng: number | null
  readonly name: string | null
  readonly surname: string | null
  readonly phone: string | null
  readonly pic: string | null
  readonly rating: number | null
}

/**
 * Who drives a ride, in what, where that is now and when it comes. Of whoever is not at work on it nothing but the
 * first name is told.
 */
export async function rideAround(context: CallContext, id: number, since: string | null): Promise<RideAround> {
  const {
    rows: [row],
  } = await sql<Row>`
    select s.state, s.polyline, s.distance, s.duration, c.email, s.date_handed_over is not null as handed,
      (coalesce(s.handover_point, s.org_point))[1] as org_lat, (coalesce(s.handover_point, s.org_point))[0] as org_lng,
      u.name, u.surname, u.phone, u.pic, u.rating_average::float8 as rating,
      ${VEHICLE_FACTS}
    from services s
    join users c on c.id = s.id_client
    left join users u on u.id = s.id_driver
    left join vehicles v on v.id = s.id_vehicle and s.state = any(${[...IN_PROGRESS]}::text[])
    ${VEHICLE_JOINS}
    where s.id = ${id}`.execute(context.db)
  if (!row) throw new AppError('NOT_FOUND')
  return {
    state: stateTold(context, row.state, row.handed),
    hasEmail: (row.email ?? '') !== '',
    driver_card: await driverCard(context, id, row),
    vehicle: trackedVehicle(row, since),
    date_eta: arrival(context, row),
  }
}

async function driverCard(
  context: CallContext,
  id: number,
  { state, name, surname, phone, pic, rating }: Row,
): Promise<RideAround['driver_card']> {
  const isAtWork = (IN_PROGRESS as readonly string[]).includes(state)
  // A booking's driver may change until they come.
  if (!isAtWork && state !== 'finalized') return null
  const shown = await driverShown(context, { id, name, surname, phone: isAtWork ? phone : null, pic })
  return shown && { name: shown.name, phone: shown.phone, pic: shown.pic, rating_average: rating }
}

function arrival(
  { now }: CallContext,
  { state, polyline, distance, duration, org_lat, org_lng, plate, lat, lng, date_fix }: Row,
): string | null {
  const vehicle =
    plate === null || lat === null || lng === null || date_fix === null ? null : { at: [lat, lng] as const, date_fix }
  const points = state === 'started' ? readLine(polyline) : []
  return arrivalOf(
    {
      state,
      vehicle,
      org: org_lat === null || org_lng === null ? null : [org_lat, org_lng],
      points,
      distance,
      duration,
    },
    now(),
  )
}

const readLine = (polyline: string | null) => {
  try {
    return decodeLine(polyline ?? '')
  } catch {
    return []
  }
}
