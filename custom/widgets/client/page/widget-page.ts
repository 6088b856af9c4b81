import { element, firstAnswer, pageButton, PublicFailure, publicGet, speak } from '#engine/client'
import type { LoggedClient } from '../../model/client-auth-calls'
import type { GuestVoucher } from '../../model/guest-calls'
import type { WidgetPage } from '../../model/widget-calls'
import { openBooking } from './booking'
import { clientSession } from './client-session'
import { isDarkColour } from './tone'

/** The visitor's page of a widget (`/widget/<id>`): standalone, without the console; pages of others frame it. */
async function open(root: HTMLElement): Promise<void> {
  const id = Number(decodeURIComponent(window.location.pathname.split('/')[2] ?? ''))
  const page = await firstAnswer(root, 'widget', () =>
    publicGet<WidgetPage>(`../client/widgets/${Number.isInteger(id) ? id : 0}`),
  )
  if (!page) return
  speak(page.language)
  document.title = page.brand === '' ? page.name : `${page.name} · ${page.brand}`
  const session = clientSession()
  const who = element('p', { of: 'who soft' })
  const showWho = (client: LoggedClient | null): void => {
    const name = [client?.name, client?.surname].filter(Boolean).join(' ')
    who.hidden = client === null
    who.replaceChildren(
      element('span', { text: name }),
      pageButton(page.words['log_out'] ?? '', () => booking.logOut(), 'link'),
    )
  }
  const invited = await invitation(page)
  const known = invited.voucher === null ? session.read() : null
  const booking = openBooking({
    page,
    client: known,
    voucher: invited.voucher,
    onClient(client) {
      session.keep(client)
      showWho(client)
    },
  })
  showWho(known)
  const main = element('main', {
    of: 'page widget',
    inside: [
      headOf(page, who),
      ...(invited.text === '' ? [] : [element('p', { of: 'note', text: invited.text })]),
      booking.node,
    ],
  })
  const { background } = page.appearance
  // White is what nobody chose: the visitor's own light or dark holds. Any other colour is the host page's, and the
  // text suits it.
  if (background.toLowerCase() !== '#ffffff') {
    main.style.setProperty('--paper', background)
    main.dataset['tone'] = isDarkColour(background) ? 'dark' : 'light'
  }
  root.replaceChildren(main)
  void offerTexts(main)
}

/**
 * The invitation of a company that the page's address carries (`?voucher=`); one that does not hold is said, and the
 * page books as ever.
 */
async function invitation(page: WidgetPage): Promise<{ readonly voucher: GuestVoucher | null; readonly text: string }> {
  const code = new URLSearchParams(window.location.search).get('voucher')
  if (code === null || code === '') return { voucher: null, text: '' }
  try {
    const voucher = await publicGet<GuestVoucher>('../client/vouchers', { code, id_widget: String(page.id) })
    return {
      voucher,
      text: [(page.words['invited_by'] ?? '').replace('#', voucher.company), voucher.name, voucher.place]
        .filter(Boolean)
        .join(' · '),
    }
  } catch (failure) {
    const errors = failure instanceof PublicFailure ? Object.values(failure.errors) : []
    return { voucher: null, text: errors[0] ?? page.words['unreached'] ?? '' }
  }
}

function headOf({ brand, logo, name }: WidgetPage, who: HTMLElement): HTMLElement {
  const picture = logo === null ? [] : [Object.assign(element('img'), { src: logo, alt: '', height: 28 })]
  return element('header', {
    inside: [...picture, element('strong', { text: brand }), element('span', { of: 'soft', text: name }), who],
  })
}

/** The house's texts for its clients, below all else. */
async function offerTexts(main: HTMLElement): Promise<void> {
  const { publicTexts } = await import('../../../texts/client/public')
  const links = await publicTexts('client')
  if (links) main.append(links)
}

const root = document.getElementById('root')
if (root && window.location.pathname.startsWith('/widget/')) void open(root)
