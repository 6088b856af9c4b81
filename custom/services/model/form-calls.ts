import { Type } from 'typebox'
import { defineCall, Flag, Id, IdOrNull, NumberOrNull, orNull, StateObject, TextOrNull } from '#engine/model'
import { CancelCode } from './cancel-code'
import { LimitLeft, RideLimit } from './limits-call'
import { DispatcherService } from './dispatcher-service'
import { ServiceInput } from './service-input'
import { RideUndo } from './undo-call'

const SEE = { module: 'dispatcher', right: 'see' } as const
const EDIT = { module: 'dispatcher', right: 'edit' } as const

/** A client to choose and to call: found by what the caller says on the phone. */
export const DispatcherClient = Type.Object({
  id: Id,
  name: Type.String(),
  surname: TextOrNull,
  phone: TextOrNull,
  id_company: IdOrNull,
  co_name: TextOrNull,
  ca_name: TextOrNull,
  state: Type.String(),
  /** Only where the client was searched for by it. */
  document: Type.Optional(Type.String()),
  /** Why they are blocked, for staff. */
  reason: Type.Optional(TextOrNull),
})

/**
 * `GET dispatcher/form {id?}`: the service (null: a new one) and what its form needs. `clone=1` answers a new service
 * filled from it.
 */
export const formCall = defineCall({
  method: 'GET',
  path: 'dispatcher/form',
  access: SEE,
  request: Type.Object({ id: Type.Optional(Id), clone: Type.Optional(Flag) }),
  response: Type.Object({
    item: orNull(DispatcherService),
    /** Of the asker, when they are no operator and book for themselves. */
    client: orNull(DispatcherClient),
    payments: Type.Array(Type.Object({ id: Id, name: Type.String(), type: Type.String() })),
    branches: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    /** States an operator may move it to now. */
    new_states: Type.Array(StateObject),
    may: Type.Object({
      /** Book for somebody else than oneself. */
      another: Type.Boolean(),
      edit: Type.Boolean(),
      request: Type.Boolean(),
      cancel: Type.Boolean(),
      edit_price: Type.Boolean(),
      add_client: Type.Boolean(),
    }),
    /** Whom a client may ask to validate what they book; empty: nobody is chosen. */
    validators: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    max_stops: Type.Integer(),
    optional_destination: Type.Boolean(),
    /** Seconds a driver has to answer. */
    time_request: Type.Integer(),
    /** Kilometres. */
    request_radius: Type.Number(),
  }),
})

/** `GET dispatcher/clients {q}`: who is calling? By phone, name, document or company, the best first. */
export const clientsCall = defineCall({
  method: 'GET',
  path: 'dispatcher/clients',
  access: SEE,
  request: Type.Object({
    q: Type.String({ maxLength: 100 }),
    id_company: Type.Optional(Id),
    id_branch: Type.Optional(Id),
  }),
  response: Type.Object({ items: Type.Array(DispatcherClient) }),
})

/** `GET dispatcher/companies {q}`: companies that an operator may look for clients in; nobody else has any. */
export const companiesCall = defineCall({
  method: 'GET',
  path: 'dispatcher/companies',
  access: SEE,
  request: Type.Object({ q: Type.String({ maxLength: 100 }) }),
  response: Type.Object({ items: Type.Array(Type.Object({ id: Id, name: Type.String() })) }),
})

/**
 * `GET dispatcher/dataClient {id_client, id_service?}`: where the client goes: favourites (most used first) and what
 * they last booked.
 */
export const dataClientCall = defineCall({
  method: 'GET',
  path: 'dispatcher/dataClient',
  access: SEE,
  request: Type.Object({ id_client: Id, id_service: Type.Optional(Id) }),
  response: Type.Object({
    client: DispatcherClient,
    locations: Type.Array(
      Type.Object({
        /** What the place is called; of one that nobody has named (`is_named` 0), how its address begins. */
        name: Type.String(),
        is_named: Flag,
        address: Type.String(),
        lat: Type.Number(),
        lng: Type.Number(),
        uses: Type.Integer(),
        as: Type.Union([Type.Literal('origin'), Type.Literal('destination'), Type.Literal('place')]),
      }),
    ),
    /** Defaults learnt from the client's last service. */
    last: orNull(Type.Object({ id_product: Id, id_payment: IdOrNull, notes: TextOrNull })),
    /** The client's services under way. */
    active: Type.Array(
      Type.Object({ id: Id, state_obj: StateObject, org_address: TextOrNull, dst_address: TextOrNull }),
    ),
    /** Cost centres of the client's company, where it uses them, and the client's own. */
    cecos: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    id_company_ceco: IdOrNull,
    /**
     * What the client's company may still spend this month; null: no limit, or hidden, where it would reveal a price
     * that its products hide.
     */
    company_left: NumberOrNull,
    /** Four fifths of its limit of this month are spent, or more. */
    company_near: Flag,
    /** Its limit of this month is reached. */
    company_reached: Flag,
    /** The client's own limits of the month, and their area's. */
    own_limits: Type.Array(LimitLeft),
    /** What one ride of theirs may cost; empty: no limit. */
    ride_limits: Type.Array(RideLimit),
    /** Whether their company asks why they ride. */
    trip_reason: Type.Union([Type.Literal('none'), Type.Literal('optional'), Type.Literal('required')]),
  }),
})

/**
 * `GET dispatcher/ownRides`: the rides of the asker: those to come or under way, the soonest first, and the last that
 * are over.
 */
export const ownRidesCall = defineCall({
  method: 'GET',
  path: 'dispatcher/ownRides',
  access: SEE,
  request: Type.Object({}),
  response: Type.Object({ active: Type.Array(DispatcherService), past: Type.Array(DispatcherService) }),
})

/**
 * `POST dispatcher/create`: makes a service (one for each date, each guest of a group, there and back), or changes one.
 */
export const createCall = defineCall({
  method: 'POST',
  path: 'dispatcher/create',
  access: EDIT,
  request: ServiceInput,
  response: Type.Object({ id: Id, ids: Type.Array(Id), item: DispatcherService, msg: Type.Optional(Type.String()) }),
})

/** `POST dispatcher/removeStop {id}`: removes a stop; the price is worked out again. */
export const removeStopCall = defineCall({
  method: 'POST',
  path: 'dispatcher/removeStop',
  access: EDIT,
  request: Type.Object({ id: Id }),
  response: Type.Object({ item: DispatcherService }),
})

/** `POST dispatcher/cancelService`: ends it and reports what that costs. */
export const cancelServiceCall = defineCall({
  method: 'POST',
  alsoGet: true,
  path: 'dispatcher/cancelService',
  access: EDIT,
  request: Type.Object({
    id_service: Id,
    cancel_code: Type.Optional(orNull(CancelCode)),
    reason: Type.Optional(Type.String({ maxLength: 255 })),
    /** Operators: the client pays no penalty. */
    free: Type.Optional(Flag),
  }),
  response: Type.Object({
    item: DispatcherService,
    price_cancel: NumberOrNull,
    msg: Type.Optional(Type.String()),
    undo: Type.Optional(RideUndo),
  }),
})

/**
 * `GET dispatcher/cancelCost`: what cancelling it now would cost the client, in currency units and in a sentence; null
 * and '' where the asker may not see prices.
 */
export const cancelCostCall = defineCall({
  method: 'GET',
  path: 'dispatcher/cancelCost',
  access: EDIT,
  request: Type.Object({ id_service: Id }),
  response: Type.Object({
    price_cancel: NumberOrNull,
    msg: Type.String(),
    /** Why one may cancel. */ codes: Type.Array(StateObject),
  }),
})

/** `GET dispatcher/states`: every state a service may have; with `active=1` those that are not over. */
export const serviceStatesCall = defineCall({
  method: 'GET',
  path: 'dispatcher/states',
  access: 'session',
  request: Type.Object({ active: Type.Optional(Flag) }),
  response: Type.Object({ items: Type.Array(StateObject) }),
})
