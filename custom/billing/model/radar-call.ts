import { type Static, Type } from 'typebox'
import { defineCall, NumberOrNull } from '#engine/model'

/** Ages of what is not in a document yet, in days: each band goes up to one of these, the last has no end. */
export const AGES = [7, 15, 30, 60] as const

const Band = Type.Object({
  /** Days since the service ended, the first and the last of the band; null: without end. */
  from: Type.Integer(),
  to: NumberOrNull,
  services: Type.Integer(),
  parties: Type.Integer(),
  amount: Type.Number(),
})
export type Band = Static<typeof Band>

/**
 * `GET liquidations/radar`: what drivers' services came to and is in no statement yet, by age; and what is kept out of
 * closings. For staff.
 */
export const radarCall = defineCall({
  method: 'GET',
  path: 'liquidations/radar',
  access: { module: 'liquidations', right: 'edit' },
  reads: true,
  heavy: true,
  request: Type.Object({}),
  response: Type.Object({ bands: Type.Array(Band), waiting: Type.Integer(), excluded: Type.Integer() }),
})
