import { sql } from 'kysely'
import { living } from '#app/tables'
import { tell, type Tx } from '#engine/server'
import { DAY_MS } from '#engine/model'
import { type PaymentBooks, reach } from './access'
import { GatewayError } from './ask-gateway'
import { lockedPayment, type Payment, ridesOf, totalOf, writePayment } from './payment-row'

/** A refund that did not go through is tried again after this, and after twice as long each time, a day at most. */
const RETRY_MS = 60_000
const MAX_RETRY_MS = DAY_MS
/** What is settled in part (the ride back is still ahead) is looked at again. */
const LATER_MS = 10 * 60_000

/** What is to be given back and whether that is all that ever will be. */
interface Owed {
  readonly total: number
  readonly isSettled: boolean
}

/**
 * Gives back what a payment owes: all that was paid otherwise than agreed, what staff have decided, and of each ride
 * that is called off what it was paid with but for what its cancellation costs. The amount is written down before the
 * gateway is asked, and asked for again with the same key until its answer is written: whatever breaks between, it is
 * given once.
 * @returns why it was not; null: it was, or nothing is owed
 */
export async function returnOwed(
  books: PaymentBooks,
  id: number,
  now: Date,
  asked?: number,
): Promise<GatewayError | null> {
  const payment = await books.transaction((tx) => intended(tx, id, now, asked))
  if (!payment) return null
  const [total, given] = [Number(payment.refund_asked), Number(payment.amount_refunded)]
  const reached = await reach(books, payment.id_payment_gateway, now)
  try {
    if (!reached) throw new GatewayError('no_gateway', false)
    await reached.gateway.refund(reached.at, {
      reference: payment.reference ?? '',
      provider_id: payment.provider_id ?? '',
      paid_id: payment.paid_id,
      currency: payment.currency_charged ?? payment.currency ?? '',
      amount: cents(total - given),
      total,
      key: `${payment.reference}-${total.toFixed(2)}`,
    })
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    await books.transaction((tx) => failed(tx, payment, error, now))
    return error
  }
  await books.transaction((tx) => written(tx, payment, now))
  return null
}

/** Writes down what is to be given back; one that is under way comes first. Null: nothing is. */
async function intended(tx: Tx, id: number, now: Date, asked = 0): Promise<Payment | null> {
  const payment = await lockedPayment(tx, id)
  if (!payment?.provider_id || (payment.state !== 'paid' && payment.state !== 'wrong')) return null
  const given = Number(payment.amount_refunded)
  if (Number(payment.refund_asked) > given) return payment
  const { total, isSettled } = await owed(tx, payment, asked)
  if (total <= given) {
    await writePayment(
      tx,
      payment,
      isSettled
        ? { date_refunded: now.toISOString() }
        : { date_retry: new Date(now.getTime() + LATER_MS).toISOString() },
      { now },
    )
    return null
  }
  await writePayment(tx, payment, { refund_asked: String(total) }, { now })
  return { ...payment, refund_asked: String(total) }
}

async function owed(tx: Tx, payment: Payment, asked: number): Promise<Owed> {
  const charged = chargedOf(payment)
  if (payment.state === 'wrong') return { total: charged, isSettled: true }
  const rides = await living(tx, 'services')
    .where('id', 'in', ridesOf(payment))
    .select(['id', 'state', sql<number>`coalesce(price_cancel, 0)::float8`.as('price_cancel')])
    .execute()
  const off = rides.filter(({ state }) => state === 'canceled')
  const paidFor = (id: number): number =>
    Number(id === payment.id_service ? payment.amount : (payment.amount_return ?? 0))
  const back = off.reduce((sum, ride) => sum + Math.max(0, paidFor(ride.id) - ride.price_cancel), 0)
  const total = Math.min(charged, Math.max(cents(back), asked))
  return {
    total,
    isSettled: total >= charged || rides.every(({ state }) => state === 'canceled' || state === 'finalized'),
  }
}

async function written(tx: Tx, { id, refund_asked, amount_refunded }: Payment, now: Date): Promise<void> {
  const payment = await lockedPayment(tx, id)
  // Another process was quicker.
  if (!payment || payment.amount_refunded !== amount_refunded || payment.refund_asked !== refund_asked) return
  const { total, isSettled } = await owed(tx, payment, 0)
  const isDone = Number(refund_asked) >= chargedOf(payment) || (isSettled && Number(refund_asked) >= total)
  const amount = cents(Number(refund_asked) - Number(amount_refunded))
  const row = { amount_refunded: refund_asked, refund_error: null, refund_tries: 0, date_retry: null }
  await writePayment(
    tx,
    payment,
    { ...row, date_refunded: isDone ? now.toISOString() : null },
    { now, kind: 'refunded', amount },
  )
}

/** Staff see why; it is told anew only when the reason is another. */
async function failed(tx: Tx, { id }: Payment, { code }: GatewayError, now: Date): Promise<void> {
  const payment = await lockedPayment(tx, id)
  if (!payment) return
  const before = await living(tx, 'payments')
    .where('id', '=', id)
    .select(['refund_error', 'refund_tries'])
    .executeTakeFirstOrThrow()
  const tries = Number(before.refund_tries ?? 0)
  const wait_ms = Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** Math.min(tries, 12))
  const row = {
    refund_error: code,
    refund_tries: tries + 1,
    date_retry: new Date(now.getTime() + wait_ms).toISOString(),
  }
  await writePayment(tx, payment, row, {
    now,
    ...(before.refund_error === code ? {} : { kind: 'refund_failed', detail: code }),
  })
  if (before.refund_error !== code)
    await tell(tx, 'payments', {
      id,
      before: { refund_error: before.refund_error },
      after: { refund_error: code },
      by: null,
    })
}

const chargedOf = (payment: Payment): number => Number(payment.amount_charged ?? totalOf(payment))

const cents = (amount: number): number => Math.round(amount * 100) / 100
