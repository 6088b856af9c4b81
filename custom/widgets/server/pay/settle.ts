import { type NotNull, sql } from 'kysely'
import { living, tables, type Row } from '#app/tables'
import type { Tx } from '#engine/server'
import { moveService } from '../../../services/server'
import { GATEWAYS } from './gateway'

/** Cents of two currencies' units that add up differently in binary. */
const SAME = 0.005

export type Payment = Pick<Row<'payments'>, 'id' | 'id_client' | 'id_service' | 'id_service_return' | 'amount' | 'amount_return' | 'state' | 'provider_id'> & { readonly type: string }

export const totalOf = ({ amount, amount_return }: Pick<Payment, 'amount' | 'amount_return'>): number => Number(amount) + Number(amount_return ?? 0)

/** Payments with the type of their gateway, locked until the transaction ends. */
export const lockedPayments = (tx: Tx) => living(tx, 'payments as p').innerJoin('payment_gateways as g', 'g.id', 'p.id_payment_gateway')
  .select(['p.id', 'p.id_client', 'p.id_service', 'p.id_service_return', 'p.amount', 'p.amount_return', 'p.state', 'p.provider_id', 'g.type']).forUpdate('p').$narrowType<{ type: NotNull }>()

/** An event of a gateway, once: what became of the charge is asked of the gateway, and the amount compared. @returns whether it was new */
export async function takeEvent(tx: Tx, id_payment_gateway: number, { event, provider_id }: { readonly event: string; readonly provider_id: string }, now: Date): Promise<boolean> {
  const payment = await lockedPayments(tx).where('p.id_payment_gateway', '=', id_payment_gateway).where('p.provider_id', '=', provider_id).executeTakeFirst()
  const stamp = now.toISOString()
  const { rows } = await sql`insert into payment_events (id_payment_gateway, event, id_payment, date_created, date_updated)
    values (${id_payment_gateway}, ${event}, ${payment?.id ?? null}, ${stamp}, ${stamp}) on conflict do nothing returning id`.execute(tx)
  if (rows.length === 0) return false
  if (payment) await settle(tx, payment, now)
  return true
}

/** Takes over what the gateway says of a charge; one that is paid, whole, lets its rides go. */
export async function settle(tx: Tx, payment: Payment, now: Date): Promise<void> {
  if (payment.state === 'paid' || payment.provider_id === null) return
  const charge = await GATEWAYS[payment.type]?.fetch(tx, payment.provider_id)
  if (!charge || charge.state === 'pending') return
  const isWhole = Math.abs(charge.amount - totalOf(payment)) < SAME
  const isPaid = charge.state === 'paid' && isWhole
  // One that came too late is paid all the same: what is paid for no ride is given back.
  if (!isPaid && payment.state === 'expired') return
  const stamp = now.toISOString()
  await tables(tx).updateTable('payments').set({ state: isPaid ? 'paid' : 'failed', date_paid: isPaid ? stamp : null, date_updated: stamp, version: sql`version + 1` })
    .where('id', '=', payment.id).execute()
  if (isPaid) for (const id of [payment.id_service, payment.id_service_return]) if (id !== null) await letGo(tx, id, payment.id_client, now)
}

/** A ride that waited for its payment goes where it would have gone at once; one that was called off meanwhile stays so. */
async function letGo(tx: Tx, id: number, id_user: number, now: Date): Promise<void> {
  const service = await living(tx, 'services').where('id', '=', id).select(['state', 'scheduled']).forUpdate().executeTakeFirst()
  if (service?.state !== 'created') return
  await moveService(tx, { id, move: service.scheduled ? 'schedule' : 'request', by: { mover: 'client', id_user, platform: 'widget' }, now })
}
