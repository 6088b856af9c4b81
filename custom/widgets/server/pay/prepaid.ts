import { sql } from 'kysely'
import { living, tables } from '#app/tables'
import { AppError, moneyText } from '#engine/model'
import { type CallContext, iso, serveCall, type Tx } from '#engine/server'
import { moneyStyle } from '../../../fares/server'
import { fareCurrency } from '../../../fares/model/fare-currency'
import { checkPaidCall, createLinkPrepaidCall } from '../../model/booking-calls'
import { requireClient } from '../visitor'
import { GATEWAYS } from './gateway'
import { lockedPayments, settle, totalOf } from './settle'

const LASTS_MS = 30 * 60_000

/** A payment that the rides wait for, until half an hour has passed or the first of them begins. */
export async function openPayment(context: CallContext, tx: Tx, { services: [id_service, id_service_return = null], id_payment }: {
  readonly services: readonly [number, (number | null)?]
  readonly id_payment: number
}): Promise<void> {
  const now = context.now()
  const rows = await living(tx, 'services').where('id', 'in', [id_service, ...id_service_return === null ? [] : [id_service_return]])
    .select(['id', 'price_total', iso('date_scheduled').as('date_scheduled')]).execute()
  const [there, back] = [id_service, id_service_return].map((id) => rows.find((row) => row.id === id))
  const method = await tables(tx).selectFrom('payment_methods').where('id', '=', id_payment).select('id_payment_gateway').executeTakeFirstOrThrow()
  const until_ms = Math.min(now.getTime() + LASTS_MS, there?.date_scheduled ? Date.parse(there.date_scheduled) : Infinity)
  await tables(tx).insertInto('payments').values({
    id_client: context.actor.id, id_payment_method: id_payment, id_payment_gateway: method.id_payment_gateway, id_service, id_service_return,
    amount: there?.price_total ?? '0', amount_return: back ? back.price_total ?? '0' : null, state: 'pending', date_expires: new Date(until_ms).toISOString(),
    date_created: now.toISOString(), date_updated: now.toISOString(),
  }).execute()
}

/** `GET client/widgets/createLinkPrepaid`: a charge that was refused is followed by a new one. */
export const createLinkPrepaid = serveCall(createLinkPrepaidCall, async (context, { id_service }) => {
  requireClient(context)
  const { now, settings, origin, transaction } = context
  return transaction(async (tx) => {
    const payment = await ownPayment(context, tx, id_service)
    await settle(tx, payment, now())
    const { date_expires, state } = await living(tx, 'payments').where('id', '=', payment.id).select(['state', iso('date_expires').$notNull().as('date_expires')]).executeTakeFirstOrThrow()
    if (state === 'paid') throw new AppError('CONFLICT', { say: 'widgets.paid_already' })
    if (state === 'expired' || Date.parse(date_expires) <= now().getTime()) throw new AppError('CONFLICT', { say: 'widgets.payment_over' })
    const gateway = GATEWAYS[payment.type]
    if (!gateway) throw new AppError('CONFLICT', { say: 'widgets.payment_over' })
    const amount = totalOf(payment)
    // One that is still open is paid where it is: two open charges would be paid twice.
    const open = state === 'pending' ? payment.provider_id : null
    const provider_id = open ?? await gateway.create(tx, { amount, currency: fareCurrency(settings).currency, expires: date_expires })
    await tables(tx).updateTable('payments').set({ provider_id, state: 'pending', date_updated: now().toISOString(), version: sql`version + 1` }).where('id', '=', payment.id).execute()
    return { link: gateway.linkOf(origin ?? '', provider_id), expires: date_expires, amount_text: moneyText(amount, moneyStyle(settings)) }
  })
})

/** `GET client/widgets/checkPaid`: the gateway is asked again, since its event may be on its way or lost. */
export const checkPaid = serveCall(checkPaidCall, async (context, { id_service }) => {
  requireClient(context)
  return context.transaction(async (tx) => {
    const payment = await ownPayment(context, tx, id_service)
    await settle(tx, payment, context.now())
    const row = await living(tx, 'payments').where('id', '=', payment.id).select('state').executeTakeFirst()
    const state = row?.state ?? 'pending'
    return { paid: state === 'paid', state }
  })
})

/** @throws {AppError} NOT_FOUND also for another's */
async function ownPayment({ actor }: CallContext, tx: Tx, id_service: number) {
  const payment = await lockedPayments(tx).where('p.id_client', '=', actor.id).where('p.id_service', '=', id_service).executeTakeFirst()
  if (!payment) throw new AppError('NOT_FOUND')
  return payment
}
