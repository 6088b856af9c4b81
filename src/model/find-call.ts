import { Type, type Static } from 'typebox'
import { defineCall } from './call'
import { TextOrNull } from './wire'

/** Shorter texts find nothing: half of all records have them. */
export const MIN_FIND = 2
/** Catalogues that are told of; more of them than fit on a screen help nobody. */
export const MAX_FOUND_GROUPS = 8

const Found = Type.Object({
  id: Type.Union([Type.Integer(), Type.String()]),
  label: Type.String(),
  /** What of the record has the text, where its name has not. */
  detail: TextOrNull,
})

/**
 * `GET find`: the first few records with a text, of each catalogue that the asker may list. Where that takes long it
 * answers with what it has, and `next` says where the rest begins.
 */
export const findCall = defineCall({
  method: 'GET',
  path: 'find',
  access: 'session',
  request: Type.Object({
    q: Type.String({ maxLength: 200 }),
    /** `next` of the answer before. */
    after: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
  }),
  response: Type.Object({
    items: Type.Array(
      Type.Object({
        resource: Type.String(),
        records: Type.Array(Found),
        /** The list has more of them. */
        more: Type.Boolean(),
      }),
    ),
    /** Null: all have been asked. */
    next: Type.Union([Type.Integer(), Type.Null()]),
  }),
})

export type FoundGroup = Static<typeof findCall.response>['items'][number]
