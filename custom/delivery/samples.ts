import type { Samples } from '#engine/model'

export const samples: Samples = {
  order_incidents: { heldBy: ['api/order-money.test.ts', 'api/order-histories.test.ts'] },
  // One that accepts by itself, while it is open, leaves no order where it began.
  stores: { values: { auto_accept: () => 0 } },
  // An order names a client, a store and a driver, each of another owner, to whoever sees it.
  orders: { ownersHeldBy: ['api/delivery.test.ts'] },
}
