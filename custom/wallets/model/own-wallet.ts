import { Type, type Static } from 'typebox'
import { Id, IdOrNull, NumberOrNull, orNull, StateObject, TextOrNull, When } from '#engine/model'

/** A movement of somebody's own wallet. What waits or was rejected moved nothing: it has no `balance`. */
export const OwnMovement = Type.Object({
  id: Id,
  date_created: When,
  transaction: Type.Union([Type.Literal('recharge'), Type.Literal('discount')]),
  /** What it is of: a ride, an order, a tip, a commission …; null: an amount that was put in or taken out. */
  kind_obj: orNull(StateObject),
  name: TextOrNull,
  amount: Type.Number(),
  /** What was in the wallet with it. */
  balance: NumberOrNull,
  state: Type.String(),
  state_obj: StateObject,
  reason: TextOrNull,
  id_service: IdOrNull,
  id_order: IdOrNull,
})
export type OwnMovement = Static<typeof OwnMovement>

/** A page of them, the newest first: `before` is the last id that was shown. */
export const OwnMovements = Type.Object({ items: Type.Array(OwnMovement), more: Type.Boolean() })
