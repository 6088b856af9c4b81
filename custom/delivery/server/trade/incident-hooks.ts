import { sql } from 'kysely'
import { AppError, isCountedId, type JsonObject, wrong } from '#engine/model'
import type { Hooks, Tx } from '#engine/server'
import { houseText, toAmount, toCents } from '../../../ledger/server'
import { creditWallet, debitWallet } from '../../../wallets/server'
import { settleOrder } from './settle-order'

/**
 * What went wrong with an order that its store had accepted: what is given back, and who bears it, is in the books with
 * it.
 */
export const incidentHooks: Hooks = {
  entity: 'order_incidents',
  async beforeSave({ tx }, data, before) {
    if (before || !isCountedId(data['id_order'])) return data
    await assertPossible(tx, data)
    return { ...data, id_client: await clientOf(tx, data['id_order']) }
  },
  async afterSave({ tx, now, actor, move }, record, before) {
    const [id_order, id_client, amount] = [
      Number(record['id_order']),
      await clientOf(tx, Number(record['id_order'])),
      toCents(String(record['amount'] ?? 0)),
    ]
    const isVoid = move === 'void' && before?.['state'] === '1'
    if ((before && !isVoid) || amount === 0n) return
    if (record['given_by'] === 'wallet' && id_client !== null) {
      const movement = {
        id_user: id_client,
        kind: 'incident',
        name: `Pedido ${id_order}`,
        now,
        id_order,
        amount: toAmount(amount),
      } as const
      if (!(await (isVoid ? debitWallet : creditWallet)(tx, movement)))
        throw new AppError('CONFLICT', { say: 'delivery.trade.spent' })
    }
    await settleOrder(tx, id_order, { now, who: actor.id })
  },
  async beforeRemove() {
    throw new AppError('CONFLICT', { say: 'delivery.trade.void_it' })
  },
}

const clientOf = async (tx: Tx, id_order: number): Promise<number | null> =>
  (
    await sql<{
      readonly id: number | null
    }>`select id_client::float8 as id from orders where id = ${id_order}`.execute(tx)
  ).rows[0]?.id ?? null

interface Standing {
  readonly store_state: string
  readonly date_delivered: Date | null
  readonly id_driver: number | null
  readonly paid_by: string | null
  readonly total: string
  readonly given: string
  readonly wallets: boolean
}

/** @throws {AppError} VALIDATION at the field that says what cannot be */
async function assertPossible(tx: Tx, { id_order, amount, given_by, charged_to }: JsonObject): Promise<void> {
  // Two incidents of one order wait for each other.
  const {
    rows: [order],
  } = await sql<Standing>`select o.store_state, o.date_delivered, o.id_driver, m.type as paid_by,
      coalesce(o.price_total, 0)::text as total,
      coalesce((select sum(i.amount) from order_incidents i where i.id_order = o.id and i.state = '1'
        and i.date_deleted is null), 0)::text as given
    from orders o left join payment_methods m on m.id = o.id_payment
    where o.id = ${id_order} and o.date_deleted is null for no key update of o`.execute(tx)
  if (!order) return
  if (!['2', '3', '4'].includes(order.store_state)) throw wrong('id_order', 'delivery.trade.not_accepted')
  const cents = /^\d{1,12}(\.\d+)?$/.test(String(amount ?? 0)) ? toCents(String(amount ?? 0)) : 0n
  const left = toCents(order.total) - toCents(order.given)
  if (cents > left) throw wrong('amount', 'delivery.trade.too_much', { left: await houseText(tx, left) })
  if (given_by === 'cash' && cents > 0n && order.date_delivered !== null)
    throw wrong('given_by', 'delivery.trade.collected')
  if (charged_to === 'courier' && order.id_driver === null) throw wrong('charged_to', 'delivery.trade.no_courier')
}
