import { AppError, isCountedId } from '#engine/model'
import type { Hooks } from '#engine/server'
import { toAmount } from '../../../ledger/server'
import { feeOf } from './deliver'
import { settleOrder } from './settle-order'

/** A courier has it, or will: it is with its client when they say so. */
const BROUGHT_BY_RIDE: ReadonlySet<unknown> = new Set(['accepted', 'onway', 'waiting', 'started', 'arrived'])

/**
 * An order is with its client when who brings it says so, or when a store that has no courier hands it over; the same
 * transaction writes what it comes to.
 */
export const tradeHooks: Hooks = {
  entity: 'orders',
  async beforeSave({ tx, move, now }, data, before) {
    if (!before) return data
    const hands = move === 'sent' && !BROUGHT_BY_RIDE.has(before['courier_state'])
    if (!hands && move !== 'delivered' && move !== 'sent') return data
    return {
      ...data,
      ...(hands && { date_delivered: now.toISOString() }),
      ...((before['price_fee'] ?? null) === null && { price_fee: toAmount(await feeOf(tx, Number(before['id']))) }),
    }
  },
  async afterSave({ tx, now, actor }, record, before) {
    const { id } = record
    // Nothing of an order that is neither delivered nor was is in the books but its incidents, which write themselves.
    if (before && isCountedId(id) && (record['date_delivered'] ?? before['date_delivered'] ?? null) !== null)
      await settleOrder(tx, id, { now, who: actor.id })
  },
  async beforeRemove(_context, { date_delivered }) {
    if ((date_delivered ?? null) !== null) throw new AppError('CONFLICT', { say: 'delivery.trade.delivered_stays' })
  },
}
