import type { Samples } from '#engine/model'

// Nothing is discounted from a wallet with nothing in it.
export const samples: Samples = { wallets: { values: { transaction: () => 'recharge' } } }
