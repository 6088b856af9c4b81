import { sql } from 'kysely'
import type { Row } from '#app/tables'
import { type Db, iso, type Tx } from '#engine/server'
import { trackLength_m } from '../../model/track-length'

/** Whose track, from when until when (null: until now). */
export interface DriverTrackAsked {
  readonly id_driver: number
  readonly from: Date
  readonly until: Date | null
}

interface TrackPointRow extends Row<'trackings', 'lat' | 'lng' | 'course' | 'speed' | 'battery_level' | 'mode'> {
  /** ISO 8601 UTC. */
  readonly date: string
}

const MAX_POINTS = 1000

// Late fixes belong to the track, impossible ones do not. A fix that was sent twice counts once.
const ofTrack = (asked: DriverTrackAsked) => sql`
  select distinct on (date_fix) id, lat, lng, course, speed, battery_level, mode, accuracy, date_fix from trackings
  where ${within(asked)} and (kept_out is null or kept_out = 'old') order by date_fix, id`

const within = ({ id_driver, from, until }: DriverTrackAsked) => sql<boolean>`
  id_driver = ${id_driver} and date_fix >= ${from}
  and ${until ? sql<boolean>`date_fix <= ${until}` : sql<boolean>`true`} and date_received >= ${from}`

/** Where a driver went, in order of time, thinned evenly to at most this many points; the first and the last stay. */
export async function trackOf(
  db: Db | Tx,
  asked: DriverTrackAsked,
  max = MAX_POINTS,
): Promise<readonly TrackPointRow[]> {
  const { rows } = await sql<TrackPointRow>`
    with way as (select *, row_number() over (order by date_fix) as place, count(*) over () as places
      from (${ofTrack(asked)}) as fixes)
    select lat, lng, course, speed, battery_level, mode, ${iso('date_fix')} as date
    from way where places <= ${max} or place = places or (place - 1) * ${max - 1} / places <> (place - 2) * ${max - 1}
      / places or place = 1
    order by date_fix`.execute(db)
  return rows
}

/** A fix of a track with all that is known of it. */
export interface TrackedFix extends TrackPointRow {
  readonly id: number
  readonly accuracy: number | null
  /** Milliseconds since the epoch. */
  readonly at_ms: number
}

/**
 * The fixes of a driver in order of time from one on, for those who reckon or write all of them in batches: null
 * begins.
 */
export async function fixesAfter(
  db: Db | Tx,
  asked: DriverTrackAsked,
  after: TrackedFix | null,
  limit: number,
): Promise<readonly TrackedFix[]> {
  const from = after ? sql<boolean>`date_fix > ${after.date}` : sql<boolean>`true`
  const { rows } = await sql<TrackedFix>`
    select id::float8 as id, lat, lng, course, speed, battery_level, mode, accuracy,
      extract(epoch from date_fix)::float8 * 1000 as at_ms, ${iso('date_fix')} as date
    from (${ofTrack(asked)}) as fixes where ${from} order by date_fix limit ${limit}`.execute(db)
  return rows
}

/**
 * How far and how long a driver went: metres by the devices' fixes, leaps judged anew by all of them, seconds between
 * the first fix and the last; null: no fixes.
 */
export async function trackedDistance(
  db: Db | Tx,
  asked: DriverTrackAsked,
): Promise<{ readonly distance_m: number; readonly duration_s: number; readonly fixes: number } | null> {
  const { rows } = await sql<Row<'trackings', 'lat' | 'lng' | 'accuracy' | 'id_device'> & { readonly at_ms: number }>`
    select distinct on (date_fix, id_device) lat, lng, accuracy, id_device,
      extract(epoch from date_fix)::float8 * 1000 as at_ms from trackings
    where ${within(asked)} and kept_out is distinct from 'future' order by date_fix, id_device, id`.execute(db)
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return null
  return {
    distance_m: Math.round(trackLength_m(rows)),
    duration_s: Math.round((last.at_ms - first.at_ms) / 1000),
    fixes: rows.length,
  }
}
