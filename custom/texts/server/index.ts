import type { ServerFeature } from '#engine/server'
import { faqCalls } from './faqs'
import { legalCalls, legalHooks } from './legal-texts'

/**
 * The house's texts for everybody: legal texts and frequently asked questions, written in the console and read on
 * public pages.
 */
export const texts: ServerFeature = {
  name: 'texts',
  needs: {
    legals: ['type', 'target', 'prefix', 'language', 'name', 'content', 'original_name', 'original_content', 'state'],
    type_faqs: ['target', 'name', 'language', 'rank', 'state'],
    faqs: ['id_type_faq', 'question', 'answer', 'rank', 'state'],
  },
  calls: [...legalCalls, ...faqCalls],
  hooks: [legalHooks],
  widgets: ['legal-name'],
  publicPages: [
    { path: '/legal/:prefix', script: 'custom/texts/client/page/legal-page.ts' },
    { path: '/faq', script: 'custom/texts/client/page/faq-page.ts' },
    { path: '/faq/:id_type_faq', script: 'custom/texts/client/page/faq-page.ts' },
    { path: '/faq/:id_type_faq/:id', script: 'custom/texts/client/page/faq-page.ts' },
  ],
}
