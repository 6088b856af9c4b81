import { element, firstAnswer, pageLink, publicGet, richText } from '#engine/client'
import type { LegalPage } from '../../model/public-text-calls'
import { showPage } from './page-frame'

/** The public page of a legal text (`/legal/<prefix>`): standalone, without the console. */
async function open(root: HTMLElement): Promise<void> {
  const prefix = window.location.pathname.split('/')[2] ?? ''
  const asked = new URLSearchParams(window.location.search).get('language')
  const text = await firstAnswer(root, 'column texts', () =>
    publicGet<LegalPage>(`legal/${prefix}`, asked === null ? {} : { language: asked.slice(0, 2) }),
  )
  if (!text) return
  const { brand, name, content, date_updated, text_language, languages, words } = text
  const updated = element('p', {
    of: 'soft',
    text: `${words.updated}: ${new Date(date_updated).toLocaleDateString(text_language, { dateStyle: 'long' })}`,
  })
  const body = await richText(content)
  body.lang = text_language
  showPage(root, {
    brand,
    title: name,
    language: text_language,
    inside: [
      updated,
      ...(languages.length > 1 ? [languageLinks(text)] : []),
      body,
      ...(words.faq === null ? [] : [element('footer', { inside: [pageLink(words.faq, '/faq')] })]),
    ],
  })
}

function languageLinks({ languages, text_language, words }: LegalPage): HTMLElement {
  const nav = element('nav', {
    of: 'languages',
    inside: languages.map(({ id, name }) => {
      const link = pageLink(name, `?language=${encodeURIComponent(id)}`)
      link.lang = id
      if (id === text_language) link.setAttribute('aria-current', 'page')
      return link
    }),
  })
  nav.setAttribute('aria-label', words.languages)
  return nav
}

const root = document.getElementById('root')
if (root && window.location.pathname.startsWith('/legal/')) void open(root)
