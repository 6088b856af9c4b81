import { element, firstAnswer, PublicFailure, publicGet, speak } from '#engine/client'
import type { WidgetPage } from '../../model/widget-calls'
import { reduce, type Event } from '../wizard/reduce'
import { startWizard, type Wizard } from '../wizard/wizard'
import { askServer } from './ask-server'
import { clientSession } from './client-session'
import { stepFrame } from './step-frame'
import { hostTeller } from './tell-host'
import { isDarkColour } from './tone'
import './widget-page.css'

/** A payment is looked for this often while somebody looks at the page. */
const LOOK_EVERY_MS = 6000

/** The visitor's page of a widget (`/widget/<id>`): standalone, without the console; pages of others frame it. */
async function open(root: HTMLElement): Promise<void> {
  const id = Number(decodeURIComponent(window.location.pathname.split('/')[2] ?? ''))
  const page = await firstAnswer(root, 'widget', () => publicGet<WidgetPage>(`../client/widgets/${Number.isInteger(id) ? id : 0}`))
  if (!page) return
  speak(page.language)
  document.title = page.brand === '' ? page.name : `${page.name} · ${page.brand}`
  const session = clientSession()
  let wizard = startWizard(newSeed(), session.read())
  const say = (word: string): string => page.words[word] ?? word
  const send = (event: Event): void => {
    const before = wizard
    wizard = reduce(wizard, event)
    if (wizard === before) return
    if (wizard.client !== before.client) session.keep(wizard.client)
    frame.update(wizard)
    tellHost(before, wizard)
    if (wizard.ask !== null && wizard.ask.id !== before.ask?.id) void ask(wizard)
  }
  const ask = async (asked: Wizard): Promise<void> => {
    if (asked.ask === null) return
    const { id: number } = asked.ask
    try {
      send({ kind: 'answered', id: number, answer: await askServer(page.id, asked, asked.ask) })
    } catch (failure) {
      const { status, message, errors } = failure instanceof PublicFailure ? failure : new PublicFailure(0, '')
      send({ kind: 'refused', id: number, refusal: { status, message, errors } })
    }
  }
  const frame = stepFrame({ page, say, send }, newSeed)
  const main = element('main', { of: 'widget', inside: [headOf(page), frame.node] })
  const { background } = page.appearance
  // White is what nobody chose: the visitor's own light or dark holds. Any other colour is the host page's, and the text suits it.
  if (background.toLowerCase() !== '#ffffff') {
    main.style.setProperty('--paper', background)
    main.dataset['tone'] = isDarkColour(background) ? 'dark' : 'light'
  }
  const tellHost = hostTeller(page.id, page.gtm_code, main)
  root.replaceChildren(main)
  frame.update(wizard)
  tellHost(null, wizard)
  const look = (): void => {
    if (!document.hidden) send({ kind: 'look' })
  }
  window.addEventListener('focus', look)
  document.addEventListener('visibilitychange', look)
  setInterval(look, LOOK_EVERY_MS)
  void offerTexts(main)
}

function headOf({ brand, logo, name }: WidgetPage): HTMLElement {
  const picture = logo === null ? [] : [Object.assign(element('img'), { src: logo, alt: '', height: 28 })]
  return element('header', { inside: [...picture, element('strong', { text: brand }), element('span', { of: 'soft', text: name })] })
}

/** The house's texts for its clients, below all else. */
async function offerTexts(main: HTMLElement): Promise<void> {
  const { publicTexts } = await import('../../../texts/client/public')
  const links = await publicTexts('client')
  if (links) main.append(links)
}

/** A key of one booking. */
const newSeed = (): string => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const root = document.getElementById('root')
if (root && window.location.pathname.startsWith('/widget/')) void open(root)
