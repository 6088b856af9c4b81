import { sql } from 'kysely'
import { living, type Row } from '#app/tables'
import { anyOf, raisedIn, type Tx } from '#engine/server'
import type { Fix } from '../../model/fix'
import { judgeFix, type KeptOut, type LastPlace, type Leaps } from '../../model/judge-fix'
import type { MovedVehicle } from '../live/news'
import { tellsItself } from '../live/news'
import { showAvailability } from '../shifts/availability'
import type { SenderAtWork } from './senders'

/** Fixes of one driver, with the vehicle driven when they were made. */
export interface DriverFixes {
  readonly id_driver: number
  /** Null: by a session. */
  readonly id_device: number | null
  readonly at: SenderAtWork
  readonly fixes: readonly Fix[]
}

interface Stored {
  readonly moved: readonly MovedVehicle[]
  /** Leaps of vehicles to remember: the next fix is judged by them. */
  readonly leaps: ReadonlyMap<number, Leaps>
  /** How many of each driver's fixes were kept out of the live position. */
  readonly keptOut: ReadonlyMap<number, number>
}

interface Kept {
  readonly id_driver: number
  readonly id_device: number | null
  readonly id_vehicle: number
  readonly id_service: number | null
  readonly fix: Fix
  readonly keptOut: KeptOut | null
}

interface Known extends LastPlace, Row<'vehicle_positions', 'id_vehicle' | 'availability'> {}

/**
 * Judges fixes against what is known of their vehicles and stores them: history and last positions, in a few
 * statements.
 */
export async function storeFixes(
  tx: Tx,
  given: readonly DriverFixes[],
  now: Date,
  leapsOf: (id_vehicle: number) => Leaps,
  serviceOf: (id_vehicle: number) => number | null,
): Promise<Stored> {
  const live = given.filter(({ at }) => at.live)
  const known = await lockPositions(
    tx,
    live.map(({ at }) => at.id_vehicle),
  )
  const kept: Kept[] = []
  const last = new Map<number, Fix & { readonly fix_ms: number }>()
  const leaps = new Map<number, Leaps>()
  const keptOut = new Map<number, number>()
  for (const { id_driver, id_device, at, fixes } of given) {
    const { id_vehicle } = at
    let place: LastPlace | null = last.get(id_vehicle) ?? known.get(id_vehicle) ?? null
    let leapt = leaps.get(id_vehicle) ?? leapsOf(id_vehicle)
    for (const fix of fixes) {
      const judged = at.live
        ? judgeFix(place, leapt, fix, now.getTime())
        : { keptOut: 'old' as const, last: place, leaps: leapt }
      kept.push({
        id_driver,
        id_device,
        id_vehicle,
        id_service: at.live ? serviceOf(id_vehicle) : null,
        fix,
        keptOut: judged.keptOut,
      })
      if (judged.keptOut === null && judged.last) last.set(id_vehicle, { ...fix, fix_ms: judged.last.fix_ms })
      else keptOut.set(id_driver, (keptOut.get(id_driver) ?? 0) + 1)
      place = judged.last
      leapt = judged.leaps
    }
    leaps.set(id_vehicle, leapt)
  }
  await keepHistory(tx, kept, now)
  return { moved: await keepPositions(tx, last, known, now), leaps, keptOut }
}

/** Last positions, always locked in the same order: two processes may receive fixes of the same vehicles. */
async function lockPositions(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, Known>> {
  if (ids.length === 0) return new Map()
  const rows = await living(tx, 'vehicle_positions')
    .where('id_vehicle', '=', anyOf([...new Set(ids)]))
    .select(({ ref }) => [
      'id_vehicle',
      'availability',
      sql<number>`${ref('point')}[1]`.as('lat'),
      sql<number>`${ref('point')}[0]`.as('lng'),
      sql<number>`extract(epoch from ${ref('date_fix')})::float8 * 1000`.as('fix_ms'),
    ])
    .orderBy('id_vehicle')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id_vehicle, row]))
}

async function keepHistory(tx: Tx, given: readonly Kept[], now: Date): Promise<void> {
  if (given.length === 0) return
  const kept = await withoutRepeated(tx, given, now)
  if (kept.length === 0) return
  const column = <T>(of: (one: Kept) => T): T[] => kept.map(of)
  await sql`
    insert into trackings (id_driver, id_vehicle, id_service, lat, lng, course, speed, battery_level, mode, accuracy,
      date_fix, date_received, kept_out, id_device)
    select id_driver, id_vehicle, id_service, lat, lng, course, speed, battery_level, mode, accuracy, date_fix, ${now},
      kept_out, id_device
    from unnest(${column((one) => one.id_driver)}::int[], ${column((one) => one.id_vehicle)}::int[],
      ${column((one) => one.id_service)}::int[],
      ${column(({ fix }) => fix.lat)}::float8[], ${column(({ fix }) => fix.lng)}::float8[],
      ${column(({ fix }) => fix.course)}::real[],
      ${column(({ fix }) => fix.speed)}::real[], ${column(({ fix }) => fix.battery_level)}::int2[],
      ${column(({ fix }) => fix.mode)}::text[],
      ${column(({ fix }) => fix.accuracy)}::real[], ${column(({ fix }) => fix.date_fix.toISOString())}::timestamptz[],
      ${column((one) => one.keptOut)}::text[],
      ${column((one) => one.id_device)}::int[])
      as f (id_driver, id_vehicle, id_service, lat, lng, course, speed, battery_level, mode, accuracy, date_fix,
        kept_out, id_device)`.execute(tx)
}

/**
 * A phone that got no answer sends again: fixes already in the track are not kept twice. All fixes are checked, since a
 * repeat from a phone whose clock runs ahead is newer than the position that was kept of it.
 */
async function withoutRepeated(tx: Tx, kept: readonly Kept[], now: Date): Promise<readonly Kept[]> {
  const { rows } = await sql<Row<'trackings', 'id_driver' | 'lat' | 'lng'> & { readonly fix_ms: number }>`
    select t.id_driver, round(extract(epoch from t.date_fix) * 1000)::float8 as fix_ms, t.lat, t.lng from trackings t
    join unnest(${kept.map(({ id_driver }) => id_driver)}::int[],
      ${kept.map(({ fix }) => fix.date_fix.toISOString())}::timestamptz[]) as f (id_driver, date_fix)
      on f.id_driver = t.id_driver and f.date_fix = t.date_fix
    where t.date_received > ${now}::timestamptz - interval '1 day' and t.date_received <= ${now}::timestamptz
      + interval '1 day'`.execute(tx)
  const there = new Set(rows.map(({ id_driver, fix_ms, lat, lng }) => `${id_driver} ${fix_ms} ${lat} ${lng}`))
  const seen = new Set<string>()
  return kept.filter(({ id_driver, fix }) => {
    const key = `${id_driver} ${fix.date_fix.getTime()} ${fix.lat} ${fix.lng}`
    const isRepeated = there.has(key) || seen.has(key)
    seen.add(key)
    return !isRepeated
  })
}

async function keepPositions(
  tx: Tx,
  last: ReadonlyMap<number, Fix & { readonly fix_ms: number }>,
  known: ReadonlyMap<number, Known>,
  now: Date,
): Promise<readonly MovedVehicle[]> {
  if (last.size === 0) return []
  const entries = [...last].sort(([a], [b]) => a - b)
  const column = <T>(of: (fix: Fix & { readonly fix_ms: number }) => T): T[] => entries.map(([, fix]) => of(fix))
  await tellsItself(tx)
  // If a vehicle had no position, another process may have stored a newer fix meanwhile; the others are locked.
  const { rows } = await sql<Row<'vehicle_positions', 'id_vehicle' | 'version'>>`
    insert into vehicle_positions (id_vehicle, point, course, speed, battery_level, mode, availability, date_fix,
      date_created, date_updated)
    select id_vehicle, point(lng, lat), course, speed, battery_level, mode, 'offline', date_fix, ${now}, ${now}
    from unnest(${entries.map(([id]) => id)}::int[], ${column((fix) => fix.lat)}::float8[],
      ${column((fix) => fix.lng)}::float8[],
      ${column((fix) => fix.course)}::numeric[], ${column((fix) => fix.speed)}::numeric[],
      ${column((fix) => fix.battery_level)}::int[],
      ${column((fix) => fix.mode)}::text[], ${column((fix) => new Date(fix.fix_ms).toISOString())}::timestamptz[])
      as f (id_vehicle, lat, lng, course, speed, battery_level, mode, date_fix)
    on conflict (id_vehicle) where date_deleted is null do update set point = excluded.point, course = excluded.course,
    speed = excluded.speed,
      battery_level = excluded.battery_level, mode = excluded.mode, date_fix = excluded.date_fix,
      ${raisedIn('vehicle_positions', now)}
    where vehicle_positions.date_fix <= excluded.date_fix or vehicle_positions.date_fix > ${now}
    returning id_vehicle, version`.execute(tx)
  // Vehicles that had no position, or were shown as offline.
  const back = entries.flatMap(([id]) => ((known.get(id)?.availability ?? 'offline') === 'offline' ? [id] : []))
  if (back.length > 0) await showAvailability(tx, back, now)
  const versions = new Map(rows.map(({ id_vehicle, version }) => [id_vehicle, version]))
  return entries.flatMap(([id, { lat, lng, course, speed, battery_level, mode, fix_ms }]) => {
    const version = versions.get(id)
    return version === undefined
      ? []
      : [{ id, position: { lat, lng, course, speed, battery_level, mode, fix_ms, version } }]
  })
}
