import { element, linkBeside, pageButton, pageLink, PublicFailure, publicGet } from '#engine/client'
import type { Static } from 'typebox'
import type { clientCancelCostCall } from '../../model/ride-calls'
import type { WholeRide } from '../../model/ride-wire'
import { claimPanel, ratePanel, tipPanel } from './after-panels'
import type { PageContext } from './page-context'
import { labelled, panel } from './view-parts'

type Cost = Static<typeof clientCancelCostCall.response>

/** What the client may do with a ride, each as a button; what asks something opens below them. */
export function actionsOf(context: PageContext, ride: WholeRide, renew: () => Promise<void>): HTMLElement {
  const { say, get, post, tell } = context
  const { id, can, stars } = ride
  const buttons = element('div', { of: 'buttons' })
  const below = element('div', { of: 'asked' })
  const show = (node: HTMLElement): void => {
    below.replaceChildren(node)
    node.querySelector<HTMLElement>('h2, input, textarea')?.focus()
  }
  const offer = (word: Parameters<typeof say>[0], press: () => void, of?: string): void =>
    void buttons.append(pageButton(say(word), press, of))
  const doing = (work: () => Promise<void>) => (): void =>
    void work().catch((failure: unknown) => tell(wordsOf(failure, say('unreached'))))
  if (can.pay)
    offer(
      'pay',
      doing(async () => {
        window.location.assign(
          (await get<{ readonly link: string }>('widgets/createLinkPrepaid', { id_service: String(id) })).link,
        )
      }),
      'press',
    )
  if (can.rate)
    offer(
      stars === null ? 'rate' : 'rate_again',
      () => show(ratePanel(context, ride, renew)),
      stars === null ? 'press' : undefined,
    )
  if (can.tip)
    offer(
      'tip',
      doing(async () => show(await tipPanel(context, ride, renew))),
    )
  if (can.repeat) buttons.append(pageLink(say('repeat'), `#/book/${id}`, 'button'))
  if (can.receipt)
    offer(
      'receipt',
      doing(async () => tell((await post<{ readonly msg: string }>(`rides/${id}/receipt`)).msg)),
    )
  if (can.share)
    offer(
      'share',
      doing(async () => show(sharePanel(context, (await post<{ readonly url: string }>(`rides/${id}/share`)).url))),
    )
  if (can.claim) offer('claim', () => show(claimPanel(context, ride, renew)))
  if (can.cancel)
    offer(
      'cancel',
      doing(async () => show(await cancelPanel(context, ride, renew, () => below.replaceChildren()))),
      'danger',
    )
  void offerChat(buttons, say('chat'))
  return element('div', { inside: [buttons, below] })
}

const wordsOf = (failure: unknown, otherwise: string): string =>
  failure instanceof PublicFailure && failure.message !== '' ? failure.message : otherwise

/** What it costs stands in the question; where that has changed meanwhile, the question is asked anew. */
async function cancelPanel(
  context: PageContext,
  { id }: WholeRide,
  renew: () => Promise<void>,
  close: () => void,
): Promise<HTMLElement> {
  const { say, get, post, tell } = context
  const text = element('p')
  const reason = Object.assign(element('input'), { type: 'text', maxLength: 200 })
  let told: Cost = await get<Cost>(`rides/${id}/cancelCost`)
  text.textContent = told.msg
  const { node, wrong } = panel(
    say('cancel_ask'),
    [text, labelled(say('cancel_reason'), reason)],
    say('cancel_yes'),
    async () => {
      try {
        const { msg } = await post<{ readonly msg: string }>(`rides/${id}/cancel`, {
          price_cancel: told.price_cancel,
          reason: reason.value,
        })
        tell(msg)
        await renew()
      } catch (failure) {
        wrong(wordsOf(failure, say('unreached')))
        if (!(failure instanceof PublicFailure) || failure.status !== 409) return
        told = await get<Cost>(`rides/${id}/cancelCost`).catch(() => told)
        text.textContent = told.msg
      }
    },
  )
  node.append(pageButton(say('cancel_no'), close))
  return node
}

/** Telephones have a dialog of their own for links; else it is copied. */
function sharePanel({ say, tell }: PageContext, url: string): HTMLElement {
  const box = Object.assign(element('input'), { type: 'text', readOnly: true, value: url })
  const give = pageButton(say(typeof navigator.share === 'function' ? 'share' : 'copy'), () => {
    const given = typeof navigator.share === 'function' ? navigator.share({ url }) : navigator.clipboard.writeText(url)
    given.then(
      () => tell(say('shared')),
      () => box.select(),
    )
  })
  return element('div', { of: 'panel', inside: [labelled(say('shared'), box), give] })
}

/** A way to write to the house, where it has a chat for those who follow a ride. */
async function offerChat(buttons: HTMLElement, text: string): Promise<void> {
  const { url } = await publicGet<{ readonly url: string | null }>('web_chat/offered').catch(() => ({ url: null }))
  if (url === null) return
  buttons.append(linkBeside(text, url, 'button'))
}
