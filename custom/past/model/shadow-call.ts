import { Type, type Static } from 'typebox'
import { defineCall, Id, NumberOrNull, orNull } from '#engine/model'

/** A rule of the search as the screen knows it: what the settings are called, in their units. */
export const RuleWire = Type.Object({
  request_radius: Type.Number({ minimum: 0.1, maximum: 100 }),
  time_request: Type.Integer({ minimum: 5, maximum: 600 }),
  request_by_shift_connection: Type.Integer({ minimum: 0, maximum: 1 }),
  fairness_s_per_min: Type.Number({ minimum: 0, maximum: 600 }),
  cooldown_s: Type.Integer({ minimum: 0, maximum: 86_400 }),
  most_offers: Type.Integer({ minimum: 1, maximum: 200 }),
  wait_by_itself: Type.Integer({ minimum: 0, maximum: 1 }),
  wait_most_min: Type.Integer({ minimum: 1, maximum: 600 }),
  retry_request_s: Type.Integer({ minimum: 5, maximum: 600 }),
  minutes_on_air: Type.Integer({ minimum: 0, maximum: 240 }),
})
export type RuleWire = Static<typeof RuleWire>

const Spread = Type.Object({ mean: NumberOrNull, sd: Type.Number() })

export const ShadowResult = Type.Object({
  measures: Type.Array(
    Type.Object({
      name: Type.String(),
      real: NumberOrNull,
      replay: Spread,
      other: Spread,
      change: Spread,
      by_chance: Type.Boolean(),
    }),
  ),
  hours: Type.Array(
    Type.Object({ hour: Type.Integer(), real: NumberOrNull, replay: NumberOrNull, other: NumberOrNull }),
  ),
  drives: Type.Integer(),
  /** Drivers of the day, and rides that were not searched for and are driven as they were. */
  drivers: Type.Integer(),
  given: Type.Integer(),
  fixed: Type.Integer(),
  /** Later rides of a day with more than can be driven. */
  cut: Type.Integer(),
})
export type ShadowResult = Static<typeof ShadowResult>

export const ShadowRun = Type.Object({
  id: Id,
  state: Type.Union([Type.Literal('running'), Type.Literal('done'), Type.Literal('stopped'), Type.Literal('failed')]),
  /** 0 to 100. */
  progress: Type.Integer(),
  date: Type.String(),
  timezone: Type.String(),
  own: RuleWire,
  other: RuleWire,
  result: orNull(ShadowResult),
})
export type ShadowRun = Static<typeof ShadowRun>
const Answer = Type.Object({ run: ShadowRun })

const SEE = { module: 'past', right: 'see' } as const

/** `GET past/rule`: the rule of the search as it is set, and the branches whose days may be driven. */
export const shadowRuleCall = defineCall({
  method: 'GET',
  path: 'past/rule',
  access: SEE,
  request: Type.Object({}),
  response: Type.Object({
    rule: RuleWire,
    /** Drivers are asked by their places in zones, which a day that is driven again does not know. */ by_zone:
      Type.Boolean(),
    yesterday: Type.String(),
    branches: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  }),
})

/**
 * `POST past/shadow {date, rule}`: drives a past day again, by the rule that is set and by another one. It goes on
 * beside the calls; who began it asks for it.
 * @throws FORBIDDEN (for staff), VALIDATION at `date` (no day, one that is not over, one without rides) and `id_branch`
 */
export const shadowCall = defineCall({
  method: 'POST',
  path: 'past/shadow',
  heavy: true,
  reads: true,
  access: SEE,
  request: Type.Object({ date: Type.String({ maxLength: 10 }), id_branch: Type.Optional(Id), rule: RuleWire }),
  response: Answer,
})
export const shadowRunCall = defineCall({
  method: 'GET',
  path: 'shadow_runs/:id',
  access: SEE,
  request: Type.Object({ id: Id }),
  response: Answer,
})
/** Ends it without a result. */
export const stopShadowCall = defineCall({
  method: 'POST',
  path: 'shadow_runs/:id/stop',
  reads: true,
  access: SEE,
  request: Type.Object({ id: Id }),
  response: Answer,
})
