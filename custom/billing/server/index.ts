import type { ServerFeature } from '#engine/server'
import { closingHooks } from './closing-hooks'
import { generateLiquidations } from './generate'
import { generationJob } from './generation/generation-job'
import { generationCalls } from './generation/generation-runs'
import { ITEMS_OF_BEFORE } from './items-of-before'
import { exclude, oddServices, previewLiquidations } from './preview'
import { ageing, ageingExport } from './invoices/ageing'
import { creditInvoice } from './invoices/credit'
import { generateInvoices } from './invoices/generate-invoices'
import { invoiceHooks } from './invoices/invoice-hooks'
import { noteHooks, noteLineHooks } from './invoices/note-hooks'
import { paymentHooks } from './invoices/payment-hooks'
import { invoiceExclude, invoiceOdd, previewInvoices } from './invoices/preview-invoices'
import { remind, reminderMail } from './invoices/remind'
import { invoiceUbl, noteUbl } from './invoices/ubl'
import { previewPartners } from './partners/partner-statements'
import { radar } from './radar'
import { trial, trialChoices, trialExport } from './trial/trial'
import { putItemTriggers } from './write-items'

export { claimSettled } from './items-of-before'

/** What services come to for drivers and companies, and the closings that gather it: each item in one document. */
export const billing: ServerFeature = {
  name: 'billing',
  needs: {
    billable_items: [
      'id_service',
      'side',
      'kind',
      'revision',
      'minor',
      'amount',
      'effective_at',
      'id_driver',
      'id_company',
      'id_company_area',
      'id_company_ceco',
      'id_branch',
      'id_payment',
      'id_liquidation',
      'id_invoice',
      'id_order',
      'id_partner',
      'id_partner_statement',
      'excluded',
      'excluded_reason',
    ],
    services: [
      'state',
      'id_driver',
      'id_company',
      'id_company_area',
      'id_company_ceco',
      'id_branch',
      'id_payment',
      'date_finalized',
      'date_canceled',
      'price_total',
      'price_tax',
      'price_toll',
      'price_parking',
      'price_wait',
      'price_pause',
      'price_fee',
      'price_driver',
      'price_cancel',
      'price_service',
      'id_fare',
      'id_subscription',
      'is_fee_edited',
    ],
    service_legs: ['id_service', 'position', 'id_driver', 'distance', 'duration', 'minor', 'amount'],
    subscriptions: ['name', 'fee_amount', 'fee_percentage'],
    fares: ['id_tarif_version'],
    tarif_versions: ['content'],
    payment_methods: ['type'],
    wallets: ['id_service', 'id_user', 'kind', 'effect', 'state'],
    branches: ['timezone'],
    liquidations: [
      'id_driver',
      'date_from',
      'date_to',
      'state',
      'from_services',
      'starts_at',
      'until_at',
      'amount_price_driver',
      'items',
      'balance_before',
    ],
    liquidation_items: ['id_liquidation', 'kind', 'name', 'amount'],
    partner_statements: [
      'id_partner',
      'date_from',
      'date_to',
      'state',
      'from_services',
      'starts_at',
      'until_at',
      'sales',
      'commission',
      'items',
      'balance_before',
    ],
    partner_statement_items: ['id_partner_statement', 'kind', 'name', 'amount'],
    companies: ['name', 'id_branch', 'email', 'document', 'address'],
    settings_company: ['name', 'ruc', 'address'],
    settings_general: ['igv', 'currency', 'coin'],
    company_areas: ['name'],
    company_cecos: ['name'],
    invoices: [
      'number',
      'id_company',
      'date_from',
      'date_to',
      'state',
      'items',
      'pct_igv',
      'base',
      'igv',
      'total',
      'paid',
      'credited',
      'balance',
      'from_services',
      'by',
      'detail',
      'id_company_area',
      'id_company_ceco',
      'starts_at',
      'until_at',
      'date_paid',
      'date_issued',
      'date_due',
      'reminded_at',
    ],
    invoice_items: ['id_invoice', 'id_service', 'kind', 'name', 'quantity', 'price', 'amount', 'tax'],
    invoice_payments: ['id_invoice', 'amount', 'date_paid', 'state'],
    credit_notes: ['id_invoice', 'code', 'reason', 'frees', 'items', 'base', 'igv', 'total', 'state'],
    closing_runs: ['id_user', 'module', 'asked', 'total', 'done', 'made', 'refused', 'problem', 'state'],
    credit_note_items: ['id_credit_note', 'id_invoice_item', 'amount', 'tax'],
  },
  calls: [
    previewLiquidations,
    oddServices,
    exclude,
    generateLiquidations,
    radar,
    previewPartners,
    previewInvoices,
    invoiceOdd,
    invoiceExclude,
    generateInvoices,
    creditInvoice,
    ageing,
    ageingExport,
    remind,
    invoiceUbl,
    noteUbl,
    trial,
    trialExport,
    trialChoices,
    ...generationCalls,
  ],
  jobs: [generationJob],
  modules: [
    {
      key: 'commission_trial',
      title: 'Probar comisiones',
      route: '/commissions/trial',
      icon: 'science',
      group: 'finance',
      order: 475,
    },
  ],
  hooks: [...closingHooks, invoiceHooks, paymentHooks, noteHooks, noteLineHooks],
  mails: [reminderMail],
  indexes: [
    // What a service has come to is read when it ends, removed items too: without it each ride that ends reads the
    // whole table.
    {
      name: 'own_billable_service',
      table: 'billable_items',
      over: '(id_service, side, kind, revision)',
      awaited: true,
    },
    {
      name: 'own_billable_open_driver',
      table: 'billable_items',
      over: "(id_driver, effective_at) where id_liquidation is null and side = 'driver'",
      awaited: true,
    },
    {
      name: 'own_billable_order',
      table: 'billable_items',
      over: '(id_order, side, kind, revision) where id_order is not null',
      awaited: true,
    },
    {
      name: 'own_billable_open_partner',
      table: 'billable_items',
      over: "(id_partner, effective_at) where id_partner_statement is null and side = 'partner'",
      awaited: true,
    },
    {
      name: 'own_billable_open_company',
      table: 'billable_items',
      over: "(id_company, effective_at) where id_invoice is null and side = 'company'",
      awaited: true,
    },
  ],
  changes: [ITEMS_OF_BEFORE],
  prepare: putItemTriggers,
}
