import { sql } from 'kysely'
import { living, tables } from '#app/tables'
import type { Job, Tx } from '#engine/server'
import { BY_SYSTEM, cancel } from '../../../services/server'
import { GATEWAYS } from './gateway'
import { lockedPayments, settle, type Payment } from './settle'

const MOST = 50

/** Ends bookings that nobody paid in time, and gives back what was paid for rides that are called off. */
export const paymentsJob: Job = {
  name: 'widgets.payments',
  every_s: 30,
  async run({ runtime: { database, now }, signal }) {
    const at = now()
    const due = await living(database.db, 'payments').where('state', 'in', ['pending', 'failed']).where('date_expires', '<', at.toISOString()).select('id').orderBy('id').limit(MOST).execute()
    for (const { id } of due) if (!signal.aborted) await database.transaction((tx) => expire(tx, id, at))
    const owed = await living(database.db, 'payments as p').innerJoin('services as s', (join) => join.on(sql<boolean>`s.id in (p.id_service, p.id_service_return)`))
      .where('p.state', '=', 'paid').where('s.state', '=', 'canceled').where('p.date_refunded', 'is', null).select('p.id').distinct().orderBy('p.id').limit(MOST).execute()
    for (const { id } of owed) if (!signal.aborted) await database.transaction((tx) => refund(tx, id, at))
  },
}

/** What the gateway says counts once more: its event may have been lost. */
async function expire(tx: Tx, id: number, now: Date): Promise<void> {
  const payment = await lockedPayments(tx).where('p.id', '=', id).executeTakeFirst()
  if (!payment) return
  await settle(tx, payment, now)
  const late = await tables(tx).updateTable('payments').set({ state: 'expired', date_updated: now.toISOString(), version: sql`version + 1` })
    .where('id', '=', id).where('state', '<>', 'paid').returning('id').executeTakeFirst()
  if (!late) return
  for (const ride of ridesOf(payment)) {
    const service = await living(tx, 'services').where('id', '=', ride).select('state').executeTakeFirst()
    if (service?.state === 'created') await cancel(tx, { id_service: ride, by: BY_SYSTEM, now, reason: null })
  }
}

/** Of each ride that is called off, what it was paid with but for what its cancellation costs; of both once the last of them is settled. */
async function refund(tx: Tx, id: number, now: Date): Promise<void> {
  const payment = await lockedPayments(tx).where('p.id', '=', id).where('p.date_refunded', 'is', null).executeTakeFirst()
  if (!payment?.provider_id) return
  const rides = await living(tx, 'services').where('id', 'in', ridesOf(payment)).select(['id', 'state', sql<number>`coalesce(price_cancel, 0)::float8`.as('price_cancel')]).execute()
  const off = rides.filter(({ state }) => state === 'canceled')
  const back = off.reduce((sum, ride) => sum + Math.max(0, Number(ride.id === payment.id_service ? payment.amount : payment.amount_return ?? 0) - ride.price_cancel), 0)
  const amount = Math.round(back * 100) / 100
  await GATEWAYS[payment.type]?.refund(tx, payment.provider_id, amount)
  const isSettled = rides.every(({ state }) => state === 'canceled' || state === 'finalized')
  const stamp = now.toISOString()
  await tables(tx).updateTable('payments').set({ amount_refunded: String(amount), date_refunded: isSettled ? stamp : null, date_updated: stamp, version: sql`version + 1` })
    .where('id', '=', id).execute()
}

const ridesOf = ({ id_service, id_service_return }: Payment): readonly number[] => [id_service, ...id_service_return === null ? [] : [id_service_return]]
