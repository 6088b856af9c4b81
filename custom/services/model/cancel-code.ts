import { Type, type Static } from 'typebox'

/** Why a ride is cancelled; the schema's `cancel_code` has their words. */
export const CancelCode = Type.Union([
  Type.Literal('plans'),
  Type.Literal('wait'),
  Type.Literal('nobody'),
  Type.Literal('absent'),
  Type.Literal('twice'),
  Type.Literal('wrong'),
  Type.Literal('price'),
  Type.Literal('vehicle'),
  Type.Literal('other'),
])
export type CancelCode = Static<typeof CancelCode>
