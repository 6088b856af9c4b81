import { sql } from 'kysely'
import { AppError, type CallRequest, type CallResponse } from '#engine/model'
import { type CallContext, iso, serveCall } from '#engine/server'
import { fleetReach } from '../../fleet/server'
import { placeWords } from '../../geo/server'
import type { Availability } from '../model/live-vehicle'
import { vehicleInfoCall } from '../model/vehicle-info'

export const vehicleInfo = serveCall(vehicleInfoCall, answer)

interface Row {
  readonly icon: string | null
  readonly id_user: number | null
  readonly driver: string
  readonly phone: string | null
  readonly lat: number | null
  readonly lng: number | null
  readonly course: number | null
  readonly speed: number | null
  readonly mode: string | null
  readonly battery_level: number | null
  readonly availability: Availability | null
  readonly date_fix: string | null
}

// The dispatcher's card and the panel of a vehicle's page both ask it.
const MODULES = ['dispatcher', 'vehicles'] as const

type Info = CallResponse<typeof vehicleInfoCall>

async function answer(context: CallContext, { id_vehicle }: CallRequest<typeof vehicleInfoCall>): Promise<Info> {
  const { actor, db } = context
  if (!actor.root && !MODULES.some((module) => actor.rights[module]?.see)) throw new AppError('FORBIDDEN')
  const reach = fleetReach(context)
  if (!reach) throw new AppError('NOT_FOUND')
  const { rows: [row] } = await sql<Row>`
    select t.icon, u.id as id_user, concat_ws(' ', u.name, u.surname) as driver, u.phone, p.point[1] as lat, p.point[0] as lng,
      p.course::float8 as course, p.speed::float8 as speed, p.mode, p.battery_level, p.availability,
      ${iso('p.date_fix')} as date_fix
    from vehicles v
    left join driver_shifts s on s.id_vehicle = v.id and s.state <> 'closed' and s.date_deleted is null
    left join users u on u.id = coalesce(s.id_driver, v.id_user) and u.date_deleted is null
    left join type_vehicles t on t.id = v.id_type_vehicle
    left join vehicle_positions p on p.id_vehicle = v.id and p.date_deleted is null
    where v.id = ${id_vehicle} and v.date_deleted is null and ${reach}`.execute(db)
  if (!row) throw new AppError('NOT_FOUND')
  return {
    last_tracking: trackingOf(db, row),
    driver: row.id_user === null ? null : { id: row.id_user, name: row.driver, phone: row.phone },
    icon: row.icon ?? 'car',
  }
}

function trackingOf(db: CallContext['db'], { lat, lng, course, speed, mode, battery_level, availability,
  date_fix }: Row): Info['last_tracking'] {
  if (lat === null || lng === null || date_fix === null) return null
  const { street, district } = placeWords(db, [lat, lng])
  return { lat, lng, course, speed, mode, battery_level, availability: availability ?? 'offline', date_fix, street, district }
}
