import { Type, type Static } from 'typebox'
import { defineCall, Id, IdOrNull, NumberOrNull, orNull, TextOrNull, When } from '#engine/model'
import { GroupingRoute, GroupingStop, ProblemWire } from './grouping-wire'

const EDIT = { module: 'groupings', right: 'edit' } as const

/** `optimizeRoute`: the best order that is found in about three seconds, kept as a version of the route. */
export const optimizeRouteCall = defineCall({
  method: 'POST',
  alsoGet: true,
  path: 'groupings/:id/optimizeRoute',
  access: EDIT,
  request: Type.Object({ id: Id, plan_version: Type.Optional(Type.Integer({ minimum: 0 })) }),
  response: Type.Object({
    ...GroupingRoute.properties,
    iterations: Type.Integer(),
    cost: Type.Number(),
    msg: Type.Optional(Type.String()),
  }),
})

/** A search of the optimiser as it goes on; its owner alone asks for it. Money in minor units. */
export const OptimiserRun = Type.Object({
  id: Id,
  id_grouping: IdOrNull,
  state: Type.Union([Type.Literal('running'), Type.Literal('done'), Type.Literal('failed')]),
  iteration: Type.Integer(),
  iterations: Type.Integer(),
  cost: NumberOrNull,
  routes: Type.Array(Type.Object({ vehicle: Type.Integer(), stops: Type.Array(Id) })),
  left: Type.Array(Id),
  leftovers: Type.Array(
    Type.Object({ service: Id, kind: Type.String(), by: Type.Number(), vehicle: orNull(Type.Integer()) }),
  ),
  by: TextOrNull,
  vroom_error: TextOrNull,
  balance_m: NumberOrNull,
})
export type OptimiserRun = Static<typeof OptimiserRun>
const Answer = Type.Object({ run: OptimiserRun })

/** `POST groupings/:id/optimise`: looks for a better order; nothing is kept until `resort` says so. */
export const optimiseCall = defineCall({
  method: 'POST',
  path: 'groupings/:id/optimise',
  access: EDIT,
  request: Type.Object({ id: Id, seed: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })) }),
  response: Answer,
})
export const runCall = defineCall({
  method: 'GET',
  path: 'grouping_runs/:id',
  access: { module: 'groupings', right: 'see' },
  request: Type.Object({ id: Id }),
  response: Answer,
})
/** Ends a search with the best it has found. */
export const stopRunCall = defineCall({
  method: 'POST',
  path: 'grouping_runs/:id/stop',
  access: EDIT,
  request: Type.Object({ id: Id }),
  response: Answer,
})

/** A vehicle that routes may be built for. */
export const BuildVehicle = Type.Object({
  id: Id,
  plate: Type.String(),
  driver: Type.String(),
  seats: Type.Integer(),
  at_work: Type.Boolean(),
  lat: NumberOrNull,
  lng: NumberOrNull,
})
const BuildRide = Type.Object({
  id: Id,
  who: TextOrNull,
  people: Type.Integer(),
  date_scheduled: orNull(When),
  org_address: TextOrNull,
  dst_address: TextOrNull,
})

/**
 * `GET groupings/build`: the unassigned bookings of a day, a branch and a product, and the vehicles that could drive
 * them.
 */
export const buildChoicesCall = defineCall({
  method: 'GET',
  path: 'groupings/build',
  access: EDIT,
  request: Type.Object({
    day: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
    id_branch: Type.Optional(Id),
    id_product: Type.Optional(Id),
  }),
  response: Type.Object({
    day: Type.String(),
    id_branch: IdOrNull,
    id_product: IdOrNull,
    branches: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    products: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    rides: Type.Array(BuildRide),
    vehicles: Type.Array(BuildVehicle),
    /** Bookings of that day that are too many for one search: the later ones. */
    more: Type.Integer(),
  }),
})

/** `POST groupings/build`: looks for routes of all these rides at once. */
export const buildCall = defineCall({
  method: 'POST',
  path: 'groupings/build',
  access: EDIT,
  request: Type.Object({
    day: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
    id_branch: Type.Optional(IdOrNull),
    id_product: Id,
    vehicles: Type.Array(Id, { minItems: 1, maxItems: 60 }),
    services: Type.Optional(Type.Array(Id, { maxItems: 400 })),
    /** From 0, the cheapest routes, to 1, routes of one length. */
    balance: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    seed: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  }),
  response: Type.Object({
    run: OptimiserRun,
    problem: ProblemWire,
    stops: Type.Array(GroupingStop),
    more: Type.Integer(),
  }),
})

/**
 * `POST groupings/buildAccept`: makes groupings of these routes of a search, each with its vehicle and its rides; all
 * or none.
 */
export const buildAcceptCall = defineCall({
  method: 'POST',
  path: 'groupings/buildAccept',
  access: EDIT,
  request: Type.Object({
    id_run: Id,
    vehicles: Type.Array(Id, { minItems: 1, maxItems: 60 }),
    type: Type.Optional(Type.Union([Type.Literal('1'), Type.Literal('2'), Type.Literal('3')])),
  }),
  response: Type.Object({
    items: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    msg: Type.Optional(Type.String()),
  }),
})
