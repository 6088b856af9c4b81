import { Type, type Static } from 'typebox'
import {
  Flag,
  Id,
  IdOrNull,
  IntegerOrNull,
  NumberOrNull,
  orNull,
  StateObject,
  TextOrNull,
  When,
  WhenOrNull,
} from '#engine/model'

/** A grouping with what people read of it (spec 1 §3, Grouping). Metres, seconds, polyline of precision 5. */
export const GroupingItem = Type.Object({
  id: Id,
  name: Type.String(),
  type: Type.String(),
  type_text: Type.String(),
  state: Type.String(),
  state_obj: StateObject,
  id_branch: IdOrNull,
  br_name: TextOrNull,
  id_product: Id,
  pr_name: TextOrNull,
  id_vehicle: IdOrNull,
  plate: TextOrNull,
  id_driver: IdOrNull,
  dr_name: TextOrNull,
  dr_surname: TextOrNull,
  dr_phone: TextOrNull,
  auto_assign: Flag,
  optimize_route: Flag,
  return_to_base: Flag,
  max_ride: NumberOrNull,
  notes: TextOrNull,
  num_services: Type.Integer(),
  num_completed_services: Type.Integer(),
  total_capacity_1: Type.Integer(),
  /** Seats of its vehicle, else of its product. */
  max_capacity_1: IntegerOrNull,
  /** It is not over. */
  can_edit: Type.Boolean(),
  distance: IntegerOrNull,
  duration: IntegerOrNull,
  distance_source: TextOrNull,
  polyline: TextOrNull,
  date_start: WhenOrNull,
  date_arrival: WhenOrNull,
  plan_version: Type.Integer(),
  date_created: When,
})
export type GroupingItem = Static<typeof GroupingItem>

/** A ride of a grouping, or one that could join it. Money in currency units, null where the asker may not see it. */
export const GroupingService = Type.Object({
  id: Id,
  state: Type.String(),
  state_obj: StateObject,
  cl_name: TextOrNull,
  cl_surname: TextOrNull,
  cl_phone: TextOrNull,
  capacity_1: Type.Integer(),
  co_name: TextOrNull,
  date_scheduled: WhenOrNull,
  org_address: TextOrNull,
  dst_address: TextOrNull,
  id_driver: IdOrNull,
  price_total: NumberOrNull,
  /** It may be taken out: its passengers are not on board. */
  can_leave: Type.Boolean(),
})
export type GroupingService = Static<typeof GroupingService>

const StopKind = Type.Union([Type.Literal('pickup'), Type.Literal('via'), Type.Literal('dropoff')])

/** A stop of the route; `id` is the row of `service_stops`. */
export const GroupingStop = Type.Object({
  id: Id,
  id_service: Id,
  kind: StopKind,
  lat: Type.Number(),
  lng: Type.Number(),
  address: Type.String(),
  name: TextOrNull,
  /** Who gets in or out, and how many they are. */
  who: TextOrNull,
  phone: TextOrNull,
  people: Type.Integer(),
  notes: TextOrNull,
  state: Type.String(),
  date_scheduled: WhenOrNull,
  date_reached: WhenOrNull,
  date_left: WhenOrNull,
  /** Its place in the order is fixed. */
  locked: Type.Boolean(),
})
export type GroupingStop = Static<typeof GroupingStop>

const Window = orNull(Type.Object({ from: Type.Number(), to: Type.Number() }))

/** What a plan is judged by, as calls carry it: `Problem` with the rows of its matrix (whole seconds and metres). */
export const ProblemWire = Type.Object({
  zero: When,
  stops: Type.Array(
    Type.Object({
      id: Id,
      service: Id,
      kind: StopKind,
      place: Type.Integer(),
      seats: Type.Integer(),
      window: Window,
      stay_s: Type.Number(),
    }),
  ),
  services: Type.Array(Type.Object({ id: Id, priority: Type.Number(), ride_s: NumberOrNull })),
  vehicles: Type.Array(
    Type.Object({
      id: Type.Integer(),
      seats: Type.Integer(),
      start: NumberOrNull,
      end: NumberOrNull,
      shift: Window,
      driven: Type.Array(Type.Object({ stop: Id, arrival_s: Type.Number(), leave_s: Type.Number() })),
    }),
  ),
  locks: Type.Object({
    positions: Type.Array(Type.Object({ stop: Id, position: Type.Integer() })),
    vehicles: Type.Array(Type.Object({ service: Id, vehicle: Type.Integer() })),
  }),
  tolerance_s: Type.Number(),
  weights: Type.Object({ second: Type.Number(), metre: Type.Number(), vehicle: Type.Number() }),
  balance: Type.Number(),
  seconds: Type.Array(Type.Array(Type.Number())),
  metres: Type.Array(Type.Array(Type.Number())),
  source: Type.String(),
})
export type ProblemWire = Static<typeof ProblemWire>

/** One version of a grouping's route. */
export const GroupingPlan = Type.Object({
  number: Type.Integer(),
  source: Type.String(),
  source_obj: StateObject,
  restored: IntegerOrNull,
  by: TextOrNull,
  date: When,
  distance: IntegerOrNull,
  duration: IntegerOrNull,
  late_s: IntegerOrNull,
  /** Its stops in their order; those that have left since are among them. */
  stops: Type.Array(Id),
})
export type GroupingPlan = Static<typeof GroupingPlan>

/** A grouping with its route: its rides, its stops in their order, and all that is needed to try another order. */
export const GroupingRoute = Type.Object({
  item: GroupingItem,
  items: Type.Array(GroupingService),
  total: Type.Integer(),
  stops: Type.Array(GroupingStop),
  /** Null: there is nothing to drive. */
  problem: orNull(ProblemWire),
  base: orNull(Type.Object({ lat: Type.Number(), lng: Type.Number(), name: Type.String() })),
})
export type GroupingRoute = Static<typeof GroupingRoute>
