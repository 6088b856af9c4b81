import { type Static, Type } from 'typebox'
import { defineCall, Id, orNull } from '#engine/model'

const Posted = Type.Object({
  id_user: Id,
  amount: Type.Union([Type.Number(), Type.String()]),
  name: Type.Optional(orNull(Type.String({ maxLength: 160 }))),
})
export type PostedAmount = Static<typeof Posted>
const Answer = Type.Object({ id: Id, msg: Type.String() })
const access = { module: 'wallets', right: 'edit' } as const

/**
 * `POST wallets/recharge {id_user, amount, name?}`: an amount for somebody's wallet, which counts once it is approved.
 */
export const rechargeCall = defineCall({
  method: 'POST',
  path: 'wallets/recharge',
  access,
  request: Posted,
  response: Answer,
})

/**
 * `POST wallets/discount {id_user, amount, name?}`: an amount off somebody's wallet, which counts once it is approved.
 */
export const discountCall = defineCall({
  method: 'POST',
  path: 'wallets/discount',
  access,
  request: Posted,
  response: Answer,
})
