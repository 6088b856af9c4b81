import { element, pageButton } from '#engine/client'
import type { Wizard } from '../wizard/wizard'
import type { StepContext, StepView } from './step-view'

/** Opens beside the page: in a frame, payment and ride have no room, and payment pages refuse frames. */
function outward(text: string, of: string): HTMLAnchorElement {
  const link = element('a', { of, text })
  link.target = '_blank'
  link.rel = 'noopener'
  return link
}

/** Step 5: paid on the gateway's page, which opens beside; that it was is seen when people come back. */
export function prepaidStep({ say, send }: StepContext): StepView {
  const pay = outward(say('pay'), 'press')
  const look = pageButton(say('check_payment'), () => send({ kind: 'look' }))
  return {
    title: say('pay'),
    next: null,
    fields: [],
    parts: [element('p', { text: say('waiting_payment') }), pay, look],
    update({ link }: Wizard) {
      pay.hidden = link === null
      if (link !== null) pay.href = link
    },
  }
}

/** Step 6_paid: it is booked. */
export function paidStep({ say, send, followAt }: StepContext, wizard: Wizard, seed: () => string): StepView {
  const follow = followAt ? element('a', { of: 'press', text: say('follow') }) : outward(say('follow'), 'press')
  if (wizard.booked) follow.href = followAt?.(wizard.booked) ?? wizard.booked.url
  const another = pageButton(say('another'), () => send({ kind: 'another', seed: seed() }))
  return {
    title: say('booked'),
    next: null,
    fields: [],
    parts: [element('p', { text: wizard.booked?.text ?? '' }), follow, another],
    update: () => undefined,
  }
}
