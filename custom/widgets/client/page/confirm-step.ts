import { element, pageButton } from '#engine/client'
import type { ClientFare } from '../../model/booking-calls'
import { MAX_REASON } from '../../../services/model'
import type { LoggedClient } from '../../model/client-auth-calls'
import type { WidgetPayment } from '../../model/widget-calls'
import type { Wizard } from '../wizard/wizard'
import { momentText } from './clock'
import { box, choiceSet, field, radio } from './fields'
import type { StepContext, StepView } from './step-view'

/** Step 4: the trip and its price once more, how it is paid, a promotion, a word to the driver. */
export function confirmStep(context: StepContext, begun: Wizard): StepView {
  const { say, send } = context
  const facts = element('dl', { of: 'facts' })
  const total = element('p', { of: 'total' })
  const options = element('div')
  const payment = choiceSet('id_payment', say('payment'), [options])
  const code = box({ type: 'text', autocomplete: 'off', maxLength: 30 }, () => {
    apply.disabled = code.value.trim() === ''
  })
  const apply = pageButton(say('apply'), () => send({ kind: 'promote', code: code.value }))
  apply.disabled = true
  code.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    send({ kind: 'promote', code: code.value })
  })
  const promotion = field('code', say('promotion'), code, [apply])
  const taken = element('p', { of: 'taken' })
  const notes = Object.assign(element('textarea'), { rows: 2, maxLength: 1000, value: begun.notes })
  notes.addEventListener('input', () => send({ kind: 'typed', change: { notes: notes.value } }))
  const notesField = field('notes', say('notes'), notes)
  const reason = box({ type: 'text', autocomplete: 'off', maxLength: MAX_REASON }, () =>
    send({ kind: 'typed', change: { trip_reason: reason.value } }),
  )
  reason.value = begun.trip_reason
  const reasonField = field('trip_reason', say('trip_reason'), reason)
  const limit = element('p', { of: 'soft' })
  let shown: ClientFare | null = null
  return {
    title: say('confirm'),
    next: say('book'),
    parts: [facts, payment.node, promotion.node, taken, reasonField.node, notesField.node, total, limit],
    fields: [payment, promotion, reasonField, notesField],
    update(wizard) {
      const { quote, id_payment } = wizard
      facts.replaceChildren(
        ...factsOf(context, wizard).flatMap(([name, text]) => [element('dt', { text: name }), element('dd', { text })]),
      )
      total.textContent =
        quote === null ? '' : `${say('total')}: ${quote.fare_product.total_text ?? say('hidden_price')}`
      if (quote !== null) {
        reasonField.node.hidden = quote.trip_reason === 'none'
        reason.required = quote.trip_reason === 'required'
        limit.textContent = quote.limit_text ?? ''
      }
      if (quote !== null && quote !== shown) {
        shown = quote
        options.replaceChildren(...quote.payments.map((one) => paymentOf(one, send)))
      }
      for (const input of options.querySelectorAll('input')) input.checked = Number(input.value) === id_payment
      promotion.node.hidden = wizard.promotion !== null
      taken.hidden = wizard.promotion === null
      if (wizard.promotion !== null && taken.firstChild?.textContent !== wizard.promotion) {
        taken.replaceChildren(
          element('strong', { text: wizard.promotion }),
          pageButton(say('remove'), () => send({ kind: 'dropPromotion' }), 'link'),
        )
      }
    },
  }
}

function factsOf(
  { page, say }: StepContext,
  { trip, offer, id_product, quote, client }: Wizard,
): readonly (readonly [string, string])[] {
  const product = quote?.fare_product ?? offer?.products.find(({ id }) => id === id_product)
  const when = (moment: string): string => momentText(moment, page.language, page.timezone)
  const { price_text = null, price_return_text = null } = quote?.fare_product ?? {}
  const prices =
    price_return_text === null
      ? []
      : [[say('there'), price_text ?? ''] as const, [say('way_back'), price_return_text] as const]
  return [
    [say('origin'), trip.org?.address ?? ''],
    [say('destination'), trip.dst?.address ?? ''],
    [say('when'), trip.date_start === null ? say('now') : when(trip.date_start)],
    ...(trip.date_return === null ? [] : [[say('date_return'), when(trip.date_return)] as const]),
    [say('passengers'), String(trip.capacity_1)],
    [say('product'), [product?.name, product?.surname].filter(Boolean).join(' · ')],
    ...(client === null ? [] : [[say('booked_by'), bookedBy(client)] as const]),
    ...prices,
  ]
}

function paymentOf({ id, name, description }: WidgetPayment, send: StepContext['send']): HTMLElement {
  const { node, input } = radio(
    'payment',
    [
      element('span', { text: name }),
      ...(description === null || description === ''
        ? []
        : [element('span', { of: 'soft', inside: [element('bdi', { text: description })] })]),
    ],
    () => send({ kind: 'payment', id }),
  )
  input.value = String(id)
  return node
}

const bookedBy = ({ name, surname, company }: LoggedClient): string =>
  [[name, surname].filter(Boolean).join(' '), company].filter(Boolean).join(' · ')
