import type { NotNull } from 'kysely'
import { living, tables } from '#app/tables'
import { AppError, moneyText } from '#engine/model'
import { serveCall, stateObjects, type Tx } from '#engine/server'
import { moneyStyle } from '../../../fares/server'
import { payRides } from '../../../wallets/server'
import type { CancelCode } from '../../model/cancel-code'
import { MOVES } from '../../model/life-cycle'
import { cancelCostCall, cancelServiceCall } from '../../model/form-calls'
import { movedMeanwhile } from '../life/move-refused'
import type { MoveBy } from '../life/move-asked'
import { moveService } from '../life/move-service'
import { moverOf } from '../life/mover-of'
import { readService } from '../read/read-services'
import { keepingDeed } from '../undo/keep-deed'
import { cancelColumns, cancelCost } from './cancel-price'

/**
 * `dispatcher/cancelService`: cancels a service from any state that the asker may cancel it from. A repeated call
 * changes nothing.
 */
export const cancelService = serveCall(
  cancelServiceCall,
  async (context, { id_service, cancel_code = null, reason, free }) => {
    const { db, transaction, now, say } = context
    const { state } = await readService(context, db, id_service)
    const undo =
      state === 'canceled'
        ? undefined
        : await transaction((tx) =>
            keepingDeed(context, tx, { id: id_service, kind: 'cancel' }, () =>
              cancel(tx, {
                id_service,
                by: moverOf(context),
                now: now(),
                code: cancel_code,
                reason: reason?.trim() || null,
                free: free === 1,
              }),
            ),
          )
    const item = await readService(context, db, id_service)
    return { item, price_cancel: item.price_cancel, msg: say('services.canceled'), ...(undo && { undo }) }
  },
)

/** `dispatcher/cancelCost`: what `cancelService` would charge now; null where prices are not the asker's to see. */
export const cancelCostOf = serveCall(cancelCostCall, async (context, { id_service }) => {
  const { state, pr_hide_price, date_handed_over } = await readService(context, context.db, id_service)
  const { mover } = moverOf(context)
  const codes = [...stateObjects(context, 'services', 'cancel_code').values()]
  if (pr_hide_price === 1 && mover !== 'operator') return { price_cancel: null, msg: '', codes }
  const isFree =
    state === 'canceled' || date_handed_over !== null || (MOVES.abort.from as readonly string[]).includes(state)
  const price_cancel = isFree
    ? 0
    : await context.transaction((tx) => cancelCost(tx, { id_service, now: context.now(), who: mover }))
  const { say, settings } = context
  return {
    codes,
    price_cancel,
    msg:
      price_cancel === 0
        ? say('services.cancel_free')
        : say('services.cancel_cost', { amount: moneyText(price_cancel, moneyStyle(settings)) }),
  }
})

interface Cancel {
  readonly id_service: number
  readonly by: MoveBy
  readonly now: Date
  readonly reason: string | null
  /** Why, as reports count it. */
  readonly code?: CancelCode | null
  /** An operator waives the client's penalty. */
  readonly free?: boolean
  /** Of a driver whose client did not come: the driver, who must have the service. */
  readonly id_driver?: number | null
}

/**
 * Cancels within a transaction. Only an operator may break off a ride under way.
 * @throws {AppError} as `moveService`
 */
export async function cancel(
  tx: Tx,
  { id_service, by, now, reason, code = null, free = false, id_driver = null }: Cancel,
): Promise<void> {
  const row = await living(tx, 'services')
    .where('id', '=', id_service)
    .select(['state', 'id_fare', 'date_handed_over'])
    .forUpdate()
    .$narrowType<{ state: NotNull }>()
    .executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND')
  if (row.state === 'canceled') return
  const abort = (MOVES.abort.from as readonly string[]).includes(row.state)
  if (abort && by.mover !== 'operator') throw movedMeanwhile(row.state)
  // A passenger who waits for another car is in the midst of the ride.
  if (row.date_handed_over !== null && by.mover === 'client')
    throw new AppError('CONFLICT', { say: 'services.handover.no_cancel', body: { state: row.state } })
  // The client does not pay for what goes wrong during the ride.
  const isFree = abort || row.date_handed_over !== null || (free && by.mover === 'operator')
  const columns = isFree
    ? { price_cancel: 0 }
    : await cancelColumns(tx, { id_service, now, who: by.mover === 'driver' ? 'no_show' : by.mover })
  await moveService(tx, {
    id: id_service,
    move: abort ? 'abort' : by.mover === 'driver' ? 'no_show' : 'cancel',
    by,
    now,
    note: reason,
    id_driver,
    also: { ...columns, cancel_by: by.mover, cancel_code: code, cancel_reason: reason },
  })
  await payRides(tx, [id_service], now)
  // A client who does not ride has not used the promotion.
  await tables(tx)
    .updateTable('promotion_uses')
    .set({ date_deleted: now })
    .where('id_fare', '=', row.id_fare)
    .where('date_deleted', 'is', null)
    .execute()
}
