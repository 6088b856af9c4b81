import { Type } from 'typebox'
import { defineCall, Id, TextOrNull } from '#engine/model'

const access = { module: 'map_keys', right: 'edit', whole: true } as const
const request = Type.Object({ id: Id }, { additionalProperties: false })

/**
 * `POST map_keys/useNow`: this key is asked first from now on, instead of the current one of its provider.
 * @throws CONFLICT in use or paused
 */
export const useNowCall = defineCall({
  method: 'POST',
  path: 'map_keys/useNow',
  access,
  request,
  response: Type.Object({ msg: Type.String() }),
})

/**
 * `POST map_keys/tryKey`: asks each question that the key's provider supports, and reports how long each answer took.
 * @throws UNAVAILABLE when one was refused, with every outcome in the sentence
 */
export const tryKeyCall = defineCall({
  method: 'POST',
  path: 'map_keys/tryKey',
  access,
  request,
  response: Type.Object({
    msg: Type.String(),
    questions: Type.Array(
      Type.Object({
        type: Type.String(),
        ok: Type.Boolean(),
        ms: Type.Integer(),
        code: TextOrNull,
      }),
    ),
  }),
})
