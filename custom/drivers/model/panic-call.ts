import { Type } from 'typebox'
import { defineCall, Flag, Id, IdOrNull, Latitude, Longitude, orNull, When } from '#engine/model'

/** `POST driver/panic {lat?, lng?, id_service?}`: the driver needs help. While nobody has answered, calling again updates their position. */
export const panicCall = defineCall({
  method: 'POST', path: '../driver/panic', access: 'session',
  request: Type.Object({ lat: Type.Optional(orNull(Latitude)), lng: Type.Optional(orNull(Longitude)), id_service: Type.Optional(IdOrNull) }),
  response: Type.Object({ id: Id, date_created: When }),
})

/** `POST panics/attend {id | ids, notes?}`: an operator attends to it. The first to do so stays recorded. */
export const attendPanicCall = defineCall({
  method: 'POST', path: 'panics/attend', access: { module: 'panics', right: 'edit' },
  request: Type.Object({
    id: Type.Optional(Id), ids: Type.Optional(Type.Array(Id, { maxItems: 1000 })), notes: Type.Optional(orNull(Type.String({ maxLength: 500 }))),
  }),
  response: Type.Object({ attended: Flag, msg: Type.Optional(Type.String()) }),
})
