import { element, pageButton, PublicFailure } from '#engine/client'
import { facts, heading, labelled } from '../../../clients/client/public'
import { placeBox } from '../../../widgets/client/public'
import type { WidgetPlace } from '../../../widgets/model'
import type { OrderQuote, OrderShown } from '../../model/client-calls'
import type { CartLine } from './cart'
import type { StoreContext, StoreView } from './store-context'

const MAX = { reference: 160, notes: 500 } as const

/** What was typed and chosen stays while somebody goes back to the menu. */
const typed = { place: null as WidgetPlace | null, reference: '', notes: '', id_payment: null as number | null }

/** The cart: lines, where it goes, how it is paid, what it costs; its button sends the order. */
export function cartView(context: StoreContext): StoreView {
  const {
    menu: { page, payments, store },
    say,
    cart,
    post,
    tell,
    go,
  } = context
  const node = element('section', { inside: [heading(say('cart'))] })
  const { lines, key } = cart.read()
  if (lines.length === 0) {
    node.append(element('p', { text: say('empty_cart') }))
    return { title: say('cart'), node }
  }
  typed.id_payment ??= payments[0]?.id ?? null
  let quote: OrderQuote | null = null
  let turn = 0
  const wrong = element('p', { of: 'wrong' })
  wrong.setAttribute('role', 'alert')
  const costs = element('div', { of: 'costs' })
  costs.setAttribute('aria-live', 'polite')
  const send = pageButton(say('send'), () => void submit(), 'press')
  const marks = lines.map(() => element('span', { of: 'wrong' }))

  const price = async (): Promise<void> => {
    const mine = ++turn
    quote = null
    wrong.textContent = ''
    marks.forEach((mark) => {
      mark.textContent = ''
    })
    if (typed.place === null) {
      costs.replaceChildren(element('p', { of: 'soft', text: say('place_first') }))
      return
    }
    try {
      const { lat, lng, address } = typed.place
      const asked = lines.map(({ id_article, quantity, notes, options }) => ({
        id_article,
        quantity,
        notes: notes ?? null,
        options: options ?? [],
      }))
      const found = await post<OrderQuote>('delivery/quote', {
        id_store: store.id,
        place: { lat, lng, address: address.slice(0, 160) },
        lines: asked,
      })
      if (mine !== turn) return
      quote = found
      costs.replaceChildren(
        facts([
          [say('subtotal'), found.price_articles_text],
          [say('delivery'), found.price_delivery_text],
          [say('total'), found.price_total_text],
          [say('arrives'), say('minutes', found.minutes)],
        ]),
      )
    } catch (failure) {
      if (mine === turn) refused(failure)
    }
  }
  const refused = (failure: unknown): void => {
    costs.replaceChildren()
    const { message, errors } = failure instanceof PublicFailure ? failure : new PublicFailure(0, '')
    for (const [field, text] of Object.entries(errors)) {
      const mark = marks[Number(/^lines\.(\d+)/.exec(field)?.[1] ?? -1)]
      if (mark) mark.textContent = text
      else box.wrong(text)
    }
    if (Object.keys(errors).length === 0) wrong.textContent = message || say('unreached')
  }
  const submit = async (): Promise<void> => {
    await box.settled()
    if (typed.place === null) {
      box.wrong(say('place_first'))
      box.node.querySelector('input')?.focus()
      return
    }
    if (quote === null) await price()
    if (quote === null) return
    if (context.client() === null) return go('#/login')
    send.disabled = true
    send.textContent = say('sending')
    try {
      const { order } = await post<{ readonly order: OrderShown; readonly msg: string }>('delivery/orders', {
        token: quote.token,
        id_payment: typed.id_payment,
        idempotency: `cart-${key}`,
        reference: typed.reference.trim() || null,
        notes: typed.notes.trim() || null,
      })
      typed.notes = ''
      cart.put([])
      go(`#/order/${order.id}`)
    } catch (failure) {
      // A price or a menu that has changed is told, and asked anew.
      if (failure instanceof PublicFailure && failure.status === 409) {
        await price()
        wrong.textContent = failure.message
      } else refused(failure)
      tell(wrong.textContent ?? '')
    } finally {
      send.disabled = false
      send.textContent = say('send')
    }
  }
  const box = placeBox({
    id_widget: page.id_widget ?? 0,
    name: 'dst',
    label: say('address'),
    words: { choose_place: say('choose_place'), no_places: say('no_places'), unreached: say('unreached') },
    choose: (place) => {
      typed.place = place
      box.wrong(undefined)
      void price()
    },
  })
  box.show(typed.place)
  const [reference, notes] = (['reference', 'notes'] as const).map((name) => {
    const input = Object.assign(element('input'), { value: typed[name], maxLength: MAX[name], autocomplete: 'off' })
    input.addEventListener('input', () => {
      typed[name] = input.value
    })
    return labelled(say(name), input)
  })
  const list = element('ul', {
    of: 'list',
    inside: lines.map((line, at) => lineOf(context, line, at, marks[at] as HTMLElement)),
  })
  node.append(
    list,
    element('div', {
      of: 'panel',
      inside: [
        element('div', { of: 'widget booking', inside: [box.node] }),
        reference as Node,
        notes as Node,
        paymentsOf(context),
      ],
    }),
    costs,
    wrong,
    element('div', { of: 'buttons', inside: [send] }),
  )
  void price()
  return { title: say('cart'), node }
}

function lineOf({ say, money, cart, go }: StoreContext, line: CartLine, at: number, mark: HTMLElement): HTMLElement {
  const text = element('div', {
    of: 'cart-line',
    inside: [
      element('strong', { text: `${line.quantity} × ${line.name}` }),
      element('span', { text: money(line.price * line.quantity) }),
    ],
  })
  const more = [...line.chosen, line.notes].filter(Boolean).join(' · ')
  const remove = pageButton(
    say('remove'),
    () => {
      cart.put(cart.read().lines.filter((_line, place) => place !== at))
      go('#/cart')
    },
    'small',
  )
  remove.setAttribute('aria-label', `${say('remove')}: ${line.name}`)
  return element('li', {
    inside: [text, ...(more === '' ? [] : [element('span', { of: 'soft', text: more })]), mark, remove],
  })
}

function paymentsOf({ menu: { payments }, say }: StoreContext): HTMLElement {
  const rows = payments.map(({ id, name }) => {
    const input = Object.assign(element('input'), { type: 'radio', name: 'payment', checked: typed.id_payment === id })
    input.addEventListener('change', () => {
      typed.id_payment = id
    })
    return element('label', { of: 'choice', inside: [input, element('span', { text: name })] })
  })
  return element('fieldset', { inside: [element('legend', { text: say('payment') }), ...rows] })
}
