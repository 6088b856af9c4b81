import { sql } from 'kysely'
import { AppError } from '#engine/model'
import { type CallContext, iso } from '#engine/server'
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

interface Row {
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
  readonly plate: string | null
  readonly brand: string | null
  readonly model: string | null
  readonly icon: string | null
  readonly color: string | null
  readonly color_code: string | null
  readonly lat: number | null
  readonly lng: number | null
  readonly course: number | null
  readonly availability: string | null
  readonly date_fix: string | null
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
      v.plate, b.name as brand, v.model, t.icon, k.name as color, k.code as color_code, p.point[1] as lat, p.point[0] as lng,
      p.course::float8 as course, p.availability, ${iso('p.date_fix')} as date_fix
    from services s
    join users c on c.id = s.id_client
    left join users u on u.id = s.id_driver
    left join vehicles v on v.id = s.id_vehicle and s.state = any(${[...IN_PROGRESS]}::text[])
    left join brand_vehicles b on b.id = v.id_brand_vehicle
    left join type_vehicles t on t.id = v.id_type_vehicle
    left join colors k on k.id = v.id_color
    left join vehicle_positions p on p.id_vehicle = v.id and p.date_deleted is null
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
