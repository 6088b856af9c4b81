import { sql, type RawBuilder } from 'kysely'
import type { MadeRollup } from './stored-rollup'

type Clock = Pick<MadeRollup, 'each' | 'isMoment' | 'zone'>

/**
 * The bucket of a moment: its middle, half past the hour or noon. Middles are never skipped nor shown twice by a change of clocks, and stand on the same side of
 * a day's or hour's beginning as all that they stand for. A day is its own bucket.
 */
export function bucketOf({ each, isMoment, zone }: Clock, moment: RawBuilder<unknown>): RawBuilder<unknown> {
  if (!isMoment) return moment
  if (each === 'hour') return sql`(date_trunc('hour', ${moment}, ${sql.lit(zone)}) + interval '30 minutes')`
  return sql`(((${moment} at time zone ${sql.lit(zone)})::date + time '12:00') at time zone ${sql.lit(zone)})`
}

/** The rows `s` of a bucket: within what an index finds, exactly. A day has at most 14 hours on either side of its noon, changes of clocks included. */
export function isWithin(rollup: Clock & Pick<MadeRollup, 'at'>, bucket: RawBuilder<unknown>): RawBuilder<boolean> {
  const at = sql.ref(`s.${rollup.at}`)
  if (!rollup.isMoment) return sql<boolean>`${at} = ${bucket}`
  const half = sql.lit(rollup.each === 'hour' ? '30 minutes' : '14 hours')
  return sql<boolean>`${at} >= ${bucket} - ${half}::interval and ${at} < ${bucket} + ${half}::interval and ${bucketOf(rollup, at)} = ${bucket}`
}

/** The buckets that a mark stands for: it is about one minute, and a day's mark about midnight UTC. */
export function bucketsOfMark(clock: Clock, at: RawBuilder<unknown>): readonly RawBuilder<unknown>[] {
  if (!clock.isMoment) return [sql`(${at} at time zone 'UTC')::date`]
  // Local hours of before there were zones began at any second.
  return [bucketOf(clock, at), bucketOf(clock, sql`(${at} + interval '59.999999 seconds')`)]
}

/** The SQL type of a bucket. */
export const bucketType = ({ isMoment }: Clock): RawBuilder<unknown> => (isMoment ? sql`timestamptz` : sql`date`)
