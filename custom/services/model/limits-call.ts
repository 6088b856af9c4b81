import { Type, type Static } from 'typebox'
import { defineCall, Flag, Id, NumberOrNull } from '#engine/model'

/**
 * A limit of the month and what is left of it, in currency units. `spent` and `left` are null where they would tell a
 * price that is hidden.
 */
export const LimitLeft = Type.Object({
  of: Type.Union([Type.Literal('company'), Type.Literal('area'), Type.Literal('client')]),
  id: Id,
  name: Type.String(),
  limit: Type.Number(),
  spent: NumberOrNull,
  left: NumberOrNull,
  /** Four fifths are spent, or more; all of it. */
  near: Flag,
  reached: Flag,
})
export type LimitLeft = Static<typeof LimitLeft>

/** What one ride may cost at most, in currency units. */
export const RideLimit = Type.Object({
  of: Type.Union([Type.Literal('area'), Type.Literal('client')]),
  limit: Type.Number(),
})
export type RideLimit = Static<typeof RideLimit>

/**
 * `GET companies/limits {id_company, id_company_area?}`: what a company, its areas and its people may still spend this
 * month; with an area of that one alone.
 */
export const companyLimitsCall = defineCall({
  method: 'GET',
  path: 'companies/limits',
  access: 'session',
  request: Type.Object({ id_company: Id, id_company_area: Type.Optional(Id) }),
  response: Type.Object({ items: Type.Array(LimitLeft) }),
})
