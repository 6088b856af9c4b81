import { sql, type RawBuilder } from 'kysely'
import type { MadeRollup } from './stored-rollup'

type Clock = Pick<MadeRollup, 'each' | 'isMoment' | 'zone'>

/**
 * The bucket of a moment: its middle, half past the hour or noon. Middles are never skipped nor shown twice by a change
 * of clocks, and stand on the same side of a day's or hour's beginning as all that they stand for. A day is its own
 * bucket.
 */
export function bucketOf({ each, isMoment, zone }: Clock, moment: RawBuilder<unknown>): RawBuilder<unknown> {
  if (!isMoment) return moment
  if (each === 'hour') return sql`(date_trunc('hour', ${moment}, ${sql.lit(zone)}) + interval '30 minutes')`
  return sql`(((${moment} at time zone ${sql.lit(zone)})::date + time '12:00') at time zone ${sql.lit(zone)})`
}

/**
 * The rows `s` of a bucket: within what an index finds, exactly. A day has at most 14 and at least 10 hours on either
 * side of its noon, changes of clocks included: which day a row is of is reckoned for those between.
 */
export function isWithin(rollup: Clock & Pick<MadeRollup, 'at'>, bucket: RawBuilder<unknown>): RawBuilder<boolean> {
  const at = sql.ref(`s.${rollup.at}`)
  if (!rollup.isMoment) return sql<boolean>`${at} = ${bucket}`
  const within = (hours: string): RawBuilder<boolean> =>
    sql<boolean>`${at} >= ${bucket} - ${sql.lit(hours)}::interval and ${at} < ${bucket} + ${sql.lit(hours)}::interval`
  const isOfBucket = sql<boolean>`${bucketOf(rollup, at)} = ${bucket}`
  if (rollup.each === 'hour') return sql<boolean>`${within('30 minutes')} and ${isOfBucket}`
  return sql<boolean>`${within('14 hours')} and (${within('10 hours')} or ${isOfBucket})`
}

/** The buckets that a mark stands for: it is about one minute, and a day's mark about midnight UTC. */
export function bucketsOfMark(clock: Clock, at: RawBuilder<unknown>): readonly RawBuilder<unknown>[] {
  if (!clock.isMoment) return [sql`(${at} at time zone 'UTC')::date`]
  // Local hours of before there were zones began at any second.
  return [bucketOf(clock, at), bucketOf(clock, sql`(${at} + interval '59.999999 seconds')`)]
}

/** The SQL type of a bucket. */
export const bucketType = ({ isMoment }: Clock): RawBuilder<unknown> => (isMoment ? sql`timestamptz` : sql`date`)
