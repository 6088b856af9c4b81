import { element, firstAnswer, publicGet, speak } from '#engine/client'
import type { LoggedClient } from '../../model/client-auth-calls'
import type { WidgetPage } from '../../model/widget-calls'
import { openBooking } from './booking'
import { clientSession } from './client-session'
import { button } from './fields'
import { isDarkColour } from './tone'

/** The visitor's page of a widget (`/widget/<id>`): standalone, without the console; pages of others frame it. */
async function open(root: HTMLElement): Promise<void> {
  const id = Number(decodeURIComponent(window.location.pathname.split('/')[2] ?? ''))
  const page = await firstAnswer(root, 'widget', () => publicGet<WidgetPage>(`../client/widgets/${Number.isInteger(id) ? id : 0}`))
  if (!page) return
  speak(page.language)
  document.title = page.brand === '' ? page.name : `${page.name} · ${page.brand}`
  const session = clientSession()
  const who = element('p', { of: 'who soft' })
  const showWho = (client: LoggedClient | null): void => {
    const name = [client?.name, client?.surname].filter(Boolean).join(' ')
    who.hidden = client === null
    who.replaceChildren(element('span', { text: name }), button(page.words['log_out'] ?? '', () => booking.logOut(), 'link'))
  }
  const known = session.read()
  const booking = openBooking({
    page, client: known,
    onClient(client) {
      session.keep(client)
      showWho(client)
    },
  })
  showWho(known)
  const main = element('main', { of: 'widget', inside: [headOf(page, who), booking.node] })
  const { background } = page.appearance
  // White is what nobody chose: the visitor's own light or dark holds. Any other colour is the host page's, and the text suits it.
  if (background.toLowerCase() !== '#ffffff') {
    main.style.setProperty('--paper', background)
    main.dataset['tone'] = isDarkColour(background) ? 'dark' : 'light'
  }
  root.replaceChildren(main)
  void offerTexts(main)
}

function headOf({ brand, logo, name }: WidgetPage, who: HTMLElement): HTMLElement {
  const picture = logo === null ? [] : [Object.assign(element('img'), { src: logo, alt: '', height: 28 })]
  return element('header', { inside: [...picture, element('strong', { text: brand }), element('span', { of: 'soft', text: name }), who] })
}

/** The house's texts for its clients, below all else. */
async function offerTexts(main: HTMLElement): Promise<void> {
  const { publicTexts } = await import('../../../texts/client/public')
  const links = await publicTexts('client')
  if (links) main.append(links)
}

const root = document.getElementById('root')
if (root && window.location.pathname.startsWith('/widget/')) void open(root)
