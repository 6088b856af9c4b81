import { Type } from 'typebox'
import { defineCall, Id } from '#engine/model'

/** `POST invoices/takeRides {id}`: a draft gets a line for each ride of its company and days that no other invoice has. */
export const takeRidesCall = defineCall({
  method: 'POST', path: 'invoices/takeRides', access: { module: 'invoices', right: 'edit' },
  request: Type.Object({ id: Id }),
  response: Type.Object({ rides: Type.Integer(), msg: Type.String() }),
})
