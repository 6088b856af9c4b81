import { element, pageButton, pageLink, PublicFailure } from '#engine/client'
import type { ClientRide } from '../../model/ride-wire'
import type { PageContext, PageView } from './page-context'
import { badge, heading } from './view-parts'

interface Rides {
  readonly items: readonly ClientRide[]
  readonly more: boolean
}

/** What is before the client, and behind them. */
export async function ridesView(context: PageContext): Promise<PageView> {
  const { say } = context
  const [active, past] = [listOf(context, 'active'), listOf(context, 'past')]
  const node = element('section', {
    inside: [heading(say('title')), pageLink(say('book'), '#/book', 'press'), active.node, past.node],
  })
  await Promise.all([active.load(), past.load()])
  return { title: say('title'), node }
}

function listOf(context: PageContext, kind: 'active' | 'past'): { readonly node: HTMLElement; load(): Promise<void> } {
  const { say, get } = context
  const name = element('h2', { text: say(kind) })
  name.id = `rides-${kind}`
  const list = element('ul', { of: 'list' })
  const note = element('p', { of: 'soft' })
  const more = pageButton(say('more'), () => void load())
  more.hidden = true
  const node = element('section', { inside: [name, list, note, more] })
  node.setAttribute('aria-labelledby', name.id)
  let last: number | null = null
  const load = async (): Promise<void> => {
    try {
      const { items, more: isMore } = await get<Rides>('rides', {
        kind,
        ...(last !== null && { before: String(last) }),
      })
      list.append(...items.map((ride) => lineOf(context, ride)))
      last = items.at(-1)?.id ?? last
      more.textContent = say('more')
      more.hidden = !isMore || kind === 'active'
      note.textContent = list.childElementCount === 0 ? say(kind === 'active' ? 'no_active' : 'no_past') : ''
    } catch (failure) {
      note.textContent = failure instanceof PublicFailure && failure.message !== '' ? failure.message : say('unreached')
      more.textContent = say('retry')
      more.hidden = false
    }
  }
  return { node, load }
}

function lineOf(
  { say, when }: PageContext,
  { id, state, date, org, dst, price_text, driver, stars }: ClientRide,
): HTMLElement {
  const way = pageLink(`${org.address} → ${dst.address}`, `#/ride/${id}`, 'way')
  const facts = [price_text, driver, stars === null ? null : '★'.repeat(stars)].filter(Boolean).join(' · ')
  const line = element('li', {
    inside: [
      element('div', {
        of: 'line-head',
        inside: [element('span', { of: 'soft', text: date === null ? say('now') : when(date) }), badge(state)],
      }),
      way,
    ],
  })
  if (facts !== '') line.append(element('span', { of: 'soft', text: facts }))
  if (state.over) {
    const again = pageLink(say('repeat'), `#/book/${id}`, 'small')
    again.setAttribute('aria-label', `${say('repeat')}: ${org.address} → ${dst.address}`)
    line.append(again)
  }
  return line
}
