import { Type, type Static } from 'typebox'
import { defineCall, Id, IdOrNull, NumberOrNull, orNull, StateObject, TextOrNull, WhenOrNull } from '#engine/model'
import { DispatcherService } from './dispatcher-service'

/** Why a car cannot go on with its passenger; the schema's `reason` of a part of a ride has their words. */
export const HandoverReason = Type.Union([
  Type.Literal('breakdown'),
  Type.Literal('accident'),
  Type.Literal('driver'),
  Type.Literal('other'),
])
export type HandoverReason = Static<typeof HandoverReason>

export const HandoverNotes = Type.Optional(orNull(Type.String({ maxLength: 255 })))

/** Where the car of a ride under way stands, whose it is, and why it may not go on. */
export const Breakdown = Type.Object({
  id_driver: Id,
  driver: TextOrNull,
  plate: TextOrNull,
  lat: NumberOrNull,
  lng: NumberOrNull,
  /** When it was heard of there. */
  date_fix: WhenOrNull,
  reasons: Type.Array(StateObject),
})
export type Breakdown = Static<typeof Breakdown>

/**
 * `POST dispatcher/handOver {id_service, id_driver, id_vehicle?, reason, notes?}`: a car with its passenger aboard
 * cannot go on. The ride is another driver's from where it stands: of `id_vehicle`, else of whoever is found.
 * `id_driver`: who has it, as far as the asker knows.
 */
export const handOverCall = defineCall({
  method: 'POST',
  path: 'dispatcher/handOver',
  access: { module: 'dispatcher', right: 'edit' },
  request: Type.Object({
    id_service: Id,
    id_driver: Id,
    id_vehicle: Type.Optional(IdOrNull),
    reason: HandoverReason,
    notes: HandoverNotes,
  }),
  response: Type.Object({ item: DispatcherService, msg: Type.Optional(Type.String()) }),
})

/** A part of a ride that was handed over: one driver, with the passenger aboard. */
export const RideLeg = Type.Object({
  id: Id,
  position: Type.Integer(),
  id_driver: Id,
  dr_name: TextOrNull,
  dr_phone: TextOrNull,
  id_vehicle: IdOrNull,
  plate: TextOrNull,
  date_start: WhenOrNull,
  date_end: WhenOrNull,
  address: TextOrNull,
  lat: NumberOrNull,
  lng: NumberOrNull,
  /** Metres and seconds. */
  distance: NumberOrNull,
  duration: NumberOrNull,
  reason_obj: orNull(StateObject),
  notes: TextOrNull,
  /** What of `price_driver` is its driver's, in currency units; for staff, once the ride is over. */
  amount: NumberOrNull,
})
export type RideLeg = Static<typeof RideLeg>
