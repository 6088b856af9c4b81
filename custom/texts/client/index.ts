import { lazy } from 'react'
import type { ClientFeature } from '#engine/client'
import { lateCell } from '#engine/ui'

/** Legal texts and frequently asked questions: their public pages, and what leads to them. */
export const texts: ClientFeature = {
  name: 'texts',
  publicPages: [
    { begins: '/legal/', open: () => import('./page/legal-page') },
    { begins: '/faq', open: () => import('./page/faq-page') },
  ],
  signIn: lazy(() => import('./SignInTexts')),
  routes: [
    {
      path: '/faqs/:target/:id/form',
      module: 'type_faqs',
      title: 'modules.type_faqs',
      screen: lazy(() => import('./FaqForm')),
    },
  ],
  widgets: { 'legal-name': { Cell: lateCell(async () => (await import('./LegalName')).LegalName) } },
}
