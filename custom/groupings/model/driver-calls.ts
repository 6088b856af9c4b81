import { Type } from 'typebox'
import { defineCall, Id, orNull, WhenOrNull } from '#engine/model'
import { GroupingStop } from './grouping-wire'

const Answer = Type.Object({
  /** The grouping under way, else the next one; null: the driver has none. */
  grouping: orNull(
    Type.Object({
      id: Id,
      name: Type.String(),
      state: Type.String(),
      plan_version: Type.Integer(),
      /** Every stop that the driver makes, of all its rides, in the order of the route. */
      stops: Type.Array(Type.Object({ ...GroupingStop.properties, date_planned: WhenOrNull })),
      /** The stop to drive to now. */
      next: orNull(Id),
    }),
  ),
})

/** `GET driver/grouping`: one ordered list of stops. */
export const driverGroupingCall = defineCall({
  method: 'GET',
  path: '../driver/grouping',
  access: 'session',
  request: Type.Object({}),
  response: Answer,
})

/**
 * `POST driver/grouping/stops/:id_stop/reached {left?}`: the driver is at a stop, with `left` they drive on. The ride
 * of the stop takes its own step: at its first stop the driver waits and starts, at its last they arrive and finish.
 */
export const driverStopCall = defineCall({
  method: 'POST',
  path: '../driver/grouping/stops/:id_stop/reached',
  access: 'session',
  request: Type.Object({ id_stop: Id, left: Type.Optional(Type.Boolean()) }),
  response: Answer,
})
