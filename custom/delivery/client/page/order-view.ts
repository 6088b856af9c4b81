import { element, pageButton, pageLink, PublicFailure } from '#engine/client'
import { facts, heading } from '../../../clients/client/public'
import type { OrderShown, OrderState } from '../../model/client-calls'
import type { StoreContext, StoreView } from './store-context'

const COLOURS: { readonly [state in OrderState]: string } = {
  new: '#1565c0',
  preparing: '#b45309',
  ready: '#6a1b9a',
  sent: '#00695c',
  delivered: '#2e7d32',
  rejected: '#c62828',
}

/** One order, watched until it is over. */
export async function orderView(context: StoreContext, id: number): Promise<StoreView> {
  const {
    menu: { page },
    say,
    get,
  } = context
  const body = element('div')
  const node = element('section', { inside: [heading(`${say('order')} ${id}`), body] })
  let timer: ReturnType<typeof setTimeout> | undefined
  let shown = ''
  const draw = (order: OrderShown): void => {
    const now = JSON.stringify(order)
    if (now === shown) return
    shown = now
    body.replaceChildren(...partsOf(context, order, draw))
  }
  const look = async (): Promise<void> => {
    clearTimeout(timer)
    const order = await get<OrderShown>(`delivery/orders/${id}`).catch(() => null)
    if (order) draw(order)
    if (order?.state !== 'delivered' && order?.state !== 'rejected')
      timer = setTimeout(() => void look(), page.interval * 1000)
  }
  await look()
  if (shown === '') body.append(element('p', { text: say('unreached') }))
  return { title: say('order'), node, close: () => clearTimeout(timer) }
}

function stateBadge({ state, state_text }: Pick<OrderShown, 'state' | 'state_text'>): HTMLElement {
  const made = element('span', { of: 'badge', text: state_text })
  made.style.setProperty('--state', COLOURS[state])
  made.setAttribute('role', 'status')
  return made
}

function partsOf(context: StoreContext, order: OrderShown, draw: (order: OrderShown) => void): readonly Node[] {
  const { say, clock } = context
  const { lines, reason, date_ready, address, courier, code, incidents } = order
  const list = element('ul', {
    of: 'list',
    inside: lines.map(({ quantity, name, options, price_text }) =>
      element('li', {
        inside: [
          element('div', {
            of: 'cart-line',
            inside: [element('strong', { text: `${quantity} × ${name}` }), element('span', { text: price_text })],
          }),
          element('span', { of: 'soft', text: options.join(' · ') }),
        ],
      }),
    ),
  })
  return [
    element('div', { of: 'status', inside: [stateBadge(order), element('span', { text: order.store })] }),
    ...(reason ? [element('p', { of: 'wrong', text: reason })] : []),
    ...incidents.map((text) => element('p', { of: 'wrong', text })),
    facts([
      [say('ready_at'), date_ready === null ? null : clock(date_ready)],
      [say('courier'), courier?.name],
      [say('code'), code],
      [say('address'), address],
      [say('subtotal'), order.price_articles_text],
      [say('delivery'), order.price_delivery_text],
      [say('total'), order.price_total_text],
    ]),
    ...(courier?.id_service ? [pageLink(say('follow'), `/rides#/ride/${courier.id_service}`, 'press')] : []),
    list,
    ...(order.may_cancel ? [cancelOf(context, order, draw)] : []),
  ]
}

function cancelOf(
  { say, post, tell }: StoreContext,
  { id }: OrderShown,
  draw: (order: OrderShown) => void,
): HTMLElement {
  const box = element('div', { of: 'buttons' })
  const ask = (): void => {
    const yes = pageButton(say('cancel_yes'), () => void cancel(), 'danger')
    box.replaceChildren(element('span', { text: say('cancel_ask') }), yes, pageButton(say('cancel_no'), begin))
    yes.focus()
  }
  const begin = (): void => box.replaceChildren(pageButton(say('cancel'), ask, 'danger'))
  const cancel = async (): Promise<void> => {
    try {
      const { order, msg } = await post<{ readonly order: OrderShown; readonly msg: string }>(
        `delivery/orders/${id}/cancel`,
      )
      draw(order)
      tell(msg)
    } catch (failure) {
      tell(failure instanceof PublicFailure && failure.message !== '' ? failure.message : say('unreached'))
    }
  }
  begin()
  return box
}

/** The client's orders of all stores, the last first. */
export async function ordersView({ say, get }: StoreContext): Promise<StoreView> {
  const { items } = await get<{ readonly items: readonly OrderShown[] }>('delivery/orders')
  const list = element('ul', {
    of: 'list',
    inside: items.map((order) =>
      element('li', {
        inside: [
          element('div', {
            of: 'line-head',
            inside: [stateBadge(order), element('span', { of: 'soft', text: order.price_total_text })],
          }),
          pageLink(`${say('order')} ${order.id} · ${order.store}`, `#/order/${order.id}`, 'way'),
        ],
      }),
    ),
  })
  return {
    title: say('orders'),
    node: element('section', {
      inside: [heading(say('orders')), items.length === 0 ? element('p', { text: say('no_orders') }) : list],
    }),
  }
}
