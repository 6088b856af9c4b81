import { Type } from 'typebox'
import { defineCall } from '#engine/model'
import { MAX_STOPS, StopSchema } from './quote-call'

const Id = Type.Integer({ minimum: 1 })
const orNull = <T extends ReturnType<typeof Type.Number> | typeof Id | ReturnType<typeof Type.String>>(schema: T) => Type.Union([schema, Type.Null()])

/** Dates of one booking, at most. */
export const MAX_DATES = 60

/** `POST dispatcher/dates`: what each date of a booking costs by itself, since each becomes a service of its own. */
export const dispatcherDatesCall = defineCall({
  method: 'POST',
  path: 'dispatcher/dates',
  access: 'session',
  reads: true,
  request: Type.Object({
    id_product: Id,
    /** ISO 8601. */
    dates: Type.Array(Type.String({ format: 'date-time', maxLength: 40 }), { minItems: 1, maxItems: MAX_DATES }),
    stops: Type.Array(StopSchema, { maxItems: MAX_STOPS }),
    id_client: Type.Optional(orNull(Id)),
    capacity_1: Type.Optional(orNull(Type.Integer({ minimum: 1, maximum: 60 }))),
    is_return: Type.Optional(Type.Boolean()),
    promotion: Type.Optional(orNull(Type.String({ maxLength: 30 }))),
    id_payment: Type.Optional(orNull(Id)),
    /** In place of the computed run, in currency units; for operators, where the tariff allows it. */
    price_edited: Type.Optional(orNull(Type.Number({ minimum: 0, maximum: 1_000_000_000 }))),
  }, { additionalProperties: false }),
  response: Type.Object({
    /** In the order of the dates. */
    items: Type.Array(Type.Object({
      /** As it was asked. */
      date: Type.String(),
      /** With tolls, in currency units; null: hidden from the asker, or there is none. */
      price: orNull(Type.Number()),
      /** Why there is none, as a sentence. */
      error: orNull(Type.String()),
    })),
    /** Of all dates, in currency units; null where one of them has no price. */
    total: orNull(Type.Number()),
  }),
})
