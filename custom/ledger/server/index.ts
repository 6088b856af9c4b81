import type { ServerFeature } from '#engine/server'
import { booksKeeper } from './books-keeper'
import { keepBooks } from './keep-books'
import { mergeHooks } from './merge-hooks'
import { rules } from './rules'
import { closeDaysJob } from './proof/closed-days'
import { proof } from './proof/proofs'

export { accountNames } from './account-names'
export { accountKey, type AccountKind, type AccountName, type EntryKind } from './account'
export { spread, taxWithin, toAmount, toCents, type Cents } from '../model/cents'
export { balance, type Leg } from './accounts'
export { houseCurrency, houseDay, houseText, houseZone } from './house-money'
export { post, type Posted, type Posting } from './post'
export { reverseEntry as reverse, type Reversing } from './reverse'

/**
 * The books: double entry under everything that is owed, paid or held. What records enter is said in their schemas
 * (`x-posts`); what else there is goes through `post` and `reverse`.
 */
export const ledger: ServerFeature = {
  name: 'ledger',
  needs: {
    ledger_accounts: ['key', 'kind', 'id_user', 'id_company', 'currency', 'balance', 'value', 'floor'],
    ledger_entries: ['key', 'input_hash', 'kind', 'effective_at', 'name', 'source', 'id_source', 'reverses', 'id_user'],
    settings_company: ['timezone'],
    settings_general: ['coin', 'currency', 'decimals_visible', 'decimals_separator', 'thousands_separator'],
    ledger_postings: ['id_entry', 'id_account', 'amount', 'value', 'balance'],
    ledger_days: ['day', 'starts_at', 'until_at', 'entries', 'hash', 'previous'],
    billable_items: [
      'id_liquidation',
      'id_invoice',
      'id_driver',
      'id_company',
      'minor',
      'id_order',
      'id_partner',
      'id_partner_statement',
      'side',
      'kind',
    ],
    orders: ['store_state', 'date_delivered', 'price_articles', 'price_fee'],
    partner_statements: ['number', 'state', 'from_services', 'id_partner', 'amount'],
    partner_statement_items: ['id_partner_statement', 'kind', 'amount'],
    liquidations: ['number', 'state', 'from_services', 'id_driver', 'amount'],
    liquidation_items: ['id_liquidation', 'kind', 'amount'],
    invoices: ['number', 'state', 'id_company', 'balance', 'credited'],
    credit_notes: ['number'],
    companies: ['name'],
    users: ['wallet_balance', 'name', 'surname'],
  },
  books: booksKeeper,
  calls: [proof, rules],
  hooks: mergeHooks,
  jobs: [closeDaysJob],
  modules: [
    {
      key: 'ledger_proof',
      title: 'Prueba de los libros',
      route: '/ledger/proof',
      icon: 'verified',
      group: 'finance',
      order: 495,
      whole: true,
    },
  ],
  prepare: keepBooks,
}
