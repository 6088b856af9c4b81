import { Type, type TSchema } from 'typebox'

/** Building blocks of the requests and answers of calls. */
export const Id = Type.Integer({ minimum: 1 })
export const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
export const IdOrNull = orNull(Id)
export const IntegerOrNull = orNull(Type.Integer())
export const TextOrNull = orNull(Type.String())
export const NumberOrNull = orNull(Type.Number())
/** 0 or 1, the wire form of flags. */
export const Flag = Type.Integer({ minimum: 0, maximum: 1 })
/** ISO 8601 UTC. */
export const When = Type.String({ format: 'date-time', maxLength: 40 })
export const WhenOrNull = orNull(When)
/** A state as people see it; `id` is what programs compare, `contrast` the text colour on `color`. */
export const StateObject = Type.Object({
  id: Type.String(),
  name: Type.String(),
  color: Type.String(),
  contrast: Type.Optional(Type.String()),
  icon: Type.Optional(Type.String()),
})
export const Latitude = Type.Number({ minimum: -90, maximum: 90 })
export const Longitude = Type.Number({ minimum: -180, maximum: 180 })
