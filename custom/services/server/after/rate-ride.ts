import { sql } from 'kysely'
import { living, tables } from '#app/tables'
import { AppError, wrong, DAY_MS } from '#engine/model'
import type { CallContext, RecordWrites, Tx } from '#engine/server'

/** Days after its end in which a ride is rated, or a rating changed. */
const RATED_DAYS = 14

interface Rating {
  readonly id_service: number
  readonly stars: number
  readonly comment: string | null
  /** By whoever follows the ride by its link: the client's own rating counts before theirs. */
  readonly byLink: boolean
}

/** Until when a ride that ended then may be rated. */
export const ratedUntil = (date_finalized: string): Date => new Date(Date.parse(date_finalized) + RATED_DAYS * DAY_MS)

/**
 * Rates the driver of a finished ride, once: a client may change what they said while the time for it runs; who only
 * has the link may not. The call has judged whose ride it is.
 * @throws {AppError} CONFLICT where there is nothing to rate; VALIDATION
 */
export async function rateRide(
  { now }: Pick<CallContext, 'now'>,
  { tx, saveOwn }: RecordWrites,
  { id_service, stars, comment, byLink }: Rating,
): Promise<void> {
  const ride = await living(tx, 'services')
    .where('id', '=', id_service)
    .select(['state', 'id_client', 'id_driver', sql<string | null>`date_finalized::text`.as('ended')])
    .forUpdate()
    .executeTakeFirst()
  if (ride?.state !== 'finalized' || ride.id_driver === null || ride.ended === null)
    throw new AppError('CONFLICT', { say: 'clients.not_rated_yet' })
  if (ratedUntil(ride.ended) < now()) throw new AppError('CONFLICT', { say: 'clients.rated_late' })
  const before = await living(tx, 'service_ratings')
    .where('id_service', '=', id_service)
    .select(['id', 'stars'])
    .executeTakeFirst()
  if (before && byLink) throw new AppError('CONFLICT', { say: 'clients.rated_already' })
  if (!(stars >= 1 && stars <= 5)) throw wrong('stars', 'between', { min: 1, max: 5 })
  const input = { stars, comment: comment?.trim() || null }
  await saveOwn('service_ratings', before ? { id: before.id, ...input } : input, {
    also: { id_service, id_client: ride.id_client, id_driver: ride.id_driver, by_link: byLink ? 1 : 0 },
    anyones: true,
  })
  await countStars(tx, ride.id_driver, stars - Number(before?.stars ?? 0), before ? 0 : 1)
}

/**
 * The driver's own sum goes with each rating; who was rated before there was one begins with what their average came
 * to.
 */
async function countStars(tx: Tx, id_driver: number, stars: number, count: number): Promise<void> {
  await tables(tx)
    .updateTable('users')
    .set({
      rating_sum: sql`coalesce(rating_sum, round(coalesce(rating_average, 0) * coalesce(rating_count, 0)))::integer
        + ${stars}::integer`,
      rating_count: sql`coalesce(rating_count, 0) + ${count}::integer`,
    })
    .where('id', '=', id_driver)
    .execute()
  await tables(tx)
    .updateTable('users')
    .set({ rating_average: sql`least(5, greatest(1, round(rating_sum::numeric / greatest(1, rating_count), 1)))` })
    .where('id', '=', id_driver)
    .execute()
}
