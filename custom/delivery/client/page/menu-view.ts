import { element, pageButton } from '#engine/client'
import { heading } from '../../../clients/client/public'
import type { MenuArticle } from '../../model/client-calls'
import type { StoreContext, StoreView } from './store-context'

/** What the store offers, section by section. */
export function menuView(context: StoreContext): StoreView {
  const {
    menu: { store, sections },
    say,
  } = context
  const head = element('div', { of: 'store-head', inside: [heading(store.name), openBadge(store.open, store.text)] })
  if (store.description) head.append(element('p', { of: 'soft', text: store.description }))
  if (store.address) head.append(element('p', { of: 'soft', text: store.address }))
  const jumps = element('nav', {
    of: 'jumps',
    inside:
      sections.length < 2
        ? []
        : sections.map(({ id, name }) =>
            pageButton(
              name,
              () => document.getElementById(`section-${id}`)?.scrollIntoView({ block: 'start' }),
              'chip',
            ),
          ),
  })
  jumps.setAttribute('aria-label', say('menu'))
  const parts = sections.map(({ id, name, articles }) => {
    const title = element('h2', { text: name })
    title.id = `section-${id}`
    const list = element('ul', { of: 'articles', inside: articles.map((article) => articleLine(context, article)) })
    const part = element('section', { inside: [title, list] })
    part.setAttribute('aria-labelledby', title.id)
    return part
  })
  return { title: store.name, node: element('section', { inside: [head, jumps, ...parts] }) }
}

function openBadge(open: boolean, text: string): HTMLElement {
  const made = element('span', { of: 'badge', text })
  made.style.setProperty('--state', open ? '#2e7d32' : '#c62828')
  return made
}

function articleLine(context: StoreContext, article: MenuArticle): HTMLElement {
  const { say } = context
  const { name, description, price_text, pic, sold_out } = article
  const facts = element('div', { of: 'article-facts', inside: [element('strong', { text: name })] })
  if (description) facts.append(element('span', { of: 'soft', text: description }))
  facts.append(element('span', { text: price_text }))
  const line = element('li', { of: sold_out ? 'article out' : 'article', inside: [facts] })
  if (pic !== null)
    line.prepend(Object.assign(element('img'), { src: pic, alt: '', loading: 'lazy' as const, width: 72, height: 72 }))
  if (sold_out) {
    line.append(element('span', { of: 'soft', text: say('sold_out') }))
    return line
  }
  const add = pageButton(say('add'), () => void ask(context, article), 'press')
  add.setAttribute('aria-label', `${say('add')}: ${name}`)
  line.append(add)
  return line
}

/** Its code comes with the first article that is wanted. */
async function ask(context: StoreContext, article: MenuArticle): Promise<void> {
  const part = await import('./article-dialog').catch(() => null)
  if (part) part.articleDialog(context, article)
  else context.tell(context.say('unreached'))
}
