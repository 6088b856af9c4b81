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
import { DispatcherService } from './dispatcher-service'
import { Breakdown } from './handover-call'
import { RideUndo } from './undo-call'

const SEE = { module: 'dispatcher', right: 'see' } as const
const EDIT = { module: 'dispatcher', right: 'edit' } as const

/** A driver with a vehicle who could be asked, and why they are or are not. */
export const Candidate = Type.Object({
  /** Of the vehicle. */
  id: Id,
  id_driver: Id,
  us_name: TextOrNull,
  us_surname: TextOrNull,
  us_phone: TextOrNull,
  us_rating_average: NumberOrNull,
  us_rating_count: NumberOrNull,
  code: TextOrNull,
  plate: Type.String(),
  brand: TextOrNull,
  model: TextOrNull,
  year: NumberOrNull,
  icon: Type.String(),
  lat: NumberOrNull,
  lng: NumberOrNull,
  availability: Type.String(),
  /**
   * Metres and seconds to the origin by the streets; null where the driver was passed over before these were computed.
   */
  distance: NumberOrNull,
  duration: NumberOrNull,
  /** Place in the order in which drivers are asked, from 1; null: passed over. */
  rank: IntegerOrNull,
  /**
   * Stable name of the reason (`nearest`, `first_in_shift`, `too_far`, `rejected_before` ...), and its sentence in the
   * asker's language.
   */
  reason: Type.String(),
  reason_text: Type.String(),
})
export type Candidate = Static<typeof Candidate>

/** One request to one driver. */
export const Offer = Type.Object({
  id: Id,
  id_service: Id,
  id_vehicle: Id,
  id_driver: Id,
  dr_name: TextOrNull,
  dr_surname: TextOrNull,
  plate: TextOrNull,
  state: Type.String(),
  state_obj: StateObject,
  manual: Flag,
  distance: NumberOrNull,
  duration: NumberOrNull,
  date_created: WhenOrNull,
  date_deadline: WhenOrNull,
  date_answered: WhenOrNull,
  reason: TextOrNull,
})
export type Offer = Static<typeof Offer>

/**
 * Where the search for a driver stands. `phase`: `idle` nobody is looked for, `verifying` between two drivers (and all
 * the while for users who are not staff, who see a driver once that driver has the ride), `requesting` one is being
 * asked, `assigned`, `not_assigned` none remains (the operator chooses to wait or to cancel), `waiting` the operator
 * chose to wait, `over`.
 */
export const RequestStatus = Type.Object({
  phase: Type.Union([
    Type.Literal('idle'),
    Type.Literal('verifying'),
    Type.Literal('requesting'),
    Type.Literal('assigned'),
    Type.Literal('not_assigned'),
    Type.Literal('waiting'),
    Type.Literal('over'),
  ]),
  /** The live offer, or the last one; outside the house the one that was accepted. */
  offer: orNull(Offer),
  /** Seconds that remain to answer, by the server's clock. */
  left_s: NumberOrNull,
  /** What became of the last one, for display: 'Ana aceptó el servicio'. */
  told: TextOrNull,
  asked: Type.Integer(),
  /**
   * When whoever has it is where the passenger waits, as it was reckoned when they took it or were given it; null: they
   * are there, or nobody knows.
   */
  date_arrival: WhenOrNull,
  item: DispatcherService,
})
export type RequestStatus = Static<typeof RequestStatus>

/**
 * `GET dispatcher/:id/getNearbyVehicles2`: everybody who could be asked, in that order, and everybody nearby who would
 * not be.
 */
export const nearbyCall = defineCall({
  method: 'GET',
  path: 'dispatcher/:id/getNearbyVehicles2',
  access: SEE,
  request: Type.Object({ id: Id }),
  response: Type.Object({
    items: Type.Array(Candidate),
    /** Metres. */ radius: Type.Number(),
    /** Of a ride under way, whose car stands where these are measured from; null: it is handed over to nobody. */
    breakdown: orNull(Breakdown),
  }),
})

/**
 * `POST dispatcher/requestVehicle {id_service, id_vehicle?}`: asks this driver; without a vehicle the cascade starts
 * (again).
 */
export const requestVehicleCall = defineCall({
  method: 'POST',
  alsoGet: true,
  path: 'dispatcher/requestVehicle',
  access: EDIT,
  request: Type.Object({ id_service: Id, id_vehicle: Type.Optional(IdOrNull) }),
  response: Type.Object({ status: RequestStatus, msg: Type.Optional(Type.String()) }),
})

/** `GET dispatcher/verifyVehicleAccepted {id_service}`: polled while a driver is looked for; it changes nothing. */
export const verifyAcceptedCall = defineCall({
  method: 'GET',
  path: 'dispatcher/verifyVehicleAccepted',
  access: SEE,
  request: Type.Object({ id_service: Id }),
  response: Type.Object({ accepted: Type.Boolean(), status: RequestStatus }),
})

/**
 * `POST dispatcher/assignVehicle {id_service, id_vehicle, replaces?}`: gives it to this driver without asking them. A
 * driver who has it already is taken off only if named in `replaces`: the asker must know of them.
 */
export const assignVehicleCall = defineCall({
  method: 'POST',
  alsoGet: true,
  path: 'dispatcher/assignVehicle',
  access: EDIT,
  request: Type.Object({ id_service: Id, id_vehicle: Id, replaces: Type.Optional(IdOrNull) }),
  response: Type.Object({ item: DispatcherService, msg: Type.Optional(Type.String()) }),
})

/** `POST dispatcher/removeVehicle {id_service}`: takes the driver off, or calls back the request that is out. */
export const removeVehicleCall = defineCall({
  method: 'POST',
  alsoGet: true,
  path: 'dispatcher/removeVehicle',
  access: EDIT,
  request: Type.Object({ id_service: Id }),
  response: Type.Object({ item: DispatcherService, msg: Type.Optional(Type.String()), undo: Type.Optional(RideUndo) }),
})

/**
 * `POST dispatcher/waitDriver {id_service}`: no driver remains, and the operator waits: it is offered to any driver who
 * comes near.
 */
export const waitDriverCall = defineCall({
  method: 'POST',
  path: 'dispatcher/waitDriver',
  access: EDIT,
  request: Type.Object({ id_service: Id }),
  response: Type.Object({ status: RequestStatus }),
})

/** `POST dispatcher/waitAll`: waits for a driver of every service in sight that stands still without one. */
export const waitAllCall = defineCall({
  method: 'POST',
  path: 'dispatcher/waitAll',
  access: EDIT,
  request: Type.Object({}),
  response: Type.Object({ waiting: Type.Integer(), msg: Type.Optional(Type.String()) }),
})

/** `POST dispatcher/handleWarning {id}`: somebody sees to a warning; whoever is second is told who was first. */
export const handleWarningCall = defineCall({
  method: 'POST',
  path: 'dispatcher/handleWarning',
  access: EDIT,
  request: Type.Object({ id: Id }),
  response: Type.Object({ handled: Flag, msg: Type.Optional(Type.String()) }),
})

/**
 * `GET dispatcher/offers {id_service}`: who was asked and what they answered, the last first, each with why they were
 * chosen.
 */
export const offersCall = defineCall({
  method: 'GET',
  path: 'dispatcher/offers',
  access: SEE,
  request: Type.Object({ id_service: Id }),
  response: Type.Object({ items: Type.Array(Type.Intersect([Offer, Type.Object({ reason_text: TextOrNull })])) }),
})

/**
 * Why the driver of a ride in progress is lost: their account was switched off, they ended their shift, or their phone
 * is silent.
 */
const LostReason = Type.Union([Type.Literal('inactive'), Type.Literal('left'), Type.Literal('silent')])
export type LostReason = Static<typeof LostReason>

/**
 * `GET dispatcher/alerts`: what waits for somebody: services without a driver, rides whose driver is lost, warnings,
 * panics, messages from drivers.
 */
export const alertsCall = defineCall({
  method: 'GET',
  path: 'dispatcher/alerts',
  access: SEE,
  request: Type.Object({}),
  response: Type.Object({
    unassigned: Type.Array(
      Type.Object({
        id: Id,
        cl_name: TextOrNull,
        cl_surname: TextOrNull,
        org_address: TextOrNull,
        date_unassigned: WhenOrNull,
        keep_searching: Flag,
      }),
    ),
    /** Kept by `custom/drivers`. */
    panics: Type.Array(
      Type.Object({
        id: Id,
        dr_name: TextOrNull,
        dr_surname: TextOrNull,
        dr_phone: TextOrNull,
        plate: TextOrNull,
        lat: NumberOrNull,
        lng: NumberOrNull,
        id_service: IdOrNull,
        date_created: WhenOrNull,
      }),
    ),
    lost: Type.Array(
      Type.Object({
        id: Id,
        cl_name: TextOrNull,
        cl_surname: TextOrNull,
        dr_name: TextOrNull,
        dr_surname: TextOrNull,
        dr_phone: TextOrNull,
        plate: TextOrNull,
        reason: LostReason,
        date_driver_lost: WhenOrNull,
        /** Where they were last. */
        lat: NumberOrNull,
        lng: NumberOrNull,
      }),
    ),
    /**
     * A booking whose time comes without a driver, a ride that its driver gave back, a car that cannot go on with its
     * passenger, a pick-up that is or will be late: each once, until handled.
     */
    warnings: Type.Array(
      Type.Object({
        id: Id,
        id_service: Id,
        kind: Type.Union([
          Type.Literal('booking'),
          Type.Literal('give_back'),
          Type.Literal('late'),
          Type.Literal('handover'),
        ]),
        cl_name: TextOrNull,
        cl_surname: TextOrNull,
        cl_phone: TextOrNull,
        org_address: TextOrNull,
        /** Who has the ride now. */
        id_driver: IdOrNull,
        id_vehicle: IdOrNull,
        /** Who is late, or gave it back. */
        dr_name: TextOrNull,
        dr_surname: TextOrNull,
        dr_phone: TextOrNull,
        plate: TextOrNull,
        date_created: WhenOrNull,
        date_pickup: WhenOrNull,
      }),
    ),
    messages: Type.Integer(),
  }),
})
