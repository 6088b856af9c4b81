import { sql } from 'kysely'
import { living } from '#app/tables'
import type { Tx } from '#engine/server'
import { moveService } from '../../../services/server'
import { type PaymentBooks, type Reached, reach } from './access'
import type { Charged, Double, GatewayEvent } from './gateway-kind'
import { inMinorUnits } from './minor-units'
import { lockedPayment, type Payment, paymentRows, ridesOf, totalOf, writePayment } from './payment-row'

/**
 * Asks the gateway what became of a charge, and takes it over.
 * @throws {GatewayError} then nothing has changed
 */
export async function refresh(books: PaymentBooks, id: number, now: Date): Promise<void> {
  const payment = await paymentRows(books.db).where('p.id', '=', id).executeTakeFirst()
  if (!payment || isOver(payment)) return
  const reached = await reach(books, payment.id_payment_gateway, now)
  const charge = reached && (await asked(reached, payment))
  if (charge) await books.transaction((tx) => settle(tx, payment, charge, now))
}

/**
 * An event of a gateway, once: what became of the charge is asked of the gateway. It is noted with what came of it, so
 * that a provider that we could not ask tells it again.
 * @throws {GatewayError}
 */
export async function takeEvent(
  books: PaymentBooks,
  reached: Reached,
  { event, of }: GatewayEvent,
  now: Date,
): Promise<void> {
  const {
    at: { id: id_payment_gateway },
  } = reached
  const known = await living(books.db, 'payment_events')
    .where('id_payment_gateway', '=', id_payment_gateway)
    .where('event', '=', event)
    .select('id')
    .executeTakeFirst()
  if (known) return
  const rows = paymentRows(books.db).where('p.id_payment_gateway', '=', id_payment_gateway)
  const payment = await ('reference' in of
    ? rows.where('p.reference', '=', of.reference)
    : rows.where('p.provider_id', '=', of.provider_id)
  ).executeTakeFirst()
  const charge = payment && !isOver(payment) ? await asked(reached, payment) : null
  const doubles = payment && isOver(payment) ? await giveBackDoubles(reached, payment) : []
  await books.transaction(async (tx) => {
    const stamp = now.toISOString()
    const { rows: fresh } =
      await sql`insert into payment_events (id_payment_gateway, event, id_payment, kind, date_created, date_updated)
      values (${id_payment_gateway}, ${event.slice(0, 120)}, ${payment?.id ?? null}, 'notice', ${stamp}, ${stamp})
      on conflict do nothing returning id`.execute(tx)
    if (fresh.length > 0 && payment && charge) await settle(tx, payment, charge, now)
    if (payment)
      for (const double of doubles) await noteDouble(tx, { id_payment_gateway, id_payment: payment.id }, double, stamp)
  })
}

/**
 * What was paid once too often goes back at once; the event is told again until it has, and the same key gives it once.
 */
async function giveBackDoubles(
  { gateway, at }: Reached,
  { reference, provider_id, paid_id }: Payment,
): Promise<readonly Double[]> {
  const known = { reference: reference ?? '', provider_id: provider_id ?? '', paid_id }
  const doubles = (await gateway.doubles?.(at, known)) ?? []
  for (const double of doubles)
    await gateway.refund(at, {
      ...known,
      ...double,
      total: double.amount,
      key: `${known.reference}-double-${double.paid_id}`,
    })
  return doubles
}

const noteDouble = (
  tx: Tx,
  { id_payment_gateway, id_payment }: { readonly id_payment_gateway: number; readonly id_payment: number },
  { paid_id, amount }: Double,
  stamp: string,
) =>
  sql`insert into payment_events (id_payment_gateway, event, id_payment, kind, amount, detail, date_created,
    date_updated)
    values (${id_payment_gateway}, ${`double:${paid_id}`.slice(0, 120)}, ${id_payment}, 'doubled', ${amount},
      ${paid_id}, ${stamp}, ${stamp}) on conflict do nothing`.execute(tx)

const isOver = ({ state, provider_id }: Payment): boolean =>
  state === 'paid' || state === 'wrong' || provider_id === null

const asked = ({ gateway, at }: Reached, { reference, provider_id, paid_id }: Payment): Promise<Charged | null> =>
  gateway.fetch(at, { reference: reference ?? '', provider_id: provider_id ?? '', paid_id })

/** Takes over what the gateway said of a charge; one that is paid, whole and in its currency, lets its rides go. */
async function settle(
  tx: Tx,
  { id, reference }: Payment,
  { state, amount, currency, paid_id }: Charged,
  now: Date,
): Promise<void> {
  const payment = await lockedPayment(tx, id)
  // Another charge has taken its place meanwhile, or another answer was quicker.
  if (!payment || payment.reference !== reference || isOver(payment) || state === 'pending') return
  if (state === 'failed') {
    if (payment.state === 'pending') await writePayment(tx, payment, { state: 'failed' }, { now, kind: 'failed' })
    return
  }
  const paid = { paid_id, date_paid: now.toISOString(), amount_charged: String(amount), currency_charged: currency }
  const isWhole =
    currency === (payment.currency ?? currency) &&
    inMinorUnits(amount, currency) === inMinorUnits(totalOf(payment), currency)
  // What was paid otherwise than agreed pays for nothing, and is given back whole.
  if (!isWhole)
    return writePayment(tx, payment, { ...paid, state: 'wrong' }, { now, kind: 'wrong', amount, detail: currency })
  // One that came too late is paid all the same: what is paid for no ride is given back.
  await writePayment(tx, payment, { ...paid, state: 'paid' }, { now, kind: 'paid', amount, detail: paid_id })
  for (const ride of ridesOf(payment)) await letGo(tx, ride, payment.id_client, now)
}

/**
 * A ride that waited for its payment goes where it would have gone at once; one that was called off meanwhile stays so.
 */
async function letGo(tx: Tx, id: number, id_user: number, now: Date): Promise<void> {
  const service = await living(tx, 'services')
    .where('id', '=', id)
    .select(['state', 'scheduled'])
    .forUpdate()
    .executeTakeFirst()
  if (service?.state !== 'created') return
  await moveService(tx, {
    id,
    move: service.scheduled ? 'schedule' : 'request',
    by: { mover: 'client', id_user, platform: 'widget' },
    now,
  })
}
