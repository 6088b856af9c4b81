/**
 * Who may make the money features' own calls, beside the catalogues' generic ones: `house`: staff of the house with the
 * right of its contract; `right`: whoever has that right, within their reach; `whole`: such staff who work in all
 * branches, since the books have none. `routes.test.ts` tries each of them as every account: what is refused in every
 * run, the rest within three.
 */
export const MONEY: { readonly [route: string]: 'house' | 'right' | 'whole' } = {
  'POST /api/admin/liquidations/preview': 'house',
  'POST /api/admin/liquidations/oddServices': 'house',
  'POST /api/admin/liquidations/exclude': 'house',
  'POST /api/admin/liquidations/generate': 'house',
  'POST /api/admin/liquidations/generation': 'house',
  'GET /api/admin/liquidations/generation': 'right',
  'POST /api/admin/liquidations/generationStop': 'right',
  'GET /api/admin/liquidations/radar': 'house',
  'POST /api/admin/liquidations/sendMail': 'right',
  'POST /api/admin/partner_statements/preview': 'house',
  'POST /api/admin/partner_statements/generation': 'house',
  'GET /api/admin/partner_statements/generation': 'right',
  'POST /api/admin/partner_statements/generationStop': 'right',
  'POST /api/admin/partner_statements/sendMail': 'right',
  'POST /api/admin/invoices/preview': 'house',
  'POST /api/admin/invoices/oddServices': 'house',
  'POST /api/admin/invoices/exclude': 'house',
  'POST /api/admin/invoices/generate': 'house',
  'POST /api/admin/invoices/generation': 'house',
  'GET /api/admin/invoices/generation': 'right',
  'POST /api/admin/invoices/generationStop': 'right',
  'POST /api/admin/invoices/credit': 'house',
  'POST /api/admin/invoices/remind': 'house',
  'POST /api/admin/invoices/sendMail': 'right',
  'GET /api/admin/invoices/ageing': 'right',
  'GET /api/admin/invoices/ageingExport': 'right',
  'GET /api/admin/invoices/ubl': 'right',
  'GET /api/admin/credit_notes/ubl': 'right',
  'GET /api/admin/ledger/proof': 'whole',
  'GET /api/admin/ledger/rules': 'whole',
  'POST /api/admin/wallets/recharge': 'right',
  'POST /api/admin/wallets/discount': 'right',
}
