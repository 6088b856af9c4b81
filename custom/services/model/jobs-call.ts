import { Type, type Static } from 'typebox'
import {
  defineCall,
  Flag,
  Id,
  IdOrNull,
  IntegerOrNull,
  NumberOrNull,
  orNull,
  StateObject,
  TextOrNull,
  WhenOrNull,
} from '#engine/model'

const SEE = { module: 'dispatcher', right: 'see' } as const

/** A ride that is not over, as the jobs panel has it: hundreds of them come at once, so only what a row says. */
export const RideJob = Type.Object({
  id: Id,
  version: Type.Integer(),
  state: Type.String(),
  state_obj: StateObject,
  id_branch: IdOrNull,
  br_name: TextOrNull,
  id_product: Id,
  pr_name: TextOrNull,
  co_name: TextOrNull,
  /** The passenger: of a ride for a guest, the guest. */
  cl_name: TextOrNull,
  cl_phone: TextOrNull,
  id_driver: IdOrNull,
  dr_name: TextOrNull,
  id_vehicle: IdOrNull,
  ve_plate: TextOrNull,
  /** Who is being asked now. */
  asked_name: TextOrNull,
  date_deadline: WhenOrNull,
  org_address: TextOrNull,
  org_name: TextOrNull,
  org_lat: NumberOrNull,
  org_lng: NumberOrNull,
  dst_address: TextOrNull,
  dst_name: TextOrNull,
  /** Of a booking as agreed, else as the driver's way was reckoned when they took it; null: nobody has it yet. */
  date_pickup: WhenOrNull,
  date_scheduled: WhenOrNull,
  /** Since when somebody waits for it to go on. */
  date_since: WhenOrNull,
  /** Who took the call; null: the client booked it themselves. */
  op_name: TextOrNull,
  keep_searching: Flag,
  /** The driver will not be there in time, by where they are. */
  late: Flag,
  /** The warning of it that nobody has seen to. */
  id_warning: IdOrNull,
  /**
   * Seconds by which the pick-up will be late, by where the driver is, or is late already where nobody has the ride;
   * below 0: in time. Null: nothing is agreed.
   */
  late_s: IntegerOrNull,
  /** Who gave it back, while nobody else has it. */
  given_back: TextOrNull,
  lost: Flag,
  /** Its passenger, who rode already, waits for another car; `org_…` are where. */
  handed_over: Flag,
})
export type RideJob = Static<typeof RideJob>

/**
 * `GET dispatcher/jobs`: every ride in sight that is not over, the next pick-up first. Users who are no operators have
 * none.
 */
export const jobsCall = defineCall({
  method: 'GET',
  path: 'dispatcher/jobs',
  access: SEE,
  request: Type.Object({}),
  response: Type.Object({
    items: Type.Array(RideJob),
    /** How many there are; more than `items` where the latest were cut off. */
    total: Type.Integer(),
    /** When it was so. */
    as_of: Type.String(),
  }),
})

/** A pick-up that a driver would not keep. */
const Delay = Type.Object({
  id: Id,
  cl_name: TextOrNull,
  date_pickup: Type.String(),
  /** Seconds after it. */ late_s: Type.Integer(),
})
export type Delay = Static<typeof Delay>

/**
 * `POST dispatcher/assignPreview {id_vehicle, ids}`: what it would mean to give these rides to a vehicle's driver, in
 * this order, before anybody does. It changes nothing.
 */
export const assignPreviewCall = defineCall({
  method: 'POST',
  path: 'dispatcher/assignPreview',
  access: SEE,
  request: Type.Object({ id_vehicle: Id, ids: Type.Array(Id, { minItems: 1, maxItems: 20 }) }),
  response: Type.Object({
    /** Whose it would be; null: nobody drives it. */
    driver: TextOrNull,
    /** The driver is on the road with another ride, and comes from its end. */
    after: orNull(Id),
    /** Those of these rides that they cannot be given: they would have two at a time. */
    taken: Type.Array(Id),
    /** Until they are at the first pick-up; null where their position is not known. */
    duration_s: NumberOrNull,
    /** Metres without a passenger, over all of these rides. */
    empty_m: NumberOrNull,
    /** Who would be picked up late: of these rides, and of those that the driver has already. */
    late: Type.Array(Delay),
  }),
})
export type AssignPreview = Static<typeof assignPreviewCall.response>
