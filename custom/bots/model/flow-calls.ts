import { Type, type Static } from 'typebox'
import {
  defineCall,
  Id,
  IdOrNull,
  IntegerOrNull,
  NumberOrNull,
  orNull,
  TextOrNull,
  When,
  WhenOrNull,
} from '#engine/model'

export const SEE = { module: 'bots', right: 'see' } as const
export const EDIT = { module: 'bots', right: 'edit' } as const

const BotChild = Type.Object({
  id: Id,
  title: TextOrNull,
  id_bot_step: IdOrNull,
  condition_source: TextOrNull,
  condition_operator: orNull(Type.Enum(['eq', 'ne', 'contains', 'gt', 'gte', 'lt', 'lte', 'empty', 'filled'])),
  condition_target: TextOrNull,
})

/** A step as the editor draws it (spec 2 §3, Bot step). */
export const BotStep = Type.Object({
  id: Id,
  version: Type.Integer(),
  id_bot: Id,
  type: Type.Enum(['1', '2', '3', '4', '5', '6', '8']),
  name: TextOrNull,
  message_type: orNull(Type.Enum(['0', '1', '2'])),
  message_text: TextOrNull,
  message_action_button: TextOrNull,
  childs: Type.Array(BotChild),
  id_bot_step_next: IdOrNull,
  id_bot_step_positive: IdOrNull,
  id_bot_step_default: IdOrNull,
  variable: TextOrNull,
  validation_type: orNull(Type.Enum(['phone', 'email', 'number', 'date', 'option', 'address', 'pattern'])),
  validation_pattern: TextOrNull,
  error_text: TextOrNull,
  tries: IntegerOrNull,
  minutes_wait: IntegerOrNull,
  action_type: orNull(Type.Enum(['human', 'close', 'quote', 'book', 'where', 'cancel', 'webhook'])),
  action_url: TextOrNull,
  position_x: Type.Number(),
  position_y: Type.Number(),
})
export type BotStep = Static<typeof BotStep>

export const Bot = Type.Object({
  id: Id,
  version: Type.Integer(),
  name: Type.String(),
  trigger_channel: Type.Enum(['web', 'whatsapp', 'telegram']),
  id_bot_step_first: IdOrNull,
  id_branch: IdOrNull,
  id_product: IdOrNull,
  id_user: IdOrNull,
  minutes_idle: NumberOrNull,
  state: Type.String(),
  /** Number of the version in force; null: none. */
  published: IntegerOrNull,
  date_published: WhenOrNull,
  /** Rises with every change of the flow; a change of positions is none. */
  revision: Type.Integer(),
  /** The draft differs from what is published. */
  is_changed: Type.Boolean(),
})
export type Bot = Static<typeof Bot>

/** What is wrong with a flow; `grave` ones refuse its publication. `field`: of the step's form. */
export const FlowProblem = Type.Object({
  step: Type.Optional(Id),
  child: Type.Optional(Id),
  field: Type.Optional(Type.String()),
  code: Type.String(),
  args: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  grave: Type.Boolean(),
  text: Type.String(),
})

/** `GET bots/:id/flow`: the draft, step by step. */
export const flowCall = defineCall({
  method: 'GET',
  path: 'bots/:id/flow',
  access: SEE,
  request: Type.Object({ id: Id }),
  response: Type.Object({ item: Bot, bot_steps: Type.Array(BotStep) }),
})

/** `GET bots/:id/errors`: what is wrong with the draft, in the asker's words. */
export const errorsCall = defineCall({
  method: 'GET',
  path: 'bots/:id/errors',
  access: SEE,
  request: Type.Object({ id: Id }),
  response: Type.Object({ errors: Type.Array(FlowProblem) }),
})

/**
 * `POST bots/:id/setStepFirst {id_bot_step}`: null clears. With `version` it is refused where the bot has changed
 * since.
 */
export const setStepFirstCall = defineCall({
  method: 'POST',
  path: 'bots/:id/setStepFirst',
  access: EDIT,
  request: Type.Object({ id: Id, id_bot_step: IdOrNull, version: Type.Optional(Type.Integer()) }),
  response: Type.Object({ item: Bot }),
})

const published = Type.Object({ number: Type.Integer(), changed: Type.Boolean(), msg: Type.String() })
const revision = Type.Optional(Type.Integer())

/**
 * `POST bots/:id/publish {revision?}`: makes a version of the draft, which never changes; with `revision` only of that
 * draft.
 */
export const publishBotCall = defineCall({
  method: 'POST',
  path: 'bots/:id/publish',
  access: EDIT,
  request: Type.Object({ id: Id, revision }),
  response: published,
})

/** `POST bots/publish {id}`: the same, for the list's action. */
export const publishListedCall = defineCall({
  method: 'POST',
  path: 'bots/publish',
  access: EDIT,
  request: Type.Object({ id: Id, revision }),
  response: published,
})

/** `GET bots/:id/versions`: what was published, the last first, with the conversations that are still on it. */
export const versionsCall = defineCall({
  method: 'GET',
  path: 'bots/:id/versions',
  access: SEE,
  request: Type.Object({ id: Id }),
  response: Type.Object({
    items: Type.Array(
      Type.Object({
        id: Id,
        number: Type.Integer(),
        num_steps: Type.Integer(),
        us_name: TextOrNull,
        date_created: When,
        running: Type.Integer(),
      }),
    ),
  }),
})
