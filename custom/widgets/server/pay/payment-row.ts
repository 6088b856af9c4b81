import { randomUUID } from 'node:crypto'
import type { NotNull } from 'kysely'
import { type Changes, living, patchRecord, tables, type Row } from '#app/tables'
import { BY_PROGRAM, enterRecord, iso, type Db, type Tx } from '#engine/server'

const COLUMNS = [
  'p.id',
  'p.id_client',
  'p.id_payment_gateway',
  'p.id_service',
  'p.id_service_return',
  'p.amount',
  'p.amount_return',
  'p.amount_charged',
  'p.amount_refunded',
  'p.refund_asked',
  'p.currency',
  'p.currency_charged',
  'p.state',
  'p.reference',
  'p.provider_id',
  'p.paid_id',
  'p.link',
] as const

type PaymentKind = Row<'payment_events'>['kind']

/** Payments that a gateway is asked about. */
export const paymentRows = (db: Db | Tx) =>
  living(db, 'payments as p')
    .select([
      ...COLUMNS,
      iso('p.date_expires').$notNull().as('date_expires'),
      iso('p.date_refunded').as('date_refunded'),
    ])
    .where('p.id_payment_gateway', 'is not', null)
    .$narrowType<{ id_payment_gateway: NotNull; state: NotNull }>()

export type Payment = NonNullable<Awaited<ReturnType<ReturnType<typeof paymentRows>['executeTakeFirst']>>>

/** One of them, locked until the transaction ends. */
export const lockedPayment = (tx: Tx, id: number): Promise<Payment | undefined> =>
  paymentRows(tx).where('p.id', '=', id).forUpdate('p').executeTakeFirst()

export const totalOf = ({ amount, amount_return }: Pick<Payment, 'amount' | 'amount_return'>): number =>
  Number(amount) + Number(amount_return ?? 0)

export const ridesOf = ({
  id_service,
  id_service_return,
}: Pick<Payment, 'id_service' | 'id_service_return'>): readonly number[] => [
  id_service,
  ...(id_service_return === null ? [] : [id_service_return]),
]

/** Writes a payment that is locked, and what happened to it, which its page tells in words. */
export async function writePayment(
  tx: Tx,
  payment: Payment,
  row: Changes<'payments'>,
  {
    now,
    kind,
    amount,
    detail = null,
  }: {
    readonly now: Date
    /** Undefined: nothing that anybody is told. */
    readonly kind?: PaymentKind
    readonly amount?: number
    readonly detail?: string | null
  },
): Promise<void> {
  const { id, id_payment_gateway } = payment
  const stamp = now.toISOString()
  await patchRecord(tx, 'payments', id, row, { by: BY_PROGRAM, now, verb: null })
  if (kind === undefined) return
  if (amount !== undefined)
    await putInBooks(tx, { id, refunded: row.amount_refunded ?? payment.amount_refunded, kind, amount, now })
  await tables(tx)
    .insertInto('payment_events')
    .values({
      id_payment_gateway,
      id_payment: id,
      event: `own:${randomUUID()}`,
      kind,
      amount: amount === undefined ? null : String(amount),
      detail,
      date_created: stamp,
      date_updated: stamp,
    })
    .execute()
}

/** What a gateway has charged, once, and each part that it has given back. */
async function putInBooks(
  tx: Tx,
  {
    id,
    refunded,
    kind,
    amount,
    now,
  }: {
    readonly id: number
    readonly refunded: Changes<'payments'>['amount_refunded']
    readonly kind: PaymentKind
    readonly amount: number
    readonly now: Date
  },
): Promise<void> {
  const entry = { entity: 'payments', id, amount: amount.toFixed(2), now, who: null }
  if (kind === 'refunded') await enterRecord(tx, { ...entry, rule: 'refunded', part: String(Number(refunded)) })
  if (kind === 'paid' || kind === 'wrong') await enterRecord(tx, { ...entry, rule: 'charged' })
}
