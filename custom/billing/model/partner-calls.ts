import { Type, type Static } from 'typebox'
import { defineCall, Id, NumberOrNull, orNull } from '#engine/model'
import { ClosingPeriod } from './closing-shape'

const PartnerRow = Type.Object({
  id_partner: Id,
  name: Type.String(),
  orders: Type.Integer(),
  /**
   * In the currency's units: what was sold and brought, the commission, what was given back, what they hold of clients,
   * what comes from before the period, and what is paid (above zero) or charged.
   */
  sales: Type.Number(),
  commission: Type.Number(),
  incidents: Type.Number(),
  cash: Type.Number(),
  earlier: Type.Number(),
  net: Type.Number(),
  /** A draft of these days, or the number of a statement that was issued for one of them. */
  draft: NumberOrNull,
  issued: orNull(Type.String()),
})
export type PartnerRow = Static<typeof PartnerRow>

/** `POST partner_statements/preview`: what a closing of partners would come to. */
export const partnerPreviewCall = defineCall({
  method: 'POST',
  path: 'partner_statements/preview',
  access: { module: 'partner_statements', right: 'edit' },
  reads: true,
  heavy: true,
  request: Type.Object({ ...ClosingPeriod, id_branch: Type.Optional(Id) }),
  response: Type.Object({
    partners: Type.Array(PartnerRow),
    branches: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    today: Type.String(),
  }),
})
