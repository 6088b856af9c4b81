import { Type } from 'typebox'
import { defineCall, Id, IntegerOrNull, NumberOrNull, orNull, StateObject } from '#engine/model'
import { GroupingItem, GroupingPlan, GroupingRoute, GroupingService } from './grouping-wire'

const SEE = { module: 'groupings', right: 'see' } as const
const EDIT = { module: 'groupings', right: 'edit' } as const
const One = Type.Object({ id: Id })
/**
 * The version of the route that the asker has before them; another one since is a CONFLICT. Without it the present one
 * counts.
 */
const Seen = Type.Optional(Type.Integer({ minimum: 0 }))
const Done = Type.Object({ ...GroupingRoute.properties, msg: Type.Optional(Type.String()) })

/** `GET groupings/states`, `GET groupings/types`: choices with their names and colours. */
export const groupingStatesCall = defineCall({
  method: 'GET',
  path: 'groupings/states',
  access: 'session',
  request: Type.Object({}),
  response: Type.Object({ items: Type.Array(StateObject) }),
})
export const typesCall = defineCall({
  method: 'GET',
  path: 'groupings/types',
  access: 'session',
  request: Type.Object({}),
  response: Type.Object({ items: Type.Array(StateObject) }),
})

/** `GET groupings/:id/info`: one grouping. */
export const infoCall = defineCall({
  method: 'GET',
  path: 'groupings/:id/info',
  access: SEE,
  request: One,
  response: Type.Object({ item: GroupingItem }),
})

/** `GET groupings/:id/services`: its rides, and its route. */
export const servicesCall = defineCall({
  method: 'GET',
  path: 'groupings/:id/services',
  access: SEE,
  request: One,
  response: GroupingRoute,
})

/**
 * What a ride would cost the route at its best place: seconds, metres, minor units of money, who becomes late, and
 * whether it fits at all.
 */
const AddedCost = Type.Object({
  drive_s: Type.Number(),
  metres: Type.Number(),
  cost: Type.Number(),
  late_s: Type.Number(),
  /** Kinds of violations that it would bring, by seconds or seats. */
  broken: Type.Array(Type.Object({ kind: Type.String(), id_service: Id, by: Type.Number() })),
  fits: Type.Boolean(),
})

/** `GET groupings/:id/listServices`: rides that could join, the cheapest first, each with what adding it costs. */
export const listServicesCall = defineCall({
  method: 'GET',
  path: 'groupings/:id/listServices',
  access: SEE,
  request: Type.Object({ id: Id, q: Type.Optional(Type.String({ maxLength: 100 })) }),
  response: Type.Object({
    item: GroupingItem,
    total: Type.Integer(),
    source: orNull(Type.String()),
    items: Type.Array(Type.Object({ ...GroupingService.properties, added: orNull(AddedCost) })),
  }),
})

/**
 * `POST groupings/:id/assignVehicle {id_vehicle}`: gives it, and all its rides with it, to whoever drives the vehicle;
 * all or none.
 */
export const assignGroupingVehicleCall = defineCall({
  method: 'POST',
  path: 'groupings/:id/assignVehicle',
  access: EDIT,
  request: Type.Object({ id: Id, id_vehicle: Id, plan_version: Seen }),
  response: Done,
})
/** `removeVehicle`: takes the vehicle off the grouping and off its rides. */
export const removeGroupingVehicleCall = defineCall({
  method: 'POST',
  alsoGet: true,
  path: 'groupings/:id/removeVehicle',
  access: EDIT,
  request: One,
  response: Done,
})
/** `autoAssign`: gives its rides to its vehicle; without one, to the nearest vehicle at work that fits and is free. */
export const autoAssignCall = defineCall({
  method: 'POST',
  alsoGet: true,
  path: 'groupings/:id/autoAssign',
  access: EDIT,
  request: One,
  response: Done,
})

/**
 * `POST groupings/:id/assignService {id_service}`, or `{ids}` for several: they join at their best places; all or none.
 */
export const assignServiceCall = defineCall({
  method: 'POST',
  path: 'groupings/:id/assignService',
  access: EDIT,
  request: Type.Object({
    id: Id,
    id_service: Type.Optional(Id),
    ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 40 })),
    plan_version: Seen,
  }),
  response: Done,
})
/**
 * `POST groupings/:id/removeService {id_service}`: it is a ride of its own again, without a driver if the grouping's
 * vehicle had it.
 */
export const removeServiceCall = defineCall({
  method: 'POST',
  path: 'groupings/:id/removeService',
  access: EDIT,
  request: Type.Object({ id: Id, id_service: Id, plan_version: Seen }),
  response: Done,
})

/**
 * `POST groupings/:id/resort {id_services}`: the rides in this order, or `{id_stops}`: every stop in this order.
 * `locked`: stops that keep their place from now on. `id_run`: the order that this search of the optimiser has found.
 * What was driven stays in front.
 */
export const resortCall = defineCall({
  method: 'POST',
  path: 'groupings/:id/resort',
  access: EDIT,
  request: Type.Object({
    id: Id,
    id_services: Type.Optional(Type.Array(Id, { maxItems: 200 })),
    id_stops: Type.Optional(Type.Array(Id, { maxItems: 400 })),
    locked: Type.Optional(Type.Array(Id, { maxItems: 400 })),
    id_run: Type.Optional(Id),
    plan_version: Seen,
  }),
  response: Done,
})

/** `GET groupings/:id/plans`: the versions of its route, the newest first. */
export const plansCall = defineCall({
  method: 'GET',
  path: 'groupings/:id/plans',
  access: SEE,
  request: One,
  response: Type.Object({ items: Type.Array(GroupingPlan), plan_version: Type.Integer() }),
})
/** `POST groupings/:id/restore {number}`: the order of an earlier version again, of those who are still in it. */
export const restoreCall = defineCall({
  method: 'POST',
  path: 'groupings/:id/restore',
  access: EDIT,
  request: Type.Object({ id: Id, number: Type.Integer({ minimum: 1 }), plan_version: Seen }),
  response: Done,
})

/** Vehicles that could drive it, the nearest to its first stop first. */
export const vehiclesCall = defineCall({
  method: 'GET',
  path: 'groupings/:id/vehicles',
  access: SEE,
  request: One,
  response: Type.Object({
    items: Type.Array(
      Type.Object({
        id: Id,
        plate: Type.String(),
        code: orNull(Type.String()),
        driver: Type.String(),
        capacity_1: IntegerOrNull,
        /** Metres to the first stop, as the crow flies; null: nobody knows where it is. */
        distance: NumberOrNull,
        /** A sentence: why it cannot take it; null: it can. */
        why: orNull(Type.String()),
      }),
    ),
  }),
})
