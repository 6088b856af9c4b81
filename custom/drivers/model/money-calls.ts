import { Type } from 'typebox'
import { defineCall, Flag, Id, NumberOrNull, orNull, StateObject, TextOrNull } from '#engine/model'
import { OwnMovements } from '../../wallets/model'

const page = Type.Object({ before: Type.Optional(Id) })

/**
 * `GET driver/wallet {before?}`: what is in the driver's own wallet, what they may do with it, and its movements, 20 at
 * a time.
 */
export const driverWalletCall = defineCall({
  method: 'GET',
  path: '../driver/wallet',
  access: 'session',
  request: page,
  response: Type.Object({
    /** 0: drivers of the house have no wallets; there is no balance and no movement. */
    enabled: Flag,
    balance: NumberOrNull,
    /** With less than this there are no offers; null: with any balance. Below zero they may owe as much. */
    least: NumberOrNull,
    /** 1: there is less than `least`. */
    blocked: Flag,
    /** The most that one movement, and all of a day, may come to; null: no limit. */
    limits: Type.Object({ movement: NumberOrNull, day: NumberOrNull, moved_today: Type.Number() }),
    ...OwnMovements.properties,
  }),
})

const Statement = Type.Object({
  id: Id,
  number: Type.String(),
  date_from: Type.String(),
  date_to: Type.String(),
  state: Type.String(),
  state_obj: StateObject,
  /** Above zero it is paid to the driver, below zero they owe it. */
  amount: Type.Number(),
  date_issued: TextOrNull,
  date_paid: TextOrNull,
})

/** `GET driver/statements {before?}`: those that were issued, also void ones, the newest first, 20 at a time. */
export const driverStatementsCall = defineCall({
  method: 'GET',
  path: '../driver/statements',
  access: 'session',
  request: page,
  response: Type.Object({ items: Type.Array(Statement), more: Type.Boolean() }),
})

/** `GET driver/statements/:id`: one with its items. Another's, or a draft, is 404. */
export const driverStatementCall = defineCall({
  method: 'GET',
  path: '../driver/statements/:id',
  access: 'session',
  request: Type.Object({ id: Id }),
  response: Type.Object({
    ...Statement.properties,
    items: Type.Array(Type.Object({ name: Type.String(), kind_obj: orNull(StateObject), amount: Type.Number() })),
    balance_before: NumberOrNull,
    balance_after: NumberOrNull,
    reference: TextOrNull,
    reason: TextOrNull,
    notes: TextOrNull,
  }),
})

/** `GET driver/statements/:id/pdf`: the paper that is mailed, in base64. */
export const driverStatementPdfCall = defineCall({
  method: 'GET',
  path: '../driver/statements/:id/pdf',
  access: 'session',
  request: Type.Object({ id: Id }),
  response: Type.Object({ name: Type.String(), base64: Type.String() }),
})
