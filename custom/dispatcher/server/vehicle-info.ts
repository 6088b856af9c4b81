import { sql } from 'kysely'
import { living } from '#app/tables'
import { AppError, type CallRequest, type CallResponse } from '#engine/model'
import { type CallContext, type Db, iso, scopeSql, serveCall } from '#engine/server'
import { fleetScope } from '../../fleet/server'
import { placeWords } from '../../geo/server'
import { rankOf } from '../../ranks/server'
import { vehicleInfoCall } from '../model/vehicle-info'

export const vehicleInfo = serveCall(vehicleInfoCall, answer)

// Both the dispatcher's card and the panel of a vehicle's page call it.
const MODULES = ['dispatcher', 'vehicles'] as const

type Info = CallResponse<typeof vehicleInfoCall>

async function answer(context: CallContext, { id_vehicle }: CallRequest<typeof vehicleInfoCall>): Promise<Info> {
  const { actor, db } = context
  if (!actor.root && !MODULES.some((module) => actor.rights[module]?.see)) throw new AppError('FORBIDDEN')
  const scope = fleetScope(context)
  if (!scope) throw new AppError('NOT_FOUND')
  const row = await vehicleAt(db, id_vehicle).where(scope).executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND')
  const rank = await rankAt(context, id_vehicle)
  return {
    last_tracking: trackingOf(db, row),
    driver: row.id_user === null ? null : { id: row.id_user, name: row.driver, phone: row.phone },
    icon: row.icon ?? 'car',
    rank,
  }
}

/** The queues are the dispatcher's, and those of zones out of their sight nobody's. */
async function rankAt(context: CallContext, id_vehicle: number): Promise<Info['rank']> {
  const { actor, db } = context
  if (!actor.root && !actor.rights['dispatcher']?.see) return null
  const place = await rankOf(db, { id_vehicle }, 0)
  if (!place) return null
  const { id_zone, zone, rank, of } = place
  const seen = await living(db, 'rank_zones as z')
    .where('z.id', '=', id_zone)
    .where(scopeSql(context, 'rank_zones', 'z'))
    .select('z.id')
    .executeTakeFirst()
  return seen ? { id_zone, zone, rank, of } : null
}

/** A vehicle (`v`) with the driver on shift with it, else its owner, and its last position. */
const vehicleAt = (db: Db, id: number) =>
  living(db, 'vehicles as v')
    .leftJoin('driver_shifts as s', (join) =>
      join.onRef('s.id_vehicle', '=', 'v.id').on('s.state', '<>', 'closed').on('s.date_deleted', 'is', null),
    )
    .leftJoin('users as u', (join) =>
      join
        .on(({ eb, fn }) => eb('u.id', '=', fn.coalesce('s.id_driver', 'v.id_user')))
        .on('u.date_deleted', 'is', null),
    )
    .leftJoin('type_vehicles as t', 't.id', 'v.id_type_vehicle')
    .leftJoin('vehicle_positions as p', (join) =>
      join.onRef('p.id_vehicle', '=', 'v.id').on('p.date_deleted', 'is', null),
    )
    .where('v.id', '=', id)
    .select(({ ref }) => [
      't.icon',
      'u.id as id_user',
      sql<string>`concat_ws(' ', ${ref('u.name')}, ${ref('u.surname')})`.as('driver'),
      'u.phone',
      sql<number | null>`(${ref('p.point')})[1]`.as('lat'),
      sql<number | null>`(${ref('p.point')})[0]`.as('lng'),
      sql<number | null>`${ref('p.course')}::float8`.as('course'),
      sql<number | null>`${ref('p.speed')}::float8`.as('speed'),
      'p.mode',
      'p.battery_level',
      'p.availability',
      iso('p.date_fix').as('date_fix'),
    ])

type VehicleAt = Awaited<ReturnType<ReturnType<typeof vehicleAt>['executeTakeFirstOrThrow']>>

function trackingOf(
  db: Db,
  { lat, lng, course, speed, mode, battery_level, availability, date_fix }: VehicleAt,
): Info['last_tracking'] {
  if (lat === null || lng === null || date_fix === null) return null
  const { street, district } = placeWords(db, [lat, lng])
  return {
    lat,
    lng,
    course,
    speed,
    mode,
    battery_level,
    availability: availability ?? 'offline',
    date_fix,
    street,
    district,
  }
}
