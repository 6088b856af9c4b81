import { element, firstAnswer, pageButton, pageLink, PublicFailure, publicGet, publicPost, speak } from '#engine/client'
import type { LoggedClient } from '../../../widgets/model'
import type { ClientWords } from '../../model/page-words'
import small from './icon-192.png?url&no-inline'
import large from './icon-512.png?url&no-inline'
import { keptClient } from './kept-client'
import type { ClientPage, PageContext, PageView } from './page-context'
import './clients-page.css'

type Word = keyof ClientWords
/** The parts of the page, by the address after `#`. */
const TABS = [
  ['rides', 'rides'],
  ['book', 'book'],
  ['account', 'account'],
] as const
const TOLD_MS = 6000

/** The clients' page (`/rides`): standalone, installable, without the console. */
async function open(root: HTMLElement): Promise<void> {
  const page = await firstAnswer(root, 'rides', () => publicGet<ClientPage>('../client/page'))
  if (!page) return
  speak(page.language)
  const kept = keptClient()
  let client = kept.read()
  let shown: PageView | null = null
  let turn = 0
  const say = (word: Word, value?: string): string => {
    const text = page.words[word] ?? word
    return value === undefined ? text : text.replace('#', value)
  }
  const told = element('p', { of: 'told' })
  told.setAttribute('role', 'status')
  const offline = element('p', { of: 'offline', text: say('offline') })
  offline.hidden = navigator.onLine
  offline.setAttribute('role', 'status')
  const view = element('div', { of: 'view' })
  const links = TABS.map(([address, word]) => pageLink(say(word), `#/${address}`))
  const nav = element('nav', { inside: links })
  nav.setAttribute('aria-label', say('title'))
  let quiet: ReturnType<typeof setTimeout> | undefined
  const tell = (text: string): void => {
    told.textContent = text
    clearTimeout(quiet)
    quiet = setTimeout(() => {
      told.textContent = ''
    }, TOLD_MS)
  }
  const online = (isOnline: boolean): void => {
    offline.hidden = isOnline
  }
  const know = (next: LoggedClient | null): void => {
    client = next
    kept.keep(next)
  }
  const setClient = (next: LoggedClient | null): void => {
    know(next)
    void route()
  }
  /** Where the session is over the same address asks for the log-in, and stands again after it. */
  async function guarded<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    try {
      const answer = await work()
      online(true)
      return answer
    } catch (failure) {
      if (failure instanceof PublicFailure && failure.status === 0) online(false)
      if (failure instanceof PublicFailure && failure.status === 401 && client !== null) {
        setClient(null)
        tell(say('session_over'))
      }
      throw failure
    }
  }
  const context = (): PageContext => ({
    page,
    client,
    say,
    tell,
    get: (path, query) => guarded(() => publicGet(`../client/${path}`, query, client?.token)),
    post: (path, input = {}) => guarded(() => publicPost(`../client/${path}`, input, client?.token)),
    know,
    logIn: setClient,
    logOut() {
      if (client) void publicPost('../client/auth/logout', {}, client.token).catch(() => undefined)
      setClient(null)
    },
    when: (moment) =>
      new Intl.DateTimeFormat(page.language, {
        dateStyle: 'medium',
        timeStyle: 'short',
        timeZone: page.timezone,
      }).format(new Date(moment)),
    hour: (moment) =>
      new Intl.DateTimeFormat(page.language, { timeStyle: 'short', timeZone: page.timezone }).format(new Date(moment)),
  })
  async function route(): Promise<void> {
    const mine = ++turn
    const [part = '', id = ''] = window.location.hash.replace(/^#\/?/, '').split('/')
    links.forEach((link, i) => {
      if ((part === 'ride' || part === '' ? 'rides' : part) === TABS[i]?.[0]) link.setAttribute('aria-current', 'page')
      else link.removeAttribute('aria-current')
    })
    const isFirst = shown === null
    const next = await viewOf(context(), part, Number(id)).catch(
      (): PageView => unreached(context(), () => void route()),
    )
    if (mine !== turn) return next.close?.()
    shown?.close?.()
    shown = next
    document.title = page?.brand === '' ? next.title : `${next.title} · ${page?.brand ?? ''}`
    view.replaceChildren(next.node)
    if (!isFirst) next.node.querySelector<HTMLElement>('h1')?.focus()
  }
  root.replaceChildren(
    element('div', {
      of: 'page rides',
      inside: [headOf(page), offline, told, element('main', { inside: [view] }), nav],
    }),
  )
  window.addEventListener('hashchange', () => void route())
  window.addEventListener('offline', () => online(false))
  window.addEventListener('online', () => {
    online(true)
    void route()
  })
  await route()
  keepShell()
}

/** Each part is loaded when it is opened. */
async function viewOf(context: PageContext, part: string, id: number): Promise<PageView> {
  if (part === 'book')
    return (await import('./book-view')).bookView(context, Number.isInteger(id) && id > 0 ? id : null)
  if (context.client === null) return (await import('./book-view')).logInView(context)
  if (part === 'ride') return (await import('./ride-view')).rideView(context, id)
  if (part === 'account') return (await import('./account-view')).accountView(context)
  return (await import('./rides-view')).ridesView(context)
}

/** Code that did not come over the line. */
function unreached({ say }: PageContext, again: () => void): PageView {
  const text = element('p', { text: say('unreached') })
  text.setAttribute('role', 'alert')
  return {
    title: say('title'),
    node: element('section', { of: 'gone', inside: [text, pageButton(say('retry'), again)] }),
  }
}

function headOf({ brand, logo }: ClientPage): HTMLElement {
  // Without a logo the picture by which telephones show the page stands in its head too.
  const picture = Object.assign(element('img'), {
    alt: '',
    height: 28,
    ...(logo === null ? { src: small, srcset: `${small} 192w, ${large} 512w`, sizes: '28px' } : { src: logo }),
  })
  return element('header', { inside: [picture, element('strong', { text: brand })] })
}

/** The worker keeps the page's shell; a browser without workers does without it. */
function keepShell(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    void navigator.serviceWorker.register('/rides/worker.js', { scope: '/rides' }).catch(() => undefined)
}

const root = document.getElementById('root')
if (root && `${window.location.pathname}/`.startsWith('/rides/')) void open(root)
