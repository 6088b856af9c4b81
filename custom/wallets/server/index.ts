import { AppError } from '#engine/model'
import { serveCall, type CallContext, type ServerFeature } from '#engine/server'
import { discountCall, rechargeCall, type PostedAmount } from '../model/wallet-calls'
import { issuedOnce } from './issued-once'
import { OPEN_WALLETS } from './open-wallets'
import { ridesJob } from './rides-job'
import { walletHooks } from './wallet-hooks'

const post =
  (transaction: 'recharge' | 'discount') =>
  async ({ records, say }: CallContext, { id_user, amount, name }: PostedAmount) => {
    const { id } = await records.write(({ save }) =>
      save('wallets', { id_user, transaction, amount, name: name ?? null }),
    )
    if (typeof id !== 'number') throw new AppError('NOT_FOUND')
    return { id, msg: say('wallets.posted') }
  }

export { creditWallet, debitWallet, walletRoom } from './credit-wallet'
export { ownMovements, walletBalance } from './own-wallet'
export { payRides } from './pay-rides'
export { takeCommissions } from './ride-commissions'
export { assertWalletCovers } from './wallet-covers'
export { driverWalletLimits } from './wallet-limits'

/**
 * Wallets of drivers and clients: amounts that somebody asks for and somebody approves. The balance is a formula of
 * their catalogue.
 */
export const wallets: ServerFeature = {
  name: 'wallets',
  needs: {
    wallets: [
      'id_user',
      'transaction',
      'amount',
      'effect',
      'balance',
      'state',
      'id_service',
      'id_order',
      'kind',
      'reason',
    ],
    users: ['wallet_balance', 'type_user'],
    app_driver: ['app_driver_wallet_enabled', 'app_driver_wallet_block_amount', 'app_driver_wallet_commission'],
    settings_general: ['currency', 'wallet_max_movement', 'wallet_max_day'],
    invoices: ['id_company', 'number', 'date_from', 'date_to', 'state', 'from_services'],
    services: ['id_client', 'id_driver', 'id_payment', 'state', 'price_total', 'price_cancel', 'price_fee'],
    payment_methods: ['type'],
    liquidations: ['id_driver', 'number', 'date_from', 'date_to', 'state'],
  },
  changes: [OPEN_WALLETS],
  jobs: [ridesJob],
  hooks: [walletHooks, ...issuedOnce],
  calls: [serveCall(rechargeCall, post('recharge')), serveCall(discountCall, post('discount'))],
}
