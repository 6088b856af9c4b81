import { element, pageButton, PublicFailure } from '#engine/client'
import type { Static } from 'typebox'
import type { clientWalletCall } from '../../model/ride-calls'
import type { PageContext } from './page-context'
import { badge } from './view-parts'

type Wallet = Static<typeof clientWalletCall.response>

/** What moved the client's wallet, the newest first; what waits for approval says so. */
export function walletList(context: PageContext): HTMLElement {
  const { say, get } = context
  const name = element('h2', { text: say('movements') })
  name.id = 'wallet-movements'
  const list = element('ul', { of: 'list' })
  const note = element('p', { of: 'soft' })
  const more = pageButton(say('more'), () => void load())
  more.hidden = true
  let last: number | null = null
  const load = async (): Promise<void> => {
    try {
      const found = await get<Wallet>('wallet', last === null ? {} : { before: String(last) })
      list.append(...found.items.map((one) => lineOf(context, one)))
      last = found.items.at(-1)?.id ?? last
      more.textContent = say('more')
      more.hidden = !found.more
      note.textContent = list.childElementCount === 0 ? say('no_movements') : ''
    } catch (failure) {
      note.textContent = failure instanceof PublicFailure && failure.message !== '' ? failure.message : say('unreached')
      more.textContent = say('retry')
      more.hidden = false
    }
  }
  void load()
  const node = element('section', { inside: [name, list, note, more] })
  node.setAttribute('aria-labelledby', name.id)
  return node
}

function lineOf(
  { say, when }: PageContext,
  { date_created, name, kind_obj, amount_text, balance_text, state, state_obj, reason }: Wallet['items'][number],
): HTMLElement {
  const notes = [balance_text === null ? null : say('wallet_left', balance_text), reason].filter(Boolean).join(' · ')
  return element('li', {
    inside: [
      element('div', {
        of: 'line-head',
        inside: [
          element('span', { of: 'soft', text: when(date_created) }),
          ...(state === APPROVED ? [] : [badge(state_obj)]),
        ],
      }),
      element('strong', { text: `${amount_text} · ${name ?? kind_obj?.name ?? ''}`.replace(/ · $/, '') }),
      ...(notes === '' ? [] : [element('span', { of: 'soft', text: notes })]),
    ],
  })
}

const APPROVED = '2'
