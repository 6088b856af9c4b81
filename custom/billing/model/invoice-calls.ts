import { Type, type Static } from 'typebox'
import { defineCall, Id, NumberOrNull, orNull } from '#engine/model'
import { excludeCallOf, MAX_DRAFTS, Odd, OddServices, Period } from './closing-shape'

const EDIT = { module: 'invoices', right: 'edit' } as const

/** Whether a company gets one invoice, or one for each of its areas or cost centres. */
export const BY = ['company', 'area', 'ceco'] as const
const By = Type.Union([Type.Literal('company'), Type.Literal('area'), Type.Literal('ceco')])
export type By = Static<typeof By>

/** A line for each service, or one for each kind of amount. */
export const DETAILS = ['services', 'summary'] as const
const Detail = Type.Union([Type.Literal('services'), Type.Literal('summary')])
export type Detail = Static<typeof Detail>

/** A company, and the area or cost centre whose services an invoice gathers; null: those of none. */
const Party = Type.Object({ id_company: Id, id_part: NumberOrNull })
export type InvoiceParty = Static<typeof Party>

const InvoiceRow = Type.Object({
  id_company: Id, id_part: NumberOrNull, name: Type.String(), part: orNull(Type.String()), services: Type.Integer(),
  /** In the currency's units, tax included: what comes from before the period, and the whole. */
  earlier: Type.Number(), net: Type.Number(),
  odd: Odd, to_look_at: Type.Integer(),
  /** A draft of these days, or the number of one that was issued for one of them. */
  draft: NumberOrNull, issued: orNull(Type.String()),
})
export type InvoiceRow = Static<typeof InvoiceRow>

/** `POST invoices/preview`: what invoices of a period would come to, by company, area or cost centre. */
export const invoicePreviewCall = defineCall({
  method: 'POST', path: 'invoices/preview', access: EDIT, reads: true, heavy: true,
  request: Type.Object({ ...Period, by: By, id_company: Type.Optional(Id), id_branch: Type.Optional(Id) }),
  response: Type.Object({ companies: Type.Array(InvoiceRow), branches: Type.Array(Type.Object({ id: Id, name: Type.String() })), today: Type.String() }),
})

/** `POST invoices/oddServices`: the services behind its counts. */
export const invoiceOddCall = defineCall({
  method: 'POST', path: 'invoices/oddServices', access: EDIT, reads: true, heavy: true,
  request: Type.Object({ ...Period, by: By, ...Party.properties }),
  response: OddServices,
})

export const invoiceExcludeCall = excludeCallOf('invoices')

/** `POST invoices/generate`: a draft for each of these; one of the same days is filled anew. */
export const invoiceGenerateCall = defineCall({
  method: 'POST', path: 'invoices/generate', access: EDIT,
  request: Type.Object({ ...Period, by: By, detail: Detail, parties: Type.Array(Party, { minItems: 1, maxItems: MAX_DRAFTS, uniqueItems: true }) }),
  response: Type.Object({ drafts: Type.Array(Type.Object({ id: Id, ...Party.properties })), msg: Type.String() }),
})
