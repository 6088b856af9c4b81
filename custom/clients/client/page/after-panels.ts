import { element, PublicFailure } from '#engine/client'
import type { Static } from 'typebox'
import type { clientMeCall } from '../../model/ride-calls'
import type { WholeRide } from '../../model/ride-wire'
import type { PageContext } from './page-context'
import { labelled, panel } from './view-parts'

type Renew = () => Promise<void>

const STARS = [1, 2, 3, 4, 5] as const
const MAX_COMMENT = 500
const MAX_CLAIM = 1000

/** A panel whose answer is told, and after which the ride is drawn anew; what is wrong stands in it. */
function sending(
  context: PageContext,
  renew: Renew,
  title: string,
  parts: readonly Node[],
  ask: () => Promise<{ readonly msg: string }>,
): HTMLElement {
  const { say, tell } = context
  const { node, wrong } = panel(title, parts, say('send'), async () => {
    try {
      wrong('')
      tell((await ask()).msg)
      await renew()
    } catch (failure) {
      const { message = '', errors = {} } = failure instanceof PublicFailure ? failure : {}
      wrong(Object.values(errors)[0] ?? (message === '' ? say('unreached') : message))
    }
  })
  return node
}

/** Stars as five choices: arrows walk through them. */
export function ratePanel(context: PageContext, { id, stars, comment }: WholeRide, renew: Renew): HTMLElement {
  const { say, post } = context
  let chosen = stars ?? 0
  const choices = STARS.map((star) => {
    const input = Object.assign(element('input'), {
      type: 'radio',
      name: 'stars',
      value: String(star),
      checked: star === chosen,
    })
    input.setAttribute('aria-label', say(`star_${star}`))
    input.addEventListener('change', () => {
      chosen = star
    })
    return element('label', { of: 'star', inside: [input, element('span', { text: '★' })] })
  })
  const group = element('fieldset', { of: 'stars', inside: [element('legend', { text: say('stars') }), ...choices] })
  const text = Object.assign(element('textarea'), { rows: 3, maxLength: MAX_COMMENT, value: comment ?? '' })
  return sending(context, renew, say('rate'), [group, labelled(say('comment'), text)], () =>
    post(`rides/${id}/rate`, { stars: chosen, comment: text.value }),
  )
}

/** The amount comes out of the wallet, whose content is told. */
export async function tipPanel(context: PageContext, { id }: WholeRide, renew: Renew): Promise<HTMLElement> {
  const { say, get, post } = context
  const { wallet_text } = await get<Static<typeof clientMeCall.response>>('me')
  const amount = Object.assign(element('input'), {
    type: 'text',
    inputMode: 'decimal',
    autocomplete: 'off',
    maxLength: 10,
  })
  const from = element('p', { of: 'soft', text: say('tip_from', wallet_text ?? '') })
  return sending(context, renew, say('tip'), [from, labelled(say('tip_amount'), amount)], () =>
    post(`rides/${id}/tip`, { amount: Number(amount.value.replace(',', '.')) }),
  )
}

/** A complaint or a lost item; sent again after a cut line it is one. */
export function claimPanel(context: PageContext, { id }: WholeRide, renew: Renew): HTMLElement {
  const { say, post } = context
  const idempotency = [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  let kind = 'complaint'
  const choices = (['complaint', 'lost_item'] as const).map((one) => {
    const input = Object.assign(element('input'), { type: 'radio', name: 'kind', checked: one === kind })
    input.addEventListener('change', () => {
      kind = one
    })
    return element('label', { of: 'choice', inside: [input, element('span', { text: say(one) })] })
  })
  const text = Object.assign(element('textarea'), { rows: 4, maxLength: MAX_CLAIM })
  const parts = [
    element('fieldset', { inside: [element('legend', { text: say('claim_kind') }), ...choices] }),
    labelled(say('claim_text'), text),
  ]
  return sending(context, renew, say('claim'), parts, () =>
    post(`rides/${id}/claims`, { kind, text: text.value, idempotency }),
  )
}
