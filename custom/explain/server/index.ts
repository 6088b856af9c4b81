import { AppError, explainCall } from '#engine/model'
import { serveCall, type ServerFeature } from '#engine/server'
import { type AmountQuestion, askedOf, type Sections } from './asked'
import { explainAccount, explainPosting } from './of-books'
import { explainInvoice, explainPart, explainPartnerStatement, explainStatement } from './of-documents'
import { explainItem, explainMovement, explainWallet } from './of-movements'
import { explainIncident, explainOrder } from './of-orders'
import { explainPayment } from './of-payments'
import { explainRide } from './of-ride'

const PATH = 'ledger/explain'

/** Entities whose amounts are explained (`x-explain`). */
export const EXPLAINED: { readonly [entity: string]: (asked: AmountQuestion) => Promise<Sections> } = {
  services: explainRide,
  billable_items: explainItem,
  liquidations: explainStatement,
  invoices: explainInvoice,
  ledger_accounts: explainAccount,
  ledger_postings: explainPosting,
  wallets: explainMovement,
  payments: explainPayment,
  users: explainWallet,
  partner_statements: explainPartnerStatement,
  orders: explainOrder,
  order_incidents: explainIncident,
  invoice_payments: (asked) => explainPart(asked, 'invoice_payments'),
  credit_notes: (asked) => explainPart(asked, 'credit_notes'),
}

/**
 * `GET ledger/explain`: by the right, the scope and the hidden fields of the record.
 * @throws {AppError} FORBIDDEN, NOT_FOUND also where the asker does not see the amount
 */
const explain = serveCall(explainCall(PATH), async (context, { resource, id, field }) => {
  const entity = Object.hasOwn(context.model.resources, resource)
    ? (context.model.resources[resource]?.entity ?? '')
    : ''
  const build = Object.hasOwn(EXPLAINED, entity) ? EXPLAINED[entity] : undefined
  const fields = context.model.entities[entity]?.fields ?? {}
  if (!build || !Object.hasOwn(fields, field) || fields[field]?.schema['x-explain'] !== PATH)
    throw new AppError('NOT_FOUND')
  const record = await context.records.read(resource, id)
  const amount = record[field] ?? null
  if (amount === null) throw new AppError('NOT_FOUND')
  const sections = await build(askedOf(context, record, id, field))
  return { amount: Number(amount), sections: sections.filter((one) => one !== null) }
})

/**
 * "Explain this amount": the entries of the books behind an amount, the fare and the tariff's version, the rule of its
 * commission.
 */
export const explained: ServerFeature = {
  name: 'explain',
  needs: {
    services: ['id_fare', 'id_driver', 'id_company', 'is_fee_edited', 'price_total', 'price_fee', 'price_driver'],
    products: ['hide_price'],
    fares: ['id_tarif_version'],
    tarif_versions: ['hash', 'content'],
    billable_items: [
      'id_service',
      'id_order',
      'id_partner',
      'id_partner_statement',
      'side',
      'kind',
      'amount',
      'id_liquidation',
      'id_invoice',
    ],
    liquidation_items: ['id_liquidation', 'kind', 'amount'],
    invoice_items: ['id_invoice', 'amount', 'tax'],
    invoice_payments: ['id_invoice', 'amount', 'state'],
    credit_notes: ['id_invoice', 'total', 'state'],
    wallets: ['id_service', 'id_order', 'kind'],
    payments: ['id_service', 'id_service_return', 'amount', 'amount_return'],
    partner_statements: ['number'],
    partner_statement_items: ['id_partner_statement', 'kind', 'amount'],
    order_incidents: ['id_order'],
    orders: ['id_partner', 'id_store', 'price_articles', 'price_delivery', 'price_total', 'price_fee'],
    stores: ['fee_percentage'],
    order_articles: ['id_order', 'id_article', 'quantity', 'price_total'],
    articles: ['name'],
    companies: ['id_subscription'],
    subscriptions: ['name', 'fee_amount', 'fee_percentage'],
    ledger_entries: ['source', 'id_source', 'reverses', 'kind'],
    ledger_postings: ['id_entry', 'id_account', 'amount'],
    ledger_accounts: ['kind', 'id_user', 'id_company'],
  },
  calls: [explain],
}
