import { Type, type Static } from 'typebox'
import {
  defineCall,
  Flag,
  Id,
  IdOrNull,
  Latitude,
  Longitude,
  NumberOrNull,
  orNull,
  TextOrNull,
  When,
  WhenOrNull,
} from '#engine/model'

const EDIT = { module: 'panics', right: 'edit' } as const

/**
 * `POST driver/panic {lat?, lng?, id_service?}`: the driver needs help. While nobody has answered, calling again
 * updates their position.
 */
export const panicCall = defineCall({
  method: 'POST',
  path: '../driver/panic',
  access: 'session',
  request: Type.Object({
    lat: Type.Optional(orNull(Latitude)),
    lng: Type.Optional(orNull(Longitude)),
    id_service: Type.Optional(IdOrNull),
  }),
  response: Type.Object({ id: Id, date_created: When }),
})

/** A call for help as every page of the console tells it. */
export const LivePanic = Type.Object({
  id: Id,
  state: Type.Union([Type.Literal('open'), Type.Literal('attended')]),
  dr_name: TextOrNull,
  dr_phone: TextOrNull,
  plate: TextOrNull,
  id_service: IdOrNull,
  lat: NumberOrNull,
  lng: NumberOrNull,
  date_created: When,
  /** Who attends to it, since when, and what they noted. */
  at_name: TextOrNull,
  date_attended: WhenOrNull,
  notes: TextOrNull,
  /** It was the asker. */
  is_own: Flag,
})
export type LivePanic = Static<typeof LivePanic>

/**
 * `GET panics/live`: the open calls for help, and those that somebody took in the last minutes; nothing for people
 * outside the house.
 */
export const livePanicsCall = defineCall({
  method: 'GET',
  path: 'panics/live',
  access: 'session',
  request: Type.Object({}),
  response: Type.Object({ items: Type.Array(LivePanic) }),
})

/**
 * `POST panics/attend {id | ids, notes?}`: an operator attends to it. The first to do so stays recorded; who comes
 * later is told who it was.
 */
export const attendPanicCall = defineCall({
  method: 'POST',
  path: 'panics/attend',
  access: EDIT,
  request: Type.Object({
    id: Type.Optional(Id),
    ids: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
    notes: Type.Optional(orNull(Type.String({ maxLength: 500 }))),
  }),
  response: Type.Object({ attended: Flag, msg: Type.Optional(Type.String()) }),
})

/** `POST panics/reopen {id}`: nobody attends to it after all; it is open again for everybody. */
export const reopenPanicCall = defineCall({
  method: 'POST',
  path: 'panics/reopen',
  access: EDIT,
  request: Type.Object({ id: Id }),
  response: Type.Object({ reopened: Flag, msg: Type.Optional(Type.String()) }),
})
