import { sql } from 'kysely'
import { patchRecords } from '#app/tables'
import { BY_PROGRAM, type Tx } from '#engine/server'
import { toAmount, toCents, type Cents } from '../../../ledger/server'
import { settleOrder } from './settle-order'

/** Whoever brings an order has it, so its store has handed it over. */
export async function takenAway(tx: Tx, id: number, now: Date): Promise<void> {
  const price_fee = toAmount(await feeOf(tx, id))
  await patchRecords(
    tx,
    'orders',
    (on) => on.and([on('id', '=', id), on('store_state', 'in', ['2', '3'])]),
    { store_state: '4', date_state: now, price_fee },
    { by: BY_PROGRAM, now, verb: 'sent', says: ['store_state'] },
  )
  const {
    rows: [order],
  } = await sql<{
    readonly done: boolean
    readonly proven: boolean
  }>`select o.courier_state = 'done' as done, o.proof is not null or coalesce(t.proof, 'none') = 'none' as proven
    from orders o join stores t on t.id = o.id_store where o.id = ${id} for no key update of o`.execute(tx)
  if (!order?.done) return
  // Without the proof that its store wants the ride has ended, and nobody knows whether the order is there.
  if (!order.proven) return lacksProof(tx, id, now)
  const there = await patchRecords(
    tx,
    'orders',
    (on) => on.and([on('id', '=', id), on('store_state', '=', '4'), on('date_delivered', 'is', null)]),
    { date_delivered: now },
    { by: BY_PROGRAM, now, verb: 'delivered', says: ['date_delivered'] },
  )
  if (there.length > 0) await settleOrder(tx, id, { now, who: null })
}

async function lacksProof(tx: Tx, id: number, now: Date): Promise<void> {
  const problem = 'El mensajero terminó sin la prueba de entrega.'
  await patchRecords(
    tx,
    'orders',
    (on) => on.and([on('id', '=', id), on('date_delivered', 'is', null)]),
    { courier_problem: problem },
    { by: BY_PROGRAM, now, verb: 'edit', note: problem, says: ['courier_state'] },
  )
}

/**
 * The house's part of an order: its store's own share of what is sold, else what its partner's subscription says; never
 * more than what is sold.
 */
export async function feeOf(tx: Tx, id: number): Promise<Cents> {
  const {
    rows: [row],
  } = await sql<{ readonly sold: string; readonly fixed: string; readonly share: string }>`
    select coalesce(o.price_articles, 0)::text as sold, case when s.fee_percentage is null then coalesce(y.fee_amount,
      0) else 0 end::numeric(14, 2)::text as fixed,
      round(coalesce(o.price_articles, 0) * coalesce(s.fee_percentage, y.fee_percentage, 0) / 100, 2)::text as share
    from orders o join stores s on s.id = o.id_store join companies c on c.id = o.id_partner
    left join subscriptions y on y.id = c.id_subscription and y.state = '1' and y.date_deleted is null
    where o.id = ${id}`.execute(tx)
  if (!row) return 0n
  const [sold, fee] = [toCents(row.sold), toCents(row.fixed) + toCents(row.share)]
  return fee < sold ? fee : sold
}
