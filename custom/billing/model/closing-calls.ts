import { Type, type Static } from 'typebox'
import { defineCall, Id, NumberOrNull, orNull } from '#engine/model'
import { excludeCallOf, MAX_DRAFTS, Odd, OddServicesAnswer, ClosingPeriod } from './closing-shape'

const EDIT = { module: 'liquidations', right: 'edit' } as const

const PreviewRow = Type.Object({
  id_driver: Id,
  name: Type.String(),
  services: Type.Integer(),
  /**
   * In the currency's units: what they earned, what they hold in cash, what commission their wallet has paid already,
   * what comes from before the period, and what is paid (above zero) or charged.
   */
  earned: Type.Number(),
  cash: Type.Number(),
  taken: Type.Number(),
  earlier: Type.Number(),
  net: Type.Number(),
  odd: Odd,
  /** Services that something is odd about; one may be so in several ways. */
  to_look_at: Type.Integer(),
  /** A draft of these days, or the number of a document that was issued for one of them. */
  draft: NumberOrNull,
  issued: orNull(Type.String()),
})
export type PreviewRow = Static<typeof PreviewRow>

/** `POST liquidations/preview`: what a closing would come to, driver by driver. */
export const previewLiquidationsCall = defineCall({
  method: 'POST',
  path: 'liquidations/preview',
  access: EDIT,
  reads: true,
  heavy: true,
  request: Type.Object({ ...ClosingPeriod, id_driver: Type.Optional(Id), id_branch: Type.Optional(Id) }),
  response: Type.Object({
    drivers: Type.Array(PreviewRow),
    branches: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    today: Type.String(),
  }),
})

/** `POST liquidations/oddServices`: the services behind those counts. */
export const oddServicesCall = defineCall({
  method: 'POST',
  path: 'liquidations/oddServices',
  access: EDIT,
  reads: true,
  heavy: true,
  request: Type.Object({ ...ClosingPeriod, id_driver: Id }),
  response: OddServicesAnswer,
})

export const excludeCall = excludeCallOf('liquidations')

/** `POST liquidations/generate`: a draft for each of these drivers; one of the same days is filled anew. */
export const generateCall = defineCall({
  method: 'POST',
  path: 'liquidations/generate',
  access: EDIT,
  request: Type.Object({
    ...ClosingPeriod,
    id_drivers: Type.Array(Id, { minItems: 1, maxItems: MAX_DRAFTS, uniqueItems: true }),
  }),
  response: Type.Object({ drafts: Type.Array(Type.Object({ id: Id, id_driver: Id })), msg: Type.String() }),
})
