import { clientLoginCall } from '../../widgets/model'
import {
  nearStoresCall,
  orderCancelCall,
  orderCreateCall,
  orderQuoteCall,
  ownOrdersCall,
  type StoreMenu,
  storeMenuCall,
} from '../../delivery/model'
import { integer, pick, type Random, randomFrom } from '../../demo/model'
import { randomStreetPlace } from '../../streets/model'
import { consoleLoginCall, consoleLogoutCall } from '../model/console-calls'
import { kitchenMoveCall, kitchenOrdersCall, kitchenStoresCall } from '../model/order-calls'
import { kitchenDeed } from '../model/order-mind'
import { ignoreAnswers, type HttpCalls } from './http-calls'
import { AGAIN_S, bears, type SimPerson } from './sim-person'

interface OrdersOptions {
  readonly password: string
  readonly speed: number
  readonly seed: number
}

/** The demo's client who orders, and the partner whose kitchen cooks. */
const [CLIENT, KITCHEN] = ['cliente@demo.test', 'partner@demo.test']
const LOOK_S = 15
/** Seconds of the clock between two orders: a client puts in ten in an hour at most. */
const [ORDERS_FROM_S, ORDERS_TO_S] = [400, 700]
/** Places that are tried until one is within a store's reach, and one order in so many is taken back. */
const [MAX_PLACES, CANCELS_EACH] = [8, 7]

/**
 * A client who orders from the pages of the demo's stores, by the calls that a page makes, and the kitchen that
 * accepts, cooks and hands over what that client has ordered; what anybody else orders is left to whoever looks at the
 * board. Only a demo has these accounts.
 */
export function simOrders(api: HttpCalls, { password, speed, seed }: OrdersOptions): SimPerson {
  const random = randomFrom(seed)
  let kitchen: string | null = null
  let client: string | null = null
  let lookDue = 0
  let orderDue = 0
  let made = 0

  /** The session of the client, for whom a store's page says where accounts are. */
  async function clientOf({ page: { id_widget } }: StoreMenu): Promise<string | null> {
    if (client === null && id_widget !== null)
      client = (await api.call(clientLoginCall, { email: CLIENT, password, id_widget })).token
    return client
  }

  async function order(own: readonly number[]): Promise<void> {
    for (let tries = 0; tries < MAX_PLACES; tries += 1) {
      const { lat, lng, street, district } = randomStreetPlace(random)
      const near = (await api.call(nearStoresCall, { lat, lng })).items.filter(
        ({ id, open }) => open && own.includes(id),
      )
      if (near.length === 0) continue
      const store = pick(random, near)
      const menu = await api.call(storeMenuCall, { slug: store.slug ?? String(store.id), lat, lng })
      const token = await clientOf(menu)
      const lines = cartOf(random, menu)
      if (token === null || lines.length === 0) return
      const place = { lat, lng, address: `${street} ${integer(random, 100, 1990)}, ${district}` }
      const { token: quote } = await api.call(orderQuoteCall, { id_store: store.id, place, lines })
      const { order: put } = await api.call(
        orderCreateCall,
        { token: quote, id_payment: menu.payments[0]?.id ?? null, idempotency: `demo-${seed}-${Date.now()}` },
        token,
      )
      made += 1
      if (made % CANCELS_EACH === 0) await api.call(orderCancelCall, { id: put.id }, token)
      return
    }
  }

  async function cook(now: number, token: string): Promise<void> {
    if (client === null) return
    const { items: own } = await api.call(ownOrdersCall, {}, client)
    const { items } = await api.call(kitchenOrdersCall, { limit: 100, filters: '{}' }, token)
    for (const one of items.filter(({ id }) => own.some((order) => order.id === id))) {
      const move = kitchenDeed({ ...one, date_state: one.date_state ?? one.date_created }, now, speed)
      if (move === null) continue
      await api
        .call(
          kitchenMoveCall,
          {
            id: one.id,
            move,
            ...(move === 'reject' && { reason: 'Se acabó.' }),
            ...(move === 'preparing' && { minutes: integer(random, 2, 5) * 5 }),
          },
          token,
        )
        .catch(ignoreAnswers)
    }
  }

  return {
    username: KITCHEN,
    async logIn() {
      kitchen = (
        await api.call(consoleLoginCall, { username: KITCHEN, password, app_version_code: 125, platform: 'web' })
      ).token
      client = null
    },
    async live(now) {
      const token = kitchen
      if (token === null || now < lookDue) return
      lookDue = now + LOOK_S * 1000
      const answered = await bears(
        async () => {
          await cook(now, token)
          if (now < orderDue) return
          orderDue = now + integer(random, ORDERS_FROM_S, ORDERS_TO_S) * 1000
          await order((await api.call(kitchenStoresCall, { limit: 100 }, token)).items.map(({ id }) => id))
        },
        async () => {
          if (kitchen === token) await this.logIn()
        },
      )
      if (!answered) lookDue = Math.max(lookDue, now + AGAIN_S * 1000)
    },
    async leave() {
      for (const token of [kitchen, client])
        if (token !== null) await api.call(consoleLogoutCall, {}, token).catch(ignoreAnswers)
      kitchen = null
      client = null
    },
  }
}

/** One or two things that are not sold out, with as many options as each asks for. */
function cartOf(
  random: Random,
  { sections }: StoreMenu,
): { id_article: number; quantity: number; options: { id: number; quantity: number }[] }[] {
  const all = sections.flatMap(({ articles }) => articles.filter(({ sold_out }) => !sold_out))
  if (all.length === 0) return []
  const first = integer(random, 0, all.length - 1)
  return all.slice(first, first + integer(random, 1, 2)).map(({ id, groups }) => ({
    id_article: id,
    quantity: integer(random, 1, 2),
    options: groups.flatMap(({ minimum, options }) =>
      options
        .filter(({ sold_out }) => !sold_out)
        .slice(0, minimum)
        .map((option) => ({ id: option.id, quantity: 1 })),
    ),
  }))
}
