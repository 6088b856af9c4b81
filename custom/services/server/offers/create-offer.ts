import { sql } from 'kysely'
import { tables } from '#app/tables'
import type { JsonObject } from '#engine/model'
import type { Tx } from '#engine/server'
import type { WhyPassed } from '../rules/dispatch-rules'
import { obstacleOf } from './claim-driver'

interface NewOffer {
  readonly id_service: number
  readonly id_driver: number
  readonly id_vehicle: number
  /** Chosen by an operator, who is `id_user`. */
  readonly manual: boolean
  readonly id_user: number | null
  readonly distance: number | null
  readonly duration: number | null
  /** Why this driver: name of the reason, and who was passed over. */
  readonly why: JsonObject
  readonly now: Date
  /** Seconds that the driver has to answer. */
  readonly time_request_s: number
}

/**
 * Asks a driver, or says why not: they are not free, or somebody is being asked already (`asked_now`). One row, with a
 * deadline. The caller holds the row of the service, which is on air. Two partial unique indexes ensure that a service
 * asks one driver at a time, and a driver is asked by one service at a time.
 */
export async function createOffer(
  tx: Tx,
  offer: NewOffer,
): Promise<{ readonly id: number } | { readonly obstacle: WhyPassed }> {
  const { now, time_request_s, why, manual, ...row } = offer
  const obstacle = await obstacleOf(tx, { ...row, on_shift: true })
  if (obstacle) return { obstacle }
  const deadline = new Date(now.getTime() + time_request_s * 1000)
  const made = await tables(tx)
    .insertInto('service_offers')
    .values({
      ...row,
      state: 'pending',
      manual,
      why: JSON.stringify(why),
      date_deadline: deadline,
      date_created: now,
      date_updated: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return { obstacle: 'asked_now' }
  // The first of a service alone: what it waited until somebody was asked.
  await sql`
    update services set time_offer = greatest(0,
      extract(epoch from ${now.toISOString()}::timestamptz - date_first_requested))::integer
    where id = ${offer.id_service} and time_offer is null and date_first_requested is not null`.execute(tx)
  return made
}
