import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type CallContext, callLimit, type Db, serveCall, sharedKey } from '#engine/server'
import { type OrderLine, orderQuoteCall } from '../../model/client-calls'
import { type DeliveryPlace, pricedTexts, priceOrder } from './price-order'

/** Minutes for which a price is kept while somebody fills in the rest. */
const QUOTE_MINUTES = 15
/** Prices of one network in a minute: each asks for a route. */
const MAX_QUOTES = 60
const SETTING = 'delivery_quote_key'
const countQuote = callLimit('widgets.too_many')

/** What a quote promises; its total is in minor units. */
interface OrderPromise {
  /** Chance, so that no two quotes are the same. */
  readonly nonce: string
  readonly id_store: number
  readonly place: DeliveryPlace
  readonly lines: readonly OrderLine[]
  readonly total: number
  readonly delivery: number
  /** ISO 8601 UTC. */
  readonly expires: string
}

/** `POST client/delivery/quote`. */
export const orderQuote = serveCall(orderQuoteCall, async (context, { id_store, place, lines }) => {
  const { db, network, now } = context
  countQuote(db, `order quotes network ${network}`, now(), MAX_QUOTES)
  const priced = await priceOrder(context, id_store, place, lines)
  const expires = new Date(now().getTime() + QUOTE_MINUTES * 60_000).toISOString()
  const nonce = randomBytes(9).toString('base64url')
  const token = await sealed(db, {
    nonce,
    id_store,
    place,
    lines,
    total: priced.total,
    delivery: priced.delivery,
    expires,
  })
  return { ...pricedTexts(context, priced), minutes: priced.minutes, token, expires }
})

const signature = (key: Buffer, body: string): Buffer => createHmac('sha256', key).update(body).digest()

async function sealed(db: Db, promise: OrderPromise): Promise<string> {
  const body = Buffer.from(JSON.stringify(promise)).toString('base64url')
  return `${body}.${signature(await sharedKey(db, SETTING), body).toString('base64url')}`
}

/** The promise of a token; null: it is not ours, or was altered. */
export async function promiseOf({ db }: Pick<CallContext, 'db'>, token: string): Promise<OrderPromise | null> {
  const [body = '', given = ''] = token.split('.')
  const [own, theirs] = [signature(await sharedKey(db, SETTING), body), Buffer.from(given, 'base64url')]
  if (own.length !== theirs.length || !timingSafeEqual(own, theirs)) return null
  return JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as OrderPromise
}
