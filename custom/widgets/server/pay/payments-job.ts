import { sql } from 'kysely'
import { living } from '#app/tables'
import type { Job } from '#engine/server'
import { BY_SYSTEM, cancel } from '../../../services/server'
import { type PaymentBooks, reach } from './access'
import { GatewayError } from './ask-gateway'
import { lockedPayment, paymentRows, ridesOf, writePayment } from './payment-row'
import { returnOwed } from './refund'
import { refresh } from './settle'

const MAX_AT_ONCE = 50
/** A gateway that does not answer holds up what is over for no longer. */
const MAX_WAIT_MS = 15 * 60_000

/**
 * Ends bookings that nobody paid in time, and gives back what was paid for rides that are called off, or otherwise than
 * agreed.
 */
export const paymentsJob: Job = {
  name: 'widgets.payments',
  every_s: 30,
  async run({ runtime: { database, now }, signal }) {
    const at = now()
    const due = await living(database.db, 'payments as p')
      .where('p.date_expires', '<', at.toISOString())
      .where(
        sql<boolean>`(p.state in ('pending', 'failed') or p.state = 'wrong' and exists (select 1 from services s
          where s.id = p.id_service and s.state = 'created'))`,
      )
      .select('p.id')
      .orderBy('p.date_expires')
      .limit(MAX_AT_ONCE)
      .execute()
    for (const { id } of due) if (!signal.aborted) await expire(database, id, at)
    const owing = await living(database.db, 'payments as p')
      .where('p.state', 'in', ['paid', 'wrong'])
      .where('p.date_refunded', 'is', null)
      .where(sql<boolean>`(p.date_retry is null or p.date_retry <= ${at.toISOString()}::timestamptz)`)
      .where(sql<boolean>`(p.state = 'wrong' or p.refund_asked > p.amount_refunded
        or exists (select 1 from services s where s.id in (p.id_service, p.id_service_return)
          and s.state = 'canceled'))`)
      .select('p.id')
      .orderBy('p.id')
      .limit(MAX_AT_ONCE)
      .execute()
    for (const { id } of owing) if (!signal.aborted) await returnOwed(database, id, at)
  },
}

/** What the gateway says counts once more: its event may have been lost. Then nobody can pay it any more. */
async function expire(books: PaymentBooks, id: number, now: Date): Promise<void> {
  const payment = await paymentRows(books.db).where('p.id', '=', id).executeTakeFirst()
  if (!payment) return
  try {
    const reached = payment.provider_id === null ? null : await reach(books, payment.id_payment_gateway, now)
    await reached?.gateway.close?.(reached.at, {
      reference: payment.reference ?? '',
      provider_id: payment.provider_id ?? '',
      paid_id: payment.paid_id,
    })
    await refresh(books, id, now)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (now.getTime() - Date.parse(payment.date_expires) < MAX_WAIT_MS) return
  }
  await books.transaction(async (tx) => {
    const held = await lockedPayment(tx, id)
    if (!held || held.state === 'paid' || held.state === 'expired') return
    // What was paid otherwise than agreed stays so, until it is given back.
    if (held.state !== 'wrong') await writePayment(tx, held, { state: 'expired' }, { now, kind: 'expired' })
    for (const ride of ridesOf(held)) {
      const service = await living(tx, 'services').where('id', '=', ride).select('state').executeTakeFirst()
      if (service?.state === 'created') await cancel(tx, { id_service: ride, by: BY_SYSTEM, now, reason: null })
    }
  })
}
