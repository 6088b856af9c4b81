import { Type } from 'typebox'
import { defineCall, Id } from '#engine/model'

const access = { module: 'articles', right: 'edit' } as const

/** `POST delivery/articles/sold_out {id}`: until the end of the store's day. */
export const soldOutCall = defineCall({
  method: 'POST',
  path: 'delivery/articles/sold_out',
  access,
  request: Type.Object({ id: Id }),
  response: Type.Object({ msg: Type.String() }),
})

/** `POST delivery/articles/available {id}`: it is there again. */
export const articleAvailableCall = defineCall({
  method: 'POST',
  path: 'delivery/articles/available',
  access,
  request: Type.Object({ id: Id }),
  response: Type.Object({ msg: Type.String() }),
})
