import { AppError, moneyText } from '#engine/model'
import { type CallContext, serveCall, type Tx } from '#engine/server'
import { moneyStyle } from '../../fares/server'
import { MOVES } from '../../services/model'
import { cancel, cancelCost, moverOf, readService } from '../../services/server'
import { clientCancelCall, clientCancelCostCall } from '../model/ride-calls'
import { asClient, assertOwnRide } from './own-ride'
import { stateTold } from '../../tracking/server'
import { rideAmountText } from './ride-on-wire'

/** Two prices that are shown alike. */
const SAME = 0.005

const cost = serveCall(clientCancelCostCall, async (context, { id }) => {
  asClient(context, 'reads')
  await assertOwnRide(context, context.db, id)
  const { state, pr_hide_price, date_handed_over } = await readService(context, context.db, id, { everywhere: true })
  if (state !== 'canceled' && !mayCancel(state, date_handed_over))
    throw new AppError('CONFLICT', { say: 'clients.not_cancelled_now' })
  const price_cancel = state === 'canceled' ? 0 : await context.transaction((tx) => costNow(context, tx, id))
  // That there is a price is told where its amount is not.
  if (pr_hide_price === 1)
    return {
      price_cancel: null,
      msg: context.say(price_cancel === 0 ? 'services.cancel_free' : 'clients.cancel_hidden'),
    }
  return { price_cancel, msg: costText(context, price_cancel) }
})

/** The price is looked at again under the ride's lock: nobody pays what they were not told. */
const cancelRide = serveCall(clientCancelCall, async (context, { id, price_cancel: told, reason = null }) => {
  asClient(context, 'writes')
  const { db, now, say } = context
  await context.transaction(async (tx) => {
    await assertOwnRide(context, tx, id)
    const { state, pr_hide_price, date_handed_over } = await readService(context, tx, id, { everywhere: true })
    if (state === 'canceled') return
    if (!mayCancel(state, date_handed_over)) throw new AppError('CONFLICT', { say: 'clients.not_cancelled_now' })
    const price = await costNow(context, tx, id)
    if (pr_hide_price !== 1 && price > (told ?? 0) + SAME)
      throw new AppError('CONFLICT', {
        say: 'clients.cancel_costs_more',
        params: { amount: moneyText(price, moneyStyle(context.settings)) },
      })
    await cancel(tx, {
      id_service: id,
      by: { ...moverOf(context), mover: 'client' },
      now: now(),
      reason: reason?.trim() || null,
    })
  })
  const after = await readService(context, db, id, { everywhere: true })
  const paid = after.price_cancel ?? 0
  return {
    state: stateTold(context, after.state, false),
    price_cancel: after.price_cancel,
    msg:
      paid === 0
        ? say('clients.canceled_free')
        : say('clients.canceled_paid', { amount: rideAmountText(context, paid) ?? '' }),
  }
})

/** Whoever rides already gets out at the house's word. */
export const mayCancel = (state: string, date_handed_over: string | null): boolean =>
  date_handed_over === null && (MOVES.cancel.from as readonly string[]).includes(state)

const costNow = ({ now }: CallContext, tx: Tx, id: number): Promise<number> =>
  cancelCost(tx, { id_service: id, now: now(), who: 'client' })

const costText = ({ say, settings }: CallContext, price: number): string =>
  price === 0
    ? say('services.cancel_free')
    : say('services.cancel_cost', { amount: moneyText(price, moneyStyle(settings)) })

export const cancelCalls = [cost, cancelRide]
