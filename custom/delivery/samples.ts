import type { Samples } from '#engine/model'

export const samples: Samples = {
  order_incidents: { heldBy: ['api/order-money.test.ts', 'api/order-histories.test.ts'] },
  // An order names a client, a store and a driver, each of another owner, to whoever sees it.
  orders: { ownersHeldBy: ['api/delivery.test.ts'] },
}
