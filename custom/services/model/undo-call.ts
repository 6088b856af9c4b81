import { type Static, Type } from 'typebox'
import { defineCall, Id } from '#engine/model'
import { DispatcherService } from './dispatcher-service'

/** How long an operator may take back what they did to a ride, in seconds. */
export const RIDE_UNDO_S = 30

/**
 * `POST dispatcher/undo {id_service, version}`: takes back the last assignment, its end, or the cancellation that the
 * asker made, as long as the ride is as that deed left it. What a cancelled ride had is its own again; its driver only
 * if they are still free.
 */
export const undoCall = defineCall({
  method: 'POST',
  path: 'dispatcher/undo',
  access: { module: 'dispatcher', right: 'edit' },
  request: Type.Object({ id_service: Id, /** As the deed was answered. */ version: Type.Integer() }),
  response: Type.Object({ item: DispatcherService, msg: Type.Optional(Type.String()) }),
})

/** How an answer says what takes it back: the console's lists offer it beside what was done. */
export const RideUndo = Type.Object({
  path: Type.Literal('dispatcher/undo'),
  seconds: Type.Integer(),
  send: Type.Object({ id_service: Id, version: Type.Integer() }),
})
export type RideUndo = Static<typeof RideUndo>
