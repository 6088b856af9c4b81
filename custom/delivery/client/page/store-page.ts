import { moneyText, timeText, wallTime } from '#engine/model'
import { element, firstAnswer, pageButton, pageLink, PublicFailure, publicGet, publicPost, speak } from '#engine/client'
import { heading, keptClient } from '../../../clients/client/public'
import type { LoggedClient, WidgetPage } from '../../../widgets/model'
import type { StoreMenu } from '../../model/client-calls'
import { keptCart } from './cart'
import { menuView } from './menu-view'
import type { StoreContext, StoreView } from './store-context'
import './store-page.css'

const TOLD_MS = 6000
const TABS = [
  ['', 'menu'],
  ['cart', 'cart'],
  ['orders', 'orders'],
] as const

/** The page of a store (`/store/<slug>`): standalone, installable, without the console. */
async function open(root: HTMLElement, slug: string): Promise<void> {
  const menu = await firstAnswer(root, 'rides', () =>
    publicGet<StoreMenu>(`../client/delivery/stores/${encodeURIComponent(slug)}/menu`),
  )
  if (!menu) return
  const { page, store, sections } = menu
  speak(page.language)
  const kept = keptClient()
  let client = kept.read()
  let shown: StoreView | null = null
  let turn = 0
  const say: StoreContext['say'] = (word, value) => {
    const text = page.words[word] ?? word
    return value === undefined ? text : text.replace('#', String(value))
  }
  const told = element('p', { of: 'told' })
  told.setAttribute('role', 'status')
  let quiet: ReturnType<typeof setTimeout> | undefined
  const tell = (text: string): void => {
    told.textContent = text
    clearTimeout(quiet)
    quiet = setTimeout(() => {
      told.textContent = ''
    }, TOLD_MS)
  }
  const know = (next: LoggedClient | null): void => {
    client = next
    kept.keep(next)
  }
  async function guarded<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    try {
      return await work()
    } catch (failure) {
      if (failure instanceof PublicFailure && failure.status === 401 && client !== null) {
        know(null)
        tell(say('session_over'))
      }
      throw failure
    }
  }
  const cart = keptCart(
    slug,
    sections.flatMap(({ articles }) => articles),
    () => count(),
  )
  const context: StoreContext = {
    menu,
    cart,
    say,
    tell,
    know,
    client: () => client,
    money: (amount) => moneyText(amount, page.money),
    get: (path, query) => guarded(() => publicGet(`../client/${path}`, query, client?.token)),
    post: (path, input = {}) => guarded(() => publicPost(`../client/${path}`, input, client?.token)),
    go: (hash) => {
      if (window.location.hash === hash) void route()
      else window.location.hash = hash
    },
    clock: (moment) => timeText(wallTime(moment, page.timezone)?.time ?? ''),
  }
  const view = element('div', { of: 'view' })
  const links = TABS.map(([address, word]) => pageLink(say(word), `#/${address}`))
  const nav = element('nav', { inside: links })
  nav.setAttribute('aria-label', store.name)
  const count = (): void => {
    const many = cart.read().lines.reduce((sum, { quantity }) => sum + quantity, 0)
    if (links[1]) links[1].textContent = many === 0 ? say('cart') : `${say('cart')} (${many})`
  }
  async function route(): Promise<void> {
    const mine = ++turn
    const [part = '', id = ''] = window.location.hash.replace(/^#\/?/, '').split('/')
    links.forEach((one, at) => {
      if ((part === 'order' ? 'orders' : part === 'login' ? 'cart' : part) === TABS[at]?.[0])
        one.setAttribute('aria-current', 'page')
      else one.removeAttribute('aria-current')
    })
    const isFirst = shown === null
    const next = await viewOf(context, part, Number(id)).catch((): StoreView => unreached(context, () => void route()))
    if (mine !== turn) return next.close?.()
    shown?.close?.()
    shown = next
    document.title = next.title === store.name ? store.name : `${next.title} · ${store.name}`
    view.replaceChildren(next.node)
    window.scrollTo(0, 0)
    if (!isFirst) next.node.querySelector<HTMLElement>('h1')?.focus()
  }
  root.replaceChildren(
    element('div', { of: 'page rides store', inside: [told, element('main', { inside: [view] }), nav] }),
  )
  count()
  window.addEventListener('hashchange', () => void route())
  await route()
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    const own = `/store/${encodeURIComponent(slug)}`
    void navigator.serviceWorker.register(`${own}/worker.js`, { scope: own }).catch(() => undefined)
  }
}

/** Each part is loaded when it is opened. */
async function viewOf(context: StoreContext, part: string, id: number): Promise<StoreView> {
  if (part === 'cart') return (await import('./cart-view')).cartView(context)
  if (part === 'login' || (context.client() === null && (part === 'order' || part === 'orders')))
    return logInView(context, part === 'login' ? '#/cart' : window.location.hash)
  if (part === 'order') return (await import('./order-view')).orderView(context, id)
  if (part === 'orders') return (await import('./order-view')).ordersView(context)
  return menuView(context)
}

/** The account, by the wizard of the house's widget; the page comes back to its address afterwards. */
async function logInView(
  {
    menu: {
      page: { id_widget },
    },
    say,
    know,
    go,
  }: StoreContext,
  back: string,
): Promise<StoreView> {
  if (id_widget === null)
    return {
      title: say('log_in'),
      node: element('section', { inside: [heading(say('log_in')), element('p', { text: say('no_places_here') })] }),
    }
  const [{ openBooking }, widget] = await Promise.all([
    import('../../../widgets/client/public'),
    publicGet<WidgetPage>(`../client/widgets/${id_widget}`),
  ])
  const booking = openBooking({
    page: widget,
    client: null,
    onlyLogIn: true,
    onClient: (client) => {
      if (!client) return
      know(client)
      go(back)
    },
  })
  return {
    title: say('log_in'),
    node: element('section', {
      of: 'widget booking',
      inside: [element('p', { text: say('log_in_why') }), booking.node],
    }),
    close: booking.close,
  }
}

/** Code or an answer that did not come over the line. */
function unreached({ say }: StoreContext, again: () => void): StoreView {
  const text = element('p', { text: say('unreached') })
  text.setAttribute('role', 'alert')
  return {
    title: say('menu'),
    node: element('section', { of: 'gone', inside: [text, pageButton(say('again'), again)] }),
  }
}

const [, own] = /^\/store\/([^/]+)\/?$/.exec(window.location.pathname) ?? []
const root = document.getElementById('root')
if (root && own !== undefined) void open(root, decodeURIComponent(own))
