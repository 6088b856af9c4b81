import { randomUUID } from 'node:crypto'
import { living, tables } from '#app/tables'
import { AppError, moneyText } from '#engine/model'
import { type CallContext, iso, serveCall, type Tx } from '#engine/server'
import { moneyStyle } from '../../../fares/server'
import { fareCurrency } from '../../../fares/model'
import { checkPaidCall, createLinkPrepaidCall } from '../../model/booking-calls'
import { requireClient } from '../visitor'
import { reach, gatewayAnswer } from './access'
import type { Charge, Opened } from './gateway-kind'
import { lockedPayment, type Payment, paymentRows, totalOf, writePayment } from './payment-row'
import { refresh } from './settle'

const LASTS_MS = 30 * 60_000

/** A payment that the rides wait for, until half an hour has passed or the first of them begins. */
export async function openPayment(
  context: CallContext,
  tx: Tx,
  {
    services: [id_service, id_service_return = null],
    id_payment,
  }: {
    readonly services: readonly [number, (number | null)?]
    readonly id_payment: number
  },
): Promise<void> {
  const now = context.now()
  const rows = await living(tx, 'services')
    .where('id', 'in', [id_service, ...(id_service_return === null ? [] : [id_service_return])])
    .select(['id', 'price_total', iso('date_scheduled').as('date_scheduled')])
    .execute()
  const [there, back] = [id_service, id_service_return].map((id) => rows.find((row) => row.id === id))
  const method = await tables(tx)
    .selectFrom('payment_methods')
    .where('id', '=', id_payment)
    .select('id_payment_gateway')
    .executeTakeFirstOrThrow()
  const until_ms = Math.min(
    now.getTime() + LASTS_MS,
    there?.date_scheduled ? Date.parse(there.date_scheduled) : Infinity,
  )
  await tables(tx)
    .insertInto('payments')
    .values({
      id_client: context.actor.id,
      id_payment_method: id_payment,
      id_payment_gateway: method.id_payment_gateway,
      id_service,
      id_service_return,
      amount: there?.price_total ?? '0',
      amount_return: back ? (back.price_total ?? '0') : null,
      currency: fareCurrency(context.settings).currency,
      state: 'pending',
      date_expires: new Date(until_ms).toISOString(),
      date_created: now.toISOString(),
      date_updated: now.toISOString(),
    })
    .execute()
}

/**
 * `GET client/widgets/createLinkPrepaid`: a charge that was refused is followed by a new one. What is asked for is
 * written down first, then the gateway is asked, then its answer is written where it still holds: after a crash
 * between, the same charge is asked for again.
 */
export const createLinkPrepaid = serveCall(createLinkPrepaidCall, async (context, { id_service }) => {
  requireClient(context)
  const { now, settings } = context
  const { id } = await ownPayment(context, id_service)
  await gatewayAnswer(refresh(context, id, now()))
  const payment = await context.transaction((tx) => intended(tx, id, now()))
  const link = payment.link ?? (await opened(context, payment))
  return { link, expires: payment.date_expires, amount_text: moneyText(totalOf(payment), moneyStyle(settings)) }
})

/**
 * The charge that is asked for: the one that is open (two would be paid twice), else a new one.
 * @throws {AppError} CONFLICT
 */
async function intended(tx: Tx, id: number, now: Date): Promise<Payment> {
  const payment = await lockedPayment(tx, id)
  if (!payment) throw new AppError('NOT_FOUND')
  if (payment.state === 'paid') throw new AppError('CONFLICT', { say: 'widgets.paid_already' })
  if (payment.state === 'expired' || Date.parse(payment.date_expires) <= now.getTime())
    throw new AppError('CONFLICT', { say: 'widgets.payment_over' })
  if (payment.state === 'wrong' && payment.date_refunded === null)
    throw new AppError('CONFLICT', { say: 'widgets.payment_returning' })
  if (payment.state === 'pending' && payment.reference !== null) return payment
  const fresh = { state: 'pending', reference: randomUUID(), provider_id: null, paid_id: null, link: null } as const
  const unpaid = {
    amount_charged: null,
    currency_charged: null,
    amount_refunded: '0',
    refund_asked: '0',
    date_paid: null,
    date_refunded: null,
  }
  await writePayment(tx, payment, { ...fresh, ...unpaid }, { now })
  return { ...payment, ...fresh }
}

/** Asks the gateway for a charge. Sent twice at once, both get the same. @returns its page */
async function opened(context: CallContext, payment: Payment): Promise<string> {
  const now = context.now()
  const reached = await reach(context, payment.id_payment_gateway, now)
  if (!reached) throw new AppError('CONFLICT', { say: 'widgets.payment_over' })
  const { provider_id, link }: Opened = await gatewayAnswer(
    reached.gateway.create(reached.at, await chargeOf(context, payment)),
  )
  if (provider_id === '' || !/^(https?:\/)?\//.test(link))
    throw new AppError('UNAVAILABLE', { say: 'widgets.gateway_down' })
  return context.transaction(async (tx) => {
    const held = await lockedPayment(tx, payment.id)
    if (held?.reference !== payment.reference) throw new AppError('CONFLICT', { say: 'widgets.payment_over' })
    if (held.link !== null) return held.link
    await writePayment(
      tx,
      held,
      { provider_id, link },
      { now, kind: 'link', amount: totalOf(held), detail: provider_id.slice(0, 120) },
    )
    return link
  })
}

async function chargeOf(
  { db, say, origin, actor }: CallContext,
  { id_client, id_service, reference, currency, date_expires, ...payment }: Payment,
): Promise<Charge> {
  const payer = await living(db, 'users')
    .where('id', '=', id_client)
    .select(['name', 'surname', 'email', 'phone'])
    .executeTakeFirstOrThrow()
  const text = (value: string | null): string => value ?? ''
  return {
    reference: reference ?? '',
    amount: totalOf(payment),
    currency: currency ?? '',
    expires: date_expires,
    title: say('widgets.charge_title', { id: id_service }),
    payer: {
      name: text(payer.name),
      surname: text(payer.surname),
      email: text(payer.email),
      phone: text(payer.phone),
      language: actor.language,
    },
    origin: origin ?? '',
  }
}

/** `GET client/widgets/checkPaid`: the gateway is asked again, since its event may be on its way or lost. */
export const checkPaid = serveCall(checkPaidCall, async (context, { id_service }) => {
  requireClient(context)
  const { id } = await ownPayment(context, id_service)
  await gatewayAnswer(refresh(context, id, context.now()))
  const row = await living(context.db, 'payments').where('id', '=', id).select('state').executeTakeFirst()
  const state = row?.state ?? 'pending'
  const isPaid = state === 'paid'
  return {
    paid: isPaid,
    state: state === 'wrong' ? ('failed' as const) : state,
    text: isPaid ? context.say('widgets.booked') : null,
  }
})

/** @throws {AppError} NOT_FOUND also for another's */
async function ownPayment({ actor, db }: CallContext, id_service: number): Promise<Payment> {
  const payment = await paymentRows(db)
    .where('p.id_client', '=', actor.id)
    .where('p.id_service', '=', id_service)
    .executeTakeFirst()
  if (!payment) throw new AppError('NOT_FOUND')
  return payment
}
