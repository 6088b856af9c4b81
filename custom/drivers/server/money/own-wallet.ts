import { driverWalletLimits, ownMovements, walletBalance } from '../../../wallets/server'
import { driverWalletCall } from '../../model/money-calls'
import { serveDriver } from '../serve-driver'

/** `GET driver/wallet`: a wallet is shown while drivers of the house have one. */
export const ownWallet = serveDriver(driverWalletCall, async (context, { before }) => {
  const { db, id_driver, settings, now } = context
  const limits = await driverWalletLimits(db, id_driver, now())
  if (Number(settings['app_driver_wallet_enabled'] ?? 0) !== 1)
    return { enabled: 0, balance: null, least: null, blocked: 0, limits, items: [], more: false }
  const balance = await walletBalance(db, id_driver)
  const said = settings['app_driver_wallet_block_amount'] ?? ''
  const least = said === '' ? null : Number(said)
  return {
    enabled: 1,
    balance,
    least,
    blocked: least !== null && balance < least ? 1 : 0,
    limits,
    ...(await ownMovements(context, id_driver, before)),
  }
})
