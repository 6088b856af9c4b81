import { Type } from 'typebox'
import { defineCall, Id, IdOrNull, orNull, When } from '#engine/model'
import { FormToFill } from '../../forms/model'

/**
 * `GET driver/checkups/forms`: the forms by which drivers check their vehicle, with the questions that their
 * application asks.
 */
export const checkupFormsCall = defineCall({
  method: 'GET',
  path: '../driver/checkups/forms',
  access: 'session',
  request: Type.Object({}),
  response: Type.Object({ items: Type.Array(FormToFill) }),
})

/**
 * `POST driver/checkups {id_form, version?, values, idempotency …}`: sent again with the same key it is the same
 * checkup.
 */
export const sendCheckupCall = defineCall({
  method: 'POST',
  path: '../driver/checkups',
  access: 'session',
  request: Type.Object({
    id_form: Id,
    version: Type.Optional(orNull(Id)),
    id_vehicle: Type.Optional(IdOrNull),
    mileage: Type.Optional(orNull(Type.Integer({ minimum: 0 }))),
    date_checkup: Type.Optional(orNull(When)),
    values: Type.Record(Type.String(), Type.Unknown()),
    idempotency: Type.String({ minLength: 8, maxLength: 64 }),
  }),
  response: Type.Object({ id: Id, state: Type.String(), date_checkup: When }),
})
