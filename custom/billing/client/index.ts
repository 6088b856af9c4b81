import { lazy } from 'react'
import type { ClientFeature } from '#engine/client'

/**
 * Screens `/liquidations/generate`, `/partner_statements/generate` and `/invoices/generate`: what a closing would come
 * to, what is odd about it, and the drafts; `/invoices/ageing`: who owes what; `/commissions/trial`: another rule of
 * commission over rides that are over; the data of an invoice for electronic invoicing.
 */
export const billing: ClientFeature = {
  name: 'billing',
  routes: [
    {
      path: '/liquidations/generate',
      module: 'liquidations',
      right: 'edit',
      title: 'billing.title',
      screen: lazy(() => import('./ClosingScreen')),
    },
    {
      path: '/partner_statements/generate',
      module: 'partner_statements',
      right: 'edit',
      title: 'billing.partners.title',
      screen: lazy(() => import('./PartnersScreen')),
    },
    {
      path: '/invoices/generate',
      module: 'invoices',
      right: 'edit',
      title: 'billing.invoices.title',
      screen: lazy(() => import('./InvoicesScreen')),
    },
    {
      path: '/commissions/trial',
      module: 'commission_trial',
      title: 'modules.commission_trial',
      screen: lazy(() => import('./trial/TrialScreen')),
    },
    {
      path: '/invoices/ageing',
      module: 'invoices',
      title: 'billing.ageing.title',
      screen: lazy(() => import('./AgeingScreen')),
    },
  ],
  dialogs: { 'ubl-document': lazy(() => import('./UblDialog')) },
}
