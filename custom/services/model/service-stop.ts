import { Type, type Static } from 'typebox'
import { Id, Latitude, Longitude, orNull } from './wire'

/** A stop as it is written (spec 1 §3, Stop). Times and prices of it are told elsewhere. */
export const StopInput = Type.Object({
  id: Type.Optional(orNull(Id)),
  lat: Latitude,
  lng: Longitude,
  address: Type.String({ maxLength: 300 }),
  /** Of the place, where it was chosen by its name. */
  name: Type.Optional(orNull(Type.String({ maxLength: 100 }))),
  contact_name: Type.Optional(orNull(Type.String({ maxLength: 100 }))),
  contact_phone: Type.Optional(orNull(Type.String({ maxLength: 30 }))),
  contact_email: Type.Optional(orNull(Type.String({ maxLength: 255 }))),
  notes: Type.Optional(orNull(Type.String({ maxLength: 500 }))),
})
export type StopInput = Static<typeof StopInput>
