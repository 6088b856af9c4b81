import { randomUUID } from 'node:crypto'
import type { NotNull } from 'kysely'
import { type Changes, living, patchRecord, tables, type Row } from '#app/tables'
import { BY_PROGRAM, iso, type Db, type Tx } from '#engine/server'
import { houseCurrency, post, toCents, WALLET_MOVES } from '../../../ledger/server'

const COLUMNS = ['p.id', 'p.id_client', 'p.id_payment_gateway', 'p.id_service', 'p.id_service_return', 'p.amount', 'p.amount_return', 'p.amount_charged',
  'p.amount_refunded', 'p.refund_asked', 'p.currency', 'p.currency_charged', 'p.state', 'p.reference', 'p.provider_id', 'p.paid_id', 'p.link'] as const

export type PaymentKind = Row<'payment_events'>['kind']

/** Payments that a gateway is asked about. */
export const paymentRows = (db: Db | Tx) => living(db, 'payments as p').select([...COLUMNS, iso('p.date_expires').$notNull().as('date_expires'), iso('p.date_refunded').as('date_refunded')])
  .where('p.id_payment_gateway', 'is not', null).$narrowType<{ id_payment_gateway: NotNull; state: NotNull }>()

export type Payment = NonNullable<Awaited<ReturnType<ReturnType<typeof paymentRows>['executeTakeFirst']>>>

/** One of them, locked until the transaction ends. */
export const lockedPayment = (tx: Tx, id: number): Promise<Payment | undefined> => paymentRows(tx).where('p.id', '=', id).forUpdate('p').executeTakeFirst()

export const totalOf = ({ amount, amount_return }: Pick<Payment, 'amount' | 'amount_return'>): number => Number(amount) + Number(amount_return ?? 0)

export const ridesOf = ({ id_service, id_service_return }: Pick<Payment, 'id_service' | 'id_service_return'>): readonly number[] =>
  [id_service, ...id_service_return === null ? [] : [id_service_return]]

/** Writes a payment that is locked, and what happened to it, which its page tells in words. */
export async function writePayment(tx: Tx, payment: Payment, row: Changes<'payments'>, { now, kind, amount, detail = null }: {
  readonly now: Date
  /** Undefined: nothing that anybody is told. */
  readonly kind?: PaymentKind
  readonly amount?: number
  readonly detail?: string | null
}): Promise<void> {
  const { id, id_payment_gateway } = payment
  const stamp = now.toISOString()
  await patchRecord(tx, 'payments', id, row, { by: BY_PROGRAM, now, verb: null })
  if (kind === undefined) return
  if (amount !== undefined) await putInBooks(tx, { id, currency: payment.currency, currency_charged: row.currency_charged ?? payment.currency_charged, amount_refunded: row.amount_refunded ?? payment.amount_refunded }, kind, amount, now)
  await tables(tx).insertInto('payment_events').values({
    id_payment_gateway, id_payment: id, event: `own:${randomUUID()}`, kind, amount: amount === undefined ? null : String(amount), detail,
    date_created: stamp, date_updated: stamp,
  }).execute()
}

/** What a gateway has charged or given back stands in the books, against what rides bring in. */
async function putInBooks(
  tx: Tx, payment: Pick<Payment, 'id' | 'currency'> & Pick<Changes<'payments'>, 'currency_charged' | 'amount_refunded'>, kind: PaymentKind, amount: number, now: Date,
): Promise<void> {
  const isBack = kind === 'refunded'
  if (!isBack && kind !== 'paid' && kind !== 'wrong') return
  const { id, currency_charged, currency, amount_refunded } = payment
  const minor = toCents(amount)
  await post(tx, {
    key: isBack ? `payments:${id}:refunded:${Number(amount_refunded)}` : `payments:${id}:charged`, kind: isBack ? 'refund' : 'prepaid',
    currency: currency_charged ?? currency ?? await houseCurrency(tx), effectiveAt: now, now, source: { table: 'payments', id }, over: true,
    postings: [{ account: { kind: WALLET_MOVES.prepaid }, amount: isBack ? minor : -minor }, { account: { kind: 'fares' }, amount: isBack ? -minor : minor }],
  })
}
