import { living, tables } from '#app/tables'
import { AppError, wrong } from '#engine/model'
import { type CallContext, serveCall, stateObjects } from '#engine/server'
import { rateRide, sendReceipt } from '../../services/server'
import { shareRide } from '../../tracking/server'
import { creditWallet, debitWallet, walletBalance } from '../../wallets/server'
import { countUses, limitOf } from '../../widgets/server'
import { clientClaimCall, clientRateCall, clientReceiptCall, clientShareCall, clientTipCall } from '../model/ride-calls'
import { asClient, assertOwnRide, ridesOfClient } from './own-ride'
import { rideAmountText } from './ride-on-wire'
import { hasWallet } from './wallet'

/** Claims, and receipts by mail, of one client in an hour. */
const MAX_CLAIMS = 6
const MAX_RECEIPTS = 6

const rate = serveCall(clientRateCall, async (context, { id, stars, comment = null }) => {
  asClient(context, 'writes')
  await assertOwnRide(context, context.db, id)
  await context.records.write((writes) => rateRide(context, writes, { id_service: id, stars, comment, byLink: false }))
  return { stars, msg: context.say('clients.rated') }
})

/** From wallet to wallet in one transaction; the two rows name the ride. */
const tip = serveCall(clientTipCall, async (context, { id, amount }) => {
  asClient(context, 'writes')
  const { actor, say, transaction, now } = context
  await transaction(async (tx) => {
    const ride = await ridesOfClient(tx, context)
      .where('s.id', '=', id)
      .select(['s.state', 's.id_driver'])
      .forUpdate()
      .executeTakeFirst()
    if (!ride) throw new AppError('NOT_FOUND')
    const before = await living(tx, 'service_tips').where('id_service', '=', id).select('amount').executeTakeFirst()
    if (before && Math.abs(Number(before.amount) - amount) < 0.005) return
    if (before) throw new AppError('CONFLICT', { say: 'clients.tipped_already' })
    if (ride.state !== 'finalized' || ride.id_driver === null)
      throw new AppError('CONFLICT', { say: 'clients.not_tipped_yet' })
    if (!hasWallet(context)) throw new AppError('CONFLICT', { say: 'clients.no_wallet' })
    const decimals = Number(context.settings['decimals_visible'] ?? 2)
    if (Number(amount.toFixed(decimals)) !== amount) throw wrong('amount', 'clients.no_such_coin')
    const name = say('clients.tip_of', { id })
    const movement = { kind: 'tip', amount: String(amount), name, now: now(), id_service: id } as const
    if (!(await debitWallet(tx, { id_user: actor.id, ...movement }))) throw wrong('amount', 'clients.not_in_wallet')
    await creditWallet(tx, { id_user: ride.id_driver, ...movement })
    const stamp = now().toISOString()
    await tables(tx)
      .insertInto('service_tips')
      .values({
        id_service: id,
        id_client: actor.id,
        id_driver: ride.id_driver,
        amount: String(amount),
        date_created: stamp,
        date_updated: stamp,
      })
      .execute()
  })
  const tip_text = rideAmountText(context, amount) ?? ''
  return {
    tip_text,
    wallet_text: rideAmountText(context, await walletBalance(context.db, actor.id)) ?? '',
    msg: say('clients.tipped', { amount: tip_text }),
  }
})

const receipt = serveCall(clientReceiptCall, async (context, { id }) => {
  asClient(context, 'writes')
  const { db, actor, transaction, now, say } = context
  await assertOwnRide(context, db, id)
  await transaction((tx) => countUses(tx, [limitOf('receipt client', String(actor.id), MAX_RECEIPTS)], now()))
  const email = await sendReceipt(context, { id, id_client: actor.id, judged: true })
  return { email, msg: say('services.receipt_sent', { email }) }
})

const share = serveCall(clientShareCall, async (context, { id }) => {
  asClient(context, 'writes')
  const { url, date_expires } = await context.transaction(async (tx) => {
    await assertOwnRide(context, tx, id)
    return shareRide(context, tx, id)
  })
  return { url, date_expires }
})

const claim = serveCall(clientClaimCall, async (context, { id, kind, text, idempotency }) => {
  asClient(context, 'writes')
  const { actor, db, now, records, say } = context
  if (text.trim() === '') throw wrong('text', 'required')
  const key = `${actor.id}.${idempotency}`
  const sent = await records.write(async ({ tx, saveOwn }) => {
    const ride = await ridesOfClient(tx, context)
      .where('s.id', '=', id)
      .select(['s.id_driver', 's.state'])
      .forUpdate()
      .executeTakeFirst()
    if (!ride) throw new AppError('NOT_FOUND')
    const before = await living(tx, 'service_claims').where('idempotency', '=', key).select('id').executeTakeFirst()
    if (before) return before.id
    if (ride.state !== 'finalized' && ride.state !== 'canceled')
      throw new AppError('CONFLICT', { say: 'clients.no_claim_yet' })
    await countUses(tx, [limitOf('claim client', String(actor.id), MAX_CLAIMS)], now())
    const { id: made } = await saveOwn(
      'service_claims',
      { kind, text: text.trim() },
      { also: { id_service: id, id_client: actor.id, id_driver: ride.id_driver, idempotency: key }, anyones: true },
    )
    return Number(made)
  })
  return { claim: await claimShown(context, db, sent), msg: say('clients.claim_sent') }
})

async function claimShown(context: CallContext, db: CallContext['db'], id: number) {
  const row = await living(db, 'service_claims')
    .where('id', '=', id)
    .select(['id', 'kind', 'text', 'state', 'answer'])
    .executeTakeFirstOrThrow()
  const kinds = stateObjects(context, 'service_claims', 'kind')
  return {
    id: row.id,
    kind: row.kind ?? '',
    kind_text: kinds.get(row.kind ?? '')?.name ?? '',
    text: row.text ?? '',
    state: row.state ?? '',
    answer: row.answer,
    date_created: context.now().toISOString(),
  }
}

export const afterRide = [rate, tip, receipt, share, claim]
