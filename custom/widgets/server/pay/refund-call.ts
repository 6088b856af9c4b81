import { AppError } from '#engine/model'
import { serveCall, writeLog } from '#engine/server'
import { refundPaymentCall } from '../../model/payment-calls'
import { gatewayAnswer } from './access'
import { returnOwed } from './refund'

/** Staff give back what is left of a payment; what the gateway does not take stays owed, and is tried again. */
export const refundPayment = serveCall(refundPaymentCall, async (context, { id }) => {
  const { actor, now, platform, say, records, transaction } = context
  const before = await records.read('payments', id)
  if (!['paid', 'wrong'].includes(String(before['state'])) || before['date_refunded'] !== null)
    throw new AppError('CONFLICT', { say: 'widgets.nothing_to_refund' })
  await transaction((tx) =>
    writeLog(tx, {
      id_user: actor.id,
      type_log: 'refund_payments',
      target: 'payments',
      id_target: id,
      title: String(id),
      changes: null,
      platform,
      id_session: null,
      date: now(),
    }),
  )
  // One that is under way is ended first, then the rest is given back.
  for (let round = 0; round < 2; round++) {
    const failure = await returnOwed(context, id, now(), Infinity)
    if (failure) await gatewayAnswer(Promise.reject(failure))
  }
  return { msg: say('widgets.refunded') }
})
