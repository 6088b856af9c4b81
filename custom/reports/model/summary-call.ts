import { Type, type Static } from 'typebox'
import { defineCall, Flag, Id, NumberOrNull, TextOrNull } from '#engine/model'

/**
 * How many services, and what they come to: of a cancelled one its penalty. `lacking`: how many of them hide their
 * amount from the asker, where some do; null: all.
 */
const Counted = Type.Object({ count: Type.Integer(), amount: NumberOrNull, lacking: Type.Optional(Type.Integer()) })

/** The times that a summary is of, the shortest first. */
export const SUMMARY_PERIODS = ['today', 'yesterday', 'week', 'month', 'last_month', 'year', 'all'] as const
/** How services end, in the order of the report; values of `services.outcome`. */
export const OUTCOMES = ['finalized', 'on_air', 'canceled'] as const
export type SummaryOutcome = (typeof OUTCOMES)[number]

export const SummaryPeriod = Type.Object({
  id: Type.Enum(SUMMARY_PERIODS),
  /** Days on the company's clock, both included; null: without a first or last day. */
  date_from: TextOrNull,
  date_to: TextOrNull,
  total: Counted,
  finalized: Counted,
  on_air: Counted,
  canceled: Counted,
})
export type SummaryPeriod = Static<typeof SummaryPeriod>

/**
 * `GET summary`: services that were asked for today, this week, this month and so on, by how they ended; of a client or
 * a driver, or all in the asker's scope. `earning`: what the house keeps of them in place of what they cost.
 * @throws FORBIDDEN (fees are for staff), NOT_FOUND (no such client or driver in their scope)
 */
export const summaryCall = defineCall({
  method: 'GET',
  path: 'summary',
  heavy: true,
  access: { module: 'summary', right: 'see' },
  request: Type.Object({ id_client: Type.Optional(Id), id_driver: Type.Optional(Id), earning: Type.Optional(Flag) }),
  response: Type.Object({
    dash: Type.Object({
      earning: Flag,
      client: TextOrNull,
      driver: TextOrNull,
      periods: Type.Array(SummaryPeriod),
    }),
  }),
})
