import { element, pageButton, pageLink, PublicFailure } from '#engine/client'
import { follow } from '../../../tracking/client/public'
import type { ClientRide } from '../../model/ride-wire'
import type { PageContext, PageView } from './page-context'
import { badge, heading } from './view-parts'

interface Rides {
  readonly items: readonly ClientRide[]
  readonly more: boolean
}

/** What is before the client, and behind them: what goes on is told while they look. */
export async function ridesView(context: PageContext): Promise<PageView> {
  const { say, page } = context
  const [active, past] = [listOf(context, 'active'), listOf(context, 'past')]
  const node = element('section', {
    inside: [heading(say('title')), pageLink(say('book'), '#/book', 'press'), active.node, past.node],
  })
  await Promise.all([active.load(), past.load()])
  const following = follow(Math.max(MIN_LOOK_S, page.interval), async () => {
    // Whoever is over stands among those behind them.
    if (await active.renew()) await past.renew()
    return true
  })
  return { title: say('title'), node, close: () => following.stop() }
}

/** How often the list is asked for at most. */
const MIN_LOOK_S = 5

interface RideList {
  readonly node: HTMLElement
  /** Its next rides. */
  load(): Promise<void>
  /** Its first rides as they are now; whether other ones than before are among them. */
  renew(): Promise<boolean>
}

function listOf(context: PageContext, kind: 'active' | 'past'): RideList {
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
  let shown = ''
  let ids = ''
  const put = ({ items, more: isMore }: Rides): void => {
    list.append(...items.map((ride) => lineOf(context, ride)))
    last = items.at(-1)?.id ?? last
    more.textContent = say('more')
    more.hidden = !isMore || kind === 'active'
    note.textContent = list.childElementCount === 0 ? say(kind === 'active' ? 'no_active' : 'no_past') : ''
  }
  const noteFirst = ({ items }: Rides): void => {
    shown = JSON.stringify(items)
    ids = items.map(({ id }) => id).join()
  }
  const load = async (): Promise<void> => {
    try {
      const isFirst = last === null
      const rides = await get<Rides>('rides', { kind, ...(last !== null && { before: String(last) }) })
      if (isFirst) noteFirst(rides)
      put(rides)
    } catch (failure) {
      note.textContent = failure instanceof PublicFailure && failure.message !== '' ? failure.message : say('unreached')
      more.textContent = say('retry')
      more.hidden = false
    }
  }
  const renew = async (): Promise<boolean> => {
    const rides = await get<Rides>('rides', { kind }).catch(() => null)
    if (rides === null || JSON.stringify(rides.items) === shown) return false
    const before = ids
    noteFirst(rides)
    // Who is on one of its links stays there.
    const held = document.activeElement instanceof HTMLAnchorElement ? document.activeElement : null
    const href = held && list.contains(held) ? held.getAttribute('href') : null
    list.replaceChildren()
    put(rides)
    for (const link of href === null ? [] : list.querySelectorAll('a'))
      if (link.getAttribute('href') === href) link.focus()
    return ids !== before
  }
  return { node, load, renew }
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
