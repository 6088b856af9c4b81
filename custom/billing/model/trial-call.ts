import { type Static, Type } from 'typebox'
import { defineCall, Id, orNull } from '#engine/model'
import { ClosingPeriod } from './closing-shape'

/** What a subscription charges for each service: an amount and a part of what the house earns on. */
const Rule = Type.Object({
  fee_amount: Type.Number({ minimum: 0, maximum: 100_000 }),
  fee_percentage: Type.Number({ minimum: 0, maximum: 100 }),
})
export type CommissionRule = Static<typeof Rule>

const TrialRow = Type.Object({
  id_driver: Id,
  name: Type.String(),
  rides: Type.Integer(),
  /** In the currency's units: what they earned, the commission as it was, and as it would have been. */
  earned: Type.Number(),
  was: Type.Number(),
  would: Type.Number(),
  difference: Type.Number(),
})
export type TrialRow = Static<typeof TrialRow>

const asked = { ...ClosingPeriod, id_branch: Type.Optional(Id), id_subscription: Type.Optional(Id), ...Rule.properties }
const access = { module: 'commission_trial', right: 'see' } as const

/**
 * `POST commissions/trial`: what drivers would have paid by another rule, over rides that are over. `id_subscription`:
 * rides by that one alone. Writes nothing.
 */
export const trialCall = defineCall({
  method: 'POST',
  path: 'commissions/trial',
  access,
  reads: true,
  heavy: true,
  request: Type.Object(asked),
  response: Type.Object({
    drivers: Type.Array(TrialRow),
    /** Rides whose commission somebody set by hand: a rule leaves them as they are. */
    by_hand: Type.Integer(),
  }),
})

/** `GET commissions/trialExport`: the same as a file, a driver a row. */
export const trialExportCall = defineCall({
  method: 'GET',
  path: 'commissions/trialExport',
  access,
  heavy: true,
  request: Type.Object({ ...asked, export: Type.Optional(Type.Enum(['xlsx', 'csv'])) }),
  response: Type.Object({}),
})

/** `GET commissions/trialChoices`: what a trial may be narrowed to, and the rules that there are. */
export const trialChoicesCall = defineCall({
  method: 'GET',
  path: 'commissions/trialChoices',
  access,
  request: Type.Object({}),
  response: Type.Object({
    branches: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    subscriptions: Type.Array(Type.Object({ id: Id, name: Type.String(), ...Rule.properties })),
    id_default: orNull(Id),
    today: Type.String(),
  }),
})
