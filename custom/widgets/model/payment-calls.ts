import { Type } from 'typebox'
import { defineCall } from '#engine/model'

/** `POST payments/refund {id}`: gives back what is left of a payment, whatever became of its rides. */
export const refundPaymentCall = defineCall({
  method: 'POST',
  path: 'payments/refund',
  access: { module: 'payments', right: 'edit' },
  request: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
  response: Type.Object({ msg: Type.String() }),
})
