import type { AccountKind } from './account'

/** The house's account that a movement of somebody's wallet comes out of and goes into; what stands there first is the wallet's partner. */
export const WALLET_MOVES = {
  opening: 'opening', recharge: 'bank', discount: 'bank', benefit: 'promo', penalty: 'penalty', promo: 'promo', prepaid: 'gateway_clearing', refund: 'gateway_clearing',
  ride_commission: 'commission', ride_wallet: 'fares', liquidation: 'driver_payable', tip: 'tips', adjustment: 'bank', incident: 'incidents',
} as const satisfies { readonly [kind: string]: AccountKind }

export type WalletMove = keyof typeof WALLET_MOVES

export type EntryKind = WalletMove | 'item' | 'invoice' | 'credit_note' | 'payment' | 'delivery' | 'merge' | 'reversal'
