import { Type } from 'typebox'
import { defineCall, Id, IdOrNull, TextOrNull } from '#engine/model'
import { BotStep, EDIT, SEE } from './flow-calls'

/** Most steps whose places one call saves. */
export const MAX_SAVED = 2000

/** `GET bot_steps/types`: the kinds of step there are. */
export const stepTypesCall = defineCall({
  method: 'GET',
  path: 'bot_steps/types',
  access: SEE,
  request: Type.Object({}),
  response: Type.Object({
    items: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), icon: TextOrNull })),
  }),
})

/**
 * `POST bot_steps/saveAll {bot_steps}`: places in the drawing, all or none. The last one counts, and versions stay: a
 * place is no content.
 */
export const saveAllCall = defineCall({
  method: 'POST',
  path: 'bot_steps/saveAll',
  access: EDIT,
  request: Type.Object({
    bot_steps: Type.Array(
      Type.Object({
        id: Id,
        position_x: Type.Number({ minimum: -100_000, maximum: 100_000 }),
        position_y: Type.Number({ minimum: -100_000, maximum: 100_000 }),
      }),
      { maxItems: MAX_SAVED },
    ),
  }),
  response: Type.Object({ saved: Type.Integer() }),
})

const request = Type.Object({ id: Id, id_bot_step: IdOrNull, version: Type.Optional(Type.Integer()) })
const response = Type.Object({ item: BotStep })

/** `POST bot_steps/:id/set…Step {id_bot_step, version?}`: where an edge leads; null clears it. @see docs/bots.md */
export const setNextStepCall = defineCall({
  method: 'POST',
  path: 'bot_steps/:id/setNextStep',
  access: EDIT,
  request,
  response,
})
export const setDefaultStepCall = defineCall({
  method: 'POST',
  path: 'bot_steps/:id/setDefaultStep',
  access: EDIT,
  request,
  response,
})
export const setPositiveStepCall = defineCall({
  method: 'POST',
  path: 'bot_steps/:id/setPositiveStep',
  access: EDIT,
  request,
  response,
})

/** `POST bot_steps/:id/setChildStep {child, id_bot_step, version?}`: of a button or condition. */
export const setChildStepCall = defineCall({
  method: 'POST',
  path: 'bot_steps/:id/setChildStep',
  access: EDIT,
  response,
  request: Type.Object({ id: Id, child: Id, id_bot_step: IdOrNull, version: Type.Optional(Type.Integer()) }),
})
