import { sql } from 'kysely'
import { tables } from '#app/tables'
import type { Tx } from '#engine/server'
import { computeCancelFare, readAgreed, storeFare, termsOf } from '../../../fares/server'
import { toUnits } from '../../../fares/model'
import type { Mover } from '../../model/life-cycle'

interface Cancelling {
  readonly id_service: number
  readonly now: Date
  /**
   * Who cancels; an operator also for a client who calls. `no_show`: the client did not come. A driver or the server
   * costs the client nothing.
   */
  readonly who: Mover | 'no_show'
}

/**
 * What a client pays for a cancellation by the tariff of the ride: due when they (or their company) cancel later than
 * the product's minutes after a driver accepted, or do not come. An amount due is stored as a separate fare.
 * @returns columns for the move; the ride's own promotion and price stay as agreed
 */
export async function cancelColumns(
  tx: Tx,
  cancelling: Cancelling,
): Promise<{ readonly price_cancel: number; readonly id_fare?: number | null }> {
  const due = await cancelDue(tx, cancelling)
  if (!due) return { price_cancel: 0 }
  const { agreed, fare } = due
  const id_fare = await storeFare(tx, {
    quote: null,
    id_tarif_version: agreed.id_tarif_version,
    deal: agreed.deal,
    fare,
  })
  return { price_cancel: toUnits(fare.total, fare), id_fare }
}

/** What cancelling would cost now, in currency units; nothing is written. */
export async function cancelCost(tx: Tx, cancelling: Cancelling): Promise<number> {
  const due = await cancelDue(tx, cancelling)
  return due ? toUnits(due.fare.total, due.fare) : 0
}

async function cancelDue(tx: Tx, { id_service, now, who }: Cancelling) {
  const row = await tables(tx)
    .selectFrom('services as s')
    .innerJoin('products as p', 'p.id', 's.id_product')
    .where('s.id', '=', id_service)
    .select(({ ref }) => [
      's.id_fare',
      sql<number | null>`extract(epoch from ${ref('s.date_accepted')})::float8 * 1000`.as('accepted_ms'),
      sql<number>`coalesce(${ref('p.min_time_to_cancel')}, 0)::float8`.as('min_time_to_cancel'),
    ])
    .forUpdate('s')
    .executeTakeFirst()
  if (!row || row.id_fare === null || who === 'driver' || who === 'system') return null
  const agreed = await readAgreed(tx, row.id_fare)
  if (!agreed) return null
  const accepted_s = row.accepted_ms === null ? null : Math.max(0, (now.getTime() - row.accepted_ms) / 1000)
  const fare = computeCancelFare(termsOf(agreed.content, agreed.deal), {
    accepted_s,
    min_time_to_cancel: row.min_time_to_cancel,
  })
  return fare.total === 0 ? null : { agreed, fare }
}
