import { isStaff } from '#app/asker'
import { sql } from 'kysely'
import { living } from '#app/tables'
import { type CallContext, iso, stateObjects } from '#engine/server'
import { trackOf } from '../../../fleet/server'
import type { RideLeg } from '../../model/handover-call'
import type { ServiceTrackPoint } from '../../model/info-call'

type Reader = Pick<CallContext, 'actor' | 'db' | 'model' | 'say'>

/**
 * The parts of a ride that was handed over, in their order; none of any other. What drivers get, and their numbers, are
 * the house's alone.
 */
export async function readLegs(context: Reader, id_service: number): Promise<RideLeg[]> {
  const rows = await living(context.db, 'service_legs as l')
    .innerJoin('users as u', 'u.id', 'l.id_driver')
    .leftJoin('vehicles as v', 'v.id', 'l.id_vehicle')
    .where('l.id_service', '=', id_service)
    .select(({ ref }) => [
      'l.id',
      'l.position',
      'l.id_driver',
      sql<string>`concat_ws(' ', ${ref('u.name')}, ${ref('u.surname')})`.as('dr_name'),
      'u.phone as dr_phone',
      'l.id_vehicle',
      'v.plate',
      iso('l.date_start').as('date_start'),
      iso('l.date_end').as('date_end'),
      'l.address',
      sql<number | null>`${ref('l.point')}[1]`.as('lat'),
      sql<number | null>`${ref('l.point')}[0]`.as('lng'),
      'l.distance',
      'l.duration',
      'l.reason',
      'l.notes',
      sql<number | null>`${ref('l.amount')}::float8`.as('amount'),
    ])
    .orderBy('l.position')
    .orderBy('l.id')
    .execute()
  const reasons = stateObjects(context, 'service_legs', 'reason')
  const staff = isStaff(context.actor)
  return rows.map(
    ({ reason, ...leg }): RideLeg => ({
      ...leg,
      ...(staff ? {} : { amount: null, dr_phone: null, notes: null }),
      reason_obj: reason === null ? null : (reasons.get(reason) ?? null),
    }),
  )
}

/** Where the cars of a ride went with its passenger, one after the other; of the part under way up to now. */
export async function trackOfLegs(
  { db }: Pick<CallContext, 'db'>,
  legs: readonly RideLeg[],
): Promise<ServiceTrackPoint[]> {
  const track: ServiceTrackPoint[] = []
  for (const { id_driver, date_start, date_end } of legs) {
    if (date_start !== null)
      track.push(
        ...(await trackOf(db, {
          id_driver,
          from: new Date(date_start),
          until: date_end === null ? null : new Date(date_end),
        })),
      )
  }
  return track
}
