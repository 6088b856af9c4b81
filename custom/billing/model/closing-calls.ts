import { Type, type Static } from 'typebox'
import { defineCall, Flag, Id, NumberOrNull, orNull } from '#engine/model'

const Day = Type.String({ format: 'date' })
/** Whose services up to the end of which day: both days included, on the clock of the driver's branch. */
const Period = { date_from: Day, date_to: Day }
const EDIT = { module: 'liquidations', right: 'edit' } as const

/** What can be odd about a driver's services of a period, as counts. */
const Odd = Type.Object({ edited: Type.Integer(), zero: Type.Integer(), outlier: Type.Integer(), waiting: Type.Integer(), excluded: Type.Integer() })

const PreviewRow = Type.Object({
  id_driver: Id, name: Type.String(), services: Type.Integer(),
  /** In the currency's units: what they earned, what they hold in cash, what comes from before the period, and what is paid (above zero) or charged. */
  earned: Type.Number(), cash: Type.Number(), earlier: Type.Number(), net: Type.Number(),
  odd: Odd,
  /** Services that something is odd about; one may be so in several ways. */
  to_look_at: Type.Integer(),
  /** A draft of these days, or the number of a document that was issued for one of them. */
  draft: NumberOrNull, issued: orNull(Type.String()),
})
export type PreviewRow = Static<typeof PreviewRow>

/** `POST liquidations/preview`: what a closing would come to, driver by driver. */
export const previewCall = defineCall({
  method: 'POST', path: 'liquidations/preview', access: EDIT, reads: true, heavy: true,
  request: Type.Object({ ...Period, id_driver: Type.Optional(Id), id_branch: Type.Optional(Id) }),
  response: Type.Object({ drivers: Type.Array(PreviewRow), branches: Type.Array(Type.Object({ id: Id, name: Type.String() })), today: Type.String() }),
})

const OddService = Type.Object({
  id_service: Id, at: Type.String(), product: Type.String(), total: Type.Number(), net: Type.Number(),
  why: Type.Array(Type.Union([Type.Literal('edited'), Type.Literal('zero'), Type.Literal('outlier'), Type.Literal('waiting'), Type.Literal('excluded')])),
  reason: orNull(Type.String()),
})
export type OddService = Static<typeof OddService>

/** `POST liquidations/oddServices`: the services behind those counts. */
export const oddServicesCall = defineCall({
  method: 'POST', path: 'liquidations/oddServices', access: EDIT, reads: true, heavy: true,
  request: Type.Object({ ...Period, id_driver: Id }),
  response: Type.Object({ services: Type.Array(OddService) }),
})

/** `POST liquidations/exclude`: a service's open items are left out of closings, with a reason, or come back in. */
export const excludeCall = defineCall({
  method: 'POST', path: 'liquidations/exclude', access: EDIT,
  request: Type.Object({ id_service: Id, excluded: Flag, reason: Type.Optional(Type.String({ maxLength: 160 })) }),
  response: Type.Object({ items: Type.Integer(), msg: Type.String() }),
})

/** Drivers of one call: many are closed by several, each of which may be sent again. */
export const MAX_DRIVERS = 25

/** `POST liquidations/generate`: a draft for each of these drivers; one of the same days is filled anew. */
export const generateCall = defineCall({
  method: 'POST', path: 'liquidations/generate', access: EDIT,
  request: Type.Object({ ...Period, id_drivers: Type.Array(Id, { minItems: 1, maxItems: MAX_DRIVERS, uniqueItems: true }) }),
  response: Type.Object({ drafts: Type.Array(Type.Object({ id: Id, id_driver: Id })), msg: Type.String() }),
})
