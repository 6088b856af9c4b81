import { Type } from 'typebox'
import { defineCall, TextOrNull } from '#engine/model'

/** Calls that the engine itself answers, as far as a simulated kitchen reads them. */
const KITCHEN = { module: 'active_orders', right: 'edit' } as const

export const kitchenOrdersCall = defineCall({
  method: 'GET',
  path: 'delivery/active_orders',
  access: { module: 'active_orders', right: 'see' },
  request: Type.Object({ limit: Type.Integer(), filters: Type.String() }),
  response: Type.Object({
    items: Type.Array(
      Type.Object({
        id: Type.Integer(),
        store_state: Type.String(),
        courier_state: TextOrNull,
        date_state: TextOrNull,
        date_created: Type.String(),
        can_search_vehicles: Type.Integer(),
      }),
    ),
  }),
})
export const kitchenStoresCall = defineCall({
  method: 'GET',
  path: 'delivery/stores',
  access: { module: 'stores', right: 'see' },
  request: Type.Object({ limit: Type.Integer() }),
  response: Type.Object({
    items: Type.Array(
      Type.Object({
        id: Type.Integer(),
        lat: Type.Union([Type.Number(), Type.Null()]),
        lng: Type.Union([Type.Number(), Type.Null()]),
      }),
    ),
  }),
})
export const kitchenMoveCall = defineCall({
  method: 'POST',
  path: 'delivery/active_orders/:id/:move',
  access: KITCHEN,
  request: Type.Object({
    id: Type.Integer(),
    move: Type.String(),
    reason: Type.Optional(Type.String()),
    minutes: Type.Optional(Type.Integer()),
  }),
  response: Type.Object({}),
})
