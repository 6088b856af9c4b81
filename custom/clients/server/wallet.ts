import { AppError } from '#engine/model'
import { type CallContext, serveCall } from '#engine/server'
import { ownMovements, walletBalance } from '../../wallets/server'
import { clientWalletCall } from '../model/ride-calls'
import { asClient } from './own-ride'
import { rideAmountText } from './ride-on-wire'

/** Whether clients of the house have wallets. */
export const hasWallet = ({ settings }: Pick<CallContext, 'settings'>): boolean =>
  Number(settings['app_client_wallet_enabled'] ?? 0) === 1

/** `GET client/wallet`. */
export const wallet = serveCall(clientWalletCall, async (context, { before }) => {
  asClient(context, 'reads')
  const { db, actor } = context
  if (!hasWallet(context)) throw new AppError('CONFLICT', { say: 'clients.no_wallets' })
  const balance = await walletBalance(db, actor.id)
  const { items, more } = await ownMovements(context, actor.id, before)
  return {
    balance,
    balance_text: rideAmountText(context, balance) ?? '',
    items: items.map((one) => ({
      ...one,
      amount_text: rideAmountText(context, one.transaction === 'discount' ? -one.amount : one.amount) ?? '',
      balance_text: rideAmountText(context, one.balance),
    })),
    more,
  }
})
