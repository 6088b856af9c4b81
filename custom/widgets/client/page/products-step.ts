import { element, pageButton } from '#engine/client'
import type { PricedProduct, WidgetFare } from '../../model/widget-calls'
import type { Wizard } from '../wizard/wizard'
import { box, choiceSet, field, radio } from './fields'
import type { StepContext, StepView } from './step-view'

/** Step 2: for how many, and by which product; its price stands on its card. */
export function productsStep({ page, say, send }: StepContext, begun: Wizard): StepView {
  const most = page.max_capacity
  const take = (many: number): void => {
    const capacity_1 = Math.min(most, Math.max(1, Math.round(many)))
    if (Number.isFinite(many)) send({ kind: 'trip', change: { capacity_1 } })
  }
  const many = box({ type: 'number', min: '1', max: String(most), step: '1', inputMode: 'numeric' }, (text) =>
    take(Number(text || Number.NaN)),
  )
  let capacity = begun.trip.capacity_1
  const step = (text: string, by: number): HTMLButtonElement => {
    const made = pageButton(text, () => take(capacity + by), 'step-by')
    made.setAttribute('aria-label', say(by > 0 ? 'more_passengers' : 'fewer_passengers'))
    return made
  }
  const passengers = field('capacity_1', say('passengers'), many, [step('−', -1), step('+', 1)])
  const cards = element('div', { of: 'cards' })
  const choice = choiceSet('id_product', say('products'), [cards], 'products')
  const none = element('p', { of: 'soft', text: say('no_products') })
  let shown: WidgetFare | null = null
  return {
    title: say('products'),
    next: say('next'),
    parts: [passengers.node, choice.node, none],
    fields: [passengers, choice],
    update({ trip, offer, id_product, ask, failed }) {
      capacity = trip.capacity_1
      if (document.activeElement !== many) many.value = String(capacity)
      none.hidden = offer === null || offer.products.length > 0
      // While a new offer comes the old cards stay, without their say.
      cards.classList.toggle('stale', offer === null)
      cards.setAttribute('aria-busy', String(ask?.kind === 'offer'))
      if (offer === null && shown === null && failed === null)
        cards.replaceChildren(...[1, 2, 3].map(() => element('div', { of: 'card waiting' })))
      if (offer !== null && offer !== shown) {
        const focused =
          document.activeElement instanceof HTMLInputElement && cards.contains(document.activeElement)
            ? document.activeElement.value
            : null
        shown = offer
        cards.replaceChildren(...offer.products.map((product) => cardOf(product, say, send)))
        if (focused !== null) cards.querySelector<HTMLInputElement>(`input[value="${focused}"]`)?.focus()
      }
      if (failed !== null && offer === null && shown === null) cards.replaceChildren()
      for (const input of cards.querySelectorAll('input')) input.checked = Number(input.value) === id_product
    },
  }
}

function cardOf(product: PricedProduct, say: StepContext['say'], send: StepContext['send']): HTMLElement {
  const { id, name, surname, pic, capacity_1, total_text, hide_price, error } = product
  const price = total_text ?? (hide_price === 1 ? say('hidden_price') : '')
  const { node, input } = radio(
    'product',
    [
      ...(pic === null ? [] : [pictureOf(pic)]),
      element('strong', { text: name }),
      ...(surname === null ? [] : [element('span', { of: 'soft', text: surname })]),
      element('span', { of: 'soft', text: say('seats').replace('#', String(capacity_1)) }),
      error === null ? element('span', { of: 'price', text: price }) : element('span', { of: 'why', text: error }),
    ],
    () => send({ kind: 'product', id }),
  )
  node.className = 'card'
  input.value = String(id)
  input.disabled = error !== null
  return node
}

function pictureOf(url: string): HTMLImageElement {
  const picture = Object.assign(element('img'), { alt: '', width: 72, height: 48, loading: 'lazy' as const })
  picture.src = url
  return picture
}
