import { Type } from 'typebox'
import { defineCall, Id, When } from '#engine/model'
import { EDIT } from './flow-calls'

/** Conversations that one answer looks at. */
export const MAX_REPLAYED = 100

const Path = Type.Array(Type.Object({ step: Id, exit: Type.String() }))

/**
 * `GET bots/:id/replay {limit?}`: the last conversations once more, through the version that each had and through the
 * draft; those that part come first. What people wrote is masked (letters x, digits 0). Nothing is carried out, said or
 * kept. `parts_at`: where the paths part; null: nowhere.
 */
export const replayCall = defineCall({
  method: 'GET',
  path: 'bots/:id/replay',
  access: EDIT,
  heavy: true,
  request: Type.Object({ id: Id, limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_REPLAYED })) }),
  response: Type.Object({
    total: Type.Integer(),
    changed: Type.Integer(),
    items: Type.Array(
      Type.Object({
        id: Id,
        date_created: When,
        number: Type.Integer(),
        said: Type.Array(Type.String()),
        before: Path,
        after: Path,
        parts_at: Type.Union([Type.Integer(), Type.Null()]),
      }),
    ),
  }),
})
