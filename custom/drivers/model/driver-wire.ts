import { Type, type Static } from 'typebox'
import { Flag, Id, IdOrNull, NumberOrNull, orNull, StateObject, TextOrNull, When, WhenOrNull } from '#engine/model'

/** Parts of the answers to a driver's device; of a service they carry no more than the driver needs. */
export const Driver = Type.Object({ id: Id, name: TextOrNull, surname: TextOrNull, phone: TextOrNull })

export const DriverVehicle = Type.Object({
  id: Id,
  plate: Type.String(),
  code: TextOrNull,
  brand: TextOrNull,
  model: TextOrNull,
  year: NumberOrNull,
  icon: Type.String(),
  capacity_1: NumberOrNull,
})
export type DriverVehicle = Static<typeof DriverVehicle>

/** The one open shift. `place` is the place in the queue by which shifts are ordered. */
export const OwnShift = Type.Object({
  id: Id,
  id_vehicle: Id,
  state: Type.Union([Type.Literal('online'), Type.Literal('busy'), Type.Literal('paused')]),
  date_start: When,
  date_paused: WhenOrNull,
  pause_reason: TextOrNull,
  place: NumberOrNull,
})
export type OwnShift = Static<typeof OwnShift>

export const DriverStop = Type.Object({
  id: Id,
  position: Type.Integer(),
  lat: NumberOrNull,
  lng: NumberOrNull,
  address: Type.String(),
  contact_name: TextOrNull,
  contact_phone: TextOrNull,
  notes: TextOrNull,
  date_reached: WhenOrNull,
  date_left: WhenOrNull,
})

/** What may follow in a ride, by the last part of the call's path. */
export const RIDE_STEPS = ['onway', 'waiting', 'start', 'arrive', 'finish', 'release', 'noShow', 'breakdown'] as const
export type RideStep = (typeof RIDE_STEPS)[number]

const Step = Type.Union([
  Type.Literal('onway'),
  Type.Literal('waiting'),
  Type.Literal('start'),
  Type.Literal('arrive'),
  Type.Literal('finish'),
  Type.Literal('release'),
  Type.Literal('noShow'),
  Type.Literal('breakdown'),
])

/**
 * Where a passenger waits who rode already: another driver's car stands there and cannot go on. That driver's name and
 * number are for whoever takes over.
 */
const TakeOver = Type.Object({
  lat: NumberOrNull,
  lng: NumberOrNull,
  address: TextOrNull,
  dr_name: TextOrNull,
  dr_phone: TextOrNull,
  plate: TextOrNull,
})

/** The order that a ride brings: what its client is to pay in cash, and what its store wants as proof. */
const BroughtOrder = Type.Object({
  id: Id,
  store: Type.String(),
  notes: TextOrNull,
  collect: NumberOrNull,
  proof: Type.Union([Type.Literal('none'), Type.Literal('code'), Type.Literal('photo'), Type.Literal('signature')]),
})
export type BroughtOrder = Static<typeof BroughtOrder>

export const DriverService = Type.Object({
  id: Id,
  state: Type.String(),
  state_obj: StateObject,
  scheduled: Flag,
  id_vehicle: IdOrNull,
  /**
   * Who gets in (the invited guest, else the client). The phone number is shown to the driver who has the service, not
   * to one who is asked.
   */
  cl_name: TextOrNull,
  cl_phone: TextOrNull,
  pr_name: TextOrNull,
  pm_name: TextOrNull,
  notes: TextOrNull,
  capacity_1: Type.Integer(),
  is_return: Flag,
  /** Metres, seconds, polyline of precision 5. */
  distance: NumberOrNull,
  duration: NumberOrNull,
  polyline: TextOrNull,
  /** Null where the product hides it. */
  price_total: NumberOrNull,
  date_scheduled: WhenOrNull,
  date_accepted: WhenOrNull,
  date_onway: WhenOrNull,
  date_waiting: WhenOrNull,
  date_started: WhenOrNull,
  date_arrived: WhenOrNull,
  date_finalized: WhenOrNull,
  date_canceled: WhenOrNull,
  stops: Type.Array(DriverStop),
  /** The passenger is not at the first stop but here; null once they are taken over, and of every other ride. */
  take_over: orNull(TakeOver),
  /** Null where it brings none, and for who is asked. */
  order: orNull(BroughtOrder),
  steps: Type.Array(Step),
})
export type DriverService = Static<typeof DriverService>

/** A request that waits for the driver's answer. */
export const DriverOffer = Type.Object({
  id: Id,
  id_service: Id,
  /** Seconds that remain by the server's clock. */
  left_s: Type.Number(),
  date_deadline: When,
  /** Metres and seconds to the origin. */
  distance: NumberOrNull,
  duration: NumberOrNull,
  service: DriverService,
})
export type DriverOffer = Static<typeof DriverOffer>

/** A booking that the driver has applied for, or could. */
export const DriverBooking = Type.Object({
  service: DriverService,
  assignment: orNull(Type.Object({ id: Id, state: Type.String(), state_obj: StateObject })),
})
export type DriverBooking = Static<typeof DriverBooking>
