import { sql } from 'kysely'
import { living, patchRecord, tables } from '#app/tables'
import type { Tx } from '#engine/server'
import { distance_m, type LatLng } from '../../../geometry/model'
import type { HandoverReason } from '../../model/handover-call'
import type { MoveBy } from '../life/move-asked'
import { trackedWay, type TrackedWay } from './tracked-way'

/** A driver and a vehicle take the passenger. */
interface Taken {
  readonly id_service: number
  readonly id_driver: number
  readonly id_vehicle: number | null
  readonly at: Date
  readonly now: Date
}

/** Begins the part of a driver; the caller has the lock of the ride. */
export async function openLeg(tx: Tx, { id_service, id_driver, id_vehicle, at, now }: Taken): Promise<void> {
  const last = await living(tx, 'service_legs')
    .where('id_service', '=', id_service)
    .select(({ fn }) => fn.max('position').as('position'))
    .executeTakeFirst()
  const position = Number(last?.position ?? 0) + 1
  await tables(tx)
    .insertInto('service_legs')
    .values({ id_service, position, id_driver, id_vehicle, date_start: at, date_created: now, date_updated: now })
    .execute()
}

/** Why and where the part of a driver ended before the ride did. */
interface LegEnd {
  readonly reason: HandoverReason
  readonly notes: string | null
  readonly id_user: number | null
  readonly point: LatLng | null
  readonly address: string | null
}

/**
 * Ends the part that is under way, and measures all of the ride's anew: telephones report late. A ride that never was
 * handed over has no parts.
 * @returns whether there was one under way
 */
export async function closeLeg(
  tx: Tx,
  id_service: number,
  at: Date,
  { by, now }: { readonly by: MoveBy; readonly now: Date },
  why?: LegEnd,
): Promise<boolean> {
  const open = await living(tx, 'service_legs')
    .where('id_service', '=', id_service)
    .where('date_end', 'is', null)
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  if (!open) return false
  const deed = { by, now, verb: null }
  const ended = why && {
    reason: why.reason,
    notes: why.notes,
    id_user: why.id_user,
    address: why.address,
    point: why.point && sql<string>`point(${why.point[1]}::float8, ${why.point[0]}::float8)`,
  }
  // An operator who says it later may say a moment before the driver's.
  await patchRecord(
    tx,
    'service_legs',
    open.id,
    { date_end: sql`greatest(date_start, ${at.toISOString()}::timestamptz)`, ...ended },
    deed,
  )
  for (const { id, distance_m: metres, duration_s } of (await measuredLegs(tx, id_service)).legs) {
    await patchRecord(tx, 'service_legs', id, { distance: metres, duration: duration_s }, deed)
  }
  return true
}

/** A part's length, by which the drivers share what they get. */
interface Measured extends TrackedWay {
  readonly id: number
}

/**
 * How long the parts of a ride are: by the telephones where each has reported enough; else all of them alike, as the
 * crow flies from the origin over the places where cars were changed to the destination.
 */
async function measuredLegs(
  tx: Tx,
  id_service: number,
): Promise<{ readonly legs: readonly Measured[]; readonly isTracked: boolean }> {
  const rows = await living(tx, 'service_legs')
    .where('id_service', '=', id_service)
    .where('date_end', 'is not', null)
    .orderBy('position')
    .orderBy('id')
    .select(({ ref }) => [
      'id',
      'id_driver',
      sql<number>`extract(epoch from ${ref('date_start')})::float8 * 1000`.as('from_ms'),
      sql<number>`extract(epoch from ${ref('date_end')})::float8 * 1000`.as('until_ms'),
      sql<number | null>`${ref('point')}[1]`.as('lat'),
      sql<number | null>`${ref('point')}[0]`.as('lng'),
    ])
    .execute()
  const tracked: (TrackedWay | null)[] = []
  for (const { id_driver, from_ms, until_ms } of rows)
    tracked.push(await trackedWay(tx, { id_driver, from: new Date(from_ms), until: new Date(until_ms) }))
  const isTracked = rows.length > 0 && tracked.every((way) => way !== null)
  const [org, dst] = await endsOf(tx, id_service)
  const places = [org, ...rows.map(({ lat, lng }, i) => placeOf(lat, lng) ?? (i === rows.length - 1 ? dst : null))]
  return {
    isTracked,
    legs: rows.map(({ id, from_ms, until_ms }, i) => {
      const [from, to] = [places[i] ?? null, places[i + 1] ?? null]
      const straight = from && to ? Math.round(distance_m(from, to)) : 0
      return {
        id,
        distance_m: isTracked ? (tracked[i]?.distance_m ?? 0) : straight,
        duration_s: Math.round((until_ms - from_ms) / 1000),
      }
    }),
  }
}

/**
 * What was driven with the passenger aboard; the time between two cars is nobody's. Undefined: the ride was never
 * handed over; null: a phone has reported too little.
 */
export async function wayOfLegs(tx: Tx, id_service: number): Promise<TrackedWay | null | undefined> {
  const { legs, isTracked } = await measuredLegs(tx, id_service)
  if (legs.length === 0) return undefined
  const sum = (of: 'distance_m' | 'duration_s'): number => legs.reduce((all, leg) => all + leg[of], 0)
  return isTracked ? { distance_m: sum('distance_m'), duration_s: sum('duration_s') } : null
}

async function endsOf(tx: Tx, id_service: number): Promise<readonly [LatLng | null, LatLng | null]> {
  const row = await tables(tx)
    .selectFrom('services')
    .where('id', '=', id_service)
    .select(({ ref }) => [
      sql<number | null>`${ref('org_point')}[1]`.as('org_lat'),
      sql<number | null>`${ref('org_point')}[0]`.as('org_lng'),
      sql<number | null>`${ref('dst_point')}[1]`.as('dst_lat'),
      sql<number | null>`${ref('dst_point')}[0]`.as('dst_lng'),
    ])
    .executeTakeFirst()
  return row ? [placeOf(row.org_lat, row.org_lng), placeOf(row.dst_lat, row.dst_lng)] : [null, null]
}

const placeOf = (lat: number | null, lng: number | null): LatLng | null =>
  lat === null || lng === null ? null : [lat, lng]
