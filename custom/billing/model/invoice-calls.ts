import { Type, type Static } from 'typebox'
import { defineCall, Id, NumberOrNull, orNull } from '#engine/model'
import { excludeCallOf, MAX_DRAFTS, Odd, OddServicesAnswer, ClosingPeriod } from './closing-shape'
import type { UblDocument } from './ubl'

const EDIT = { module: 'invoices', right: 'edit' } as const

/** Whether a company gets one invoice, or one for each of its areas or cost centres. */
export const BY = ['company', 'area', 'ceco'] as const
export const InvoicedBy = Type.Union([Type.Literal('company'), Type.Literal('area'), Type.Literal('ceco')])
export type InvoicedBy = Static<typeof InvoicedBy>

/** A line for each service, or one for each kind of amount. */
export const DETAILS = ['services', 'summary'] as const
export const Detail = Type.Union([Type.Literal('services'), Type.Literal('summary')])
export type Detail = Static<typeof Detail>

/** A company, and the area or cost centre whose services an invoice gathers; null: those of none. */
export const InvoiceParty = Type.Object({ id_company: Id, id_part: NumberOrNull })
export type InvoiceParty = Static<typeof InvoiceParty>

const InvoiceRow = Type.Object({
  id_company: Id,
  id_part: NumberOrNull,
  name: Type.String(),
  part: orNull(Type.String()),
  services: Type.Integer(),
  /** In the currency's units, tax included: what comes from before the period, and the whole. */
  earlier: Type.Number(),
  net: Type.Number(),
  odd: Odd,
  to_look_at: Type.Integer(),
  /** A draft of these days, or the number of one that was issued for one of them. */
  draft: NumberOrNull,
  issued: orNull(Type.String()),
})
export type InvoiceRow = Static<typeof InvoiceRow>

/** `POST invoices/preview`: what invoices of a period would come to, by company, area or cost centre. */
export const invoicePreviewCall = defineCall({
  method: 'POST',
  path: 'invoices/preview',
  access: EDIT,
  reads: true,
  heavy: true,
  request: Type.Object({
    ...ClosingPeriod,
    by: InvoicedBy,
    id_company: Type.Optional(Id),
    id_branch: Type.Optional(Id),
  }),
  response: Type.Object({
    companies: Type.Array(InvoiceRow),
    branches: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    today: Type.String(),
  }),
})

/** `POST invoices/oddServices`: the services behind its counts. */
export const invoiceOddCall = defineCall({
  method: 'POST',
  path: 'invoices/oddServices',
  access: EDIT,
  reads: true,
  heavy: true,
  request: Type.Object({ ...ClosingPeriod, by: InvoicedBy, ...InvoiceParty.properties }),
  response: OddServicesAnswer,
})

export const invoiceExcludeCall = excludeCallOf('invoices')

/** `POST invoices/generate`: a draft for each of these; one of the same days is filled anew. */
export const invoiceGenerateCall = defineCall({
  method: 'POST',
  path: 'invoices/generate',
  access: EDIT,
  request: Type.Object({
    ...ClosingPeriod,
    by: InvoicedBy,
    detail: Detail,
    parties: Type.Array(InvoiceParty, { minItems: 1, maxItems: MAX_DRAFTS, uniqueItems: true }),
  }),
  response: Type.Object({
    drafts: Type.Array(Type.Object({ id: Id, ...InvoiceParty.properties })),
    msg: Type.String(),
  }),
})

/** `POST invoices/credit`: the draft of a credit note over all that is left of an invoice. */
export const creditCall = defineCall({
  method: 'POST',
  path: 'invoices/credit',
  access: EDIT,
  request: Type.Object({ id: Id }),
  response: Type.Object({ id: Id, msg: Type.String() }),
})

const SEE = { module: 'invoices', right: 'see' } as const
const Owed = Type.Object({
  id: Id,
  number: orNull(Type.String()),
  date_due: orNull(Type.String()),
  days: Type.Integer(),
  balance: Type.Number(),
})
const Ageing = Type.Object({
  id_company: Id,
  name: Type.String(),
  /**
   * What is left to be paid, in the currency's units, by the days since it was due; `in_favour`: what was paid or
   * credited beyond the total.
   */
  not_due: Type.Number(),
  d30: Type.Number(),
  d60: Type.Number(),
  d90: Type.Number(),
  more: Type.Number(),
  in_favour: Type.Number(),
  total: Type.Number(),
  reminded_at: orNull(Type.String()),
  invoices: Type.Array(Owed),
})
export type Ageing = Static<typeof Ageing>

/** `GET invoices/ageing`: who owes what, since when. */
export const ageingCall = defineCall({
  method: 'GET',
  path: 'invoices/ageing',
  access: SEE,
  heavy: true,
  request: Type.Object({}),
  response: Type.Object({ today: Type.String(), companies: Type.Array(Ageing) }),
})

/** `GET invoices/ageingExport`: the same, an invoice a row. */
export const ageingExportCall = defineCall({
  method: 'GET',
  path: 'invoices/ageingExport',
  access: SEE,
  heavy: true,
  request: Type.Object({ export: Type.Optional(Type.Enum(['xlsx', 'csv'])) }),
  response: Type.Object({}),
})

/** `POST invoices/remind`: a mail to the company of an invoice, about all that it has overdue. */
export const remindCall = defineCall({
  method: 'POST',
  path: 'invoices/remind',
  access: EDIT,
  request: Type.Object({ id: Id }),
  response: Type.Object({ email: Type.String(), msg: Type.String() }),
})

/**
 * `GET invoices/ubl`: an issued invoice as UBL 2.1 of SUNAT wants it (docs/money.md), for whoever signs and sends it.
 */
export const invoiceUblCall = defineCall({
  method: 'GET',
  path: 'invoices/ubl',
  access: SEE,
  request: Type.Object({ id: Id }),
  response: Type.Object({ document: Type.Unsafe<UblDocument>(Type.Object({})) }),
})

/** `GET credit_notes/ubl`: the same of an issued credit note. */
export const noteUblCall = defineCall({
  method: 'GET',
  path: 'credit_notes/ubl',
  access: { module: 'credit_notes', right: 'see' },
  request: Type.Object({ id: Id }),
  response: Type.Object({ document: Type.Unsafe<UblDocument>(Type.Object({})) }),
})
