import { createHash, timingSafeEqual } from 'node:crypto'
import type { JsonObject } from '#engine/model'
import { askGateway, childOf, GatewayError, objectOf, objectsOf, textOrNumber } from './ask-gateway'
import type { Access, Gateway, KnownCharge } from './gateway-kind'
import { majorUnits, inMinorUnits } from './minor-units'

const BASE = 'https://api.culqi.com'
const MAX_FOUND = 100
const MAX_TITLE = 80
const PAGE = '/api/hooks/culqi/'

/**
 * Culqi: an order, paid on a page of ours by Culqi Checkout; a card comes back as a token, which is charged here. An
 * order that was paid by other means says so itself; charges carry our reference, by which they are found whatever
 * became of the answer.
 */
export const culqi: Gateway = {
  async create(at, { reference, amount, currency, expires, title, payer, origin }) {
    const { name, surname, email, phone } = payer
    const made = await post(at, 'orders', {
      amount: inMinorUnits(amount, currency),
      currency_code: currency,
      description: title.slice(0, MAX_TITLE),
      order_number: reference,
      confirm: false,
      client_details: { first_name: name, last_name: surname, email, phone_number: phone.replace(/[^+\d]/g, '') },
      expiration_date: Math.floor(Date.parse(expires) / 1000),
      metadata: { reference },
    })
    return { provider_id: textOrNumber(made['id']) ?? '', link: `${origin}${PAGE}${reference}` }
  },
  async fetch(at, { reference, provider_id, paid_id }) {
    const order = await get(at, `orders/${encodeURIComponent(provider_id)}`)
    if (!order) return null
    const charge =
      paid_id === null ? await chargeOf(at, reference, order) : await get(at, `charges/${encodeURIComponent(paid_id)}`)
    if (charge) return { state: 'paid', ...amountOf(charge), paid_id: textOrNumber(charge['id']) }
    const state =
      order['state'] === 'paid'
        ? 'paid'
        : order['state'] === 'expired' || order['state'] === 'deleted'
          ? 'failed'
          : 'pending'
    return { state, ...amountOf(order), paid_id: null }
  },
  async refund(at, { paid_id, amount, total, currency }) {
    const charge = paid_id === null ? null : await get(at, `charges/${encodeURIComponent(paid_id)}`)
    // Cash and wallets are given back by hand, in Culqi's own panel.
    if (!charge) throw new GatewayError('by_hand', false)
    // Culqi has no keys of its own: what was given back is asked first, so that an answer that was lost gives nothing
    // twice.
    if (Number(charge['amount_refunded'] ?? 0) >= inMinorUnits(total, currency)) return
    await post(at, 'refunds', {
      amount: inMinorUnits(amount, currency),
      charge_id: paid_id,
      reason: 'solicitud_comprador',
    })
  },
  async verify(at, { header, body }) {
    // Culqi signs nothing: its calls carry the name and password that were given to it for them.
    const due = `Basic ${Buffer.from(`${at.username ?? ''}:${at.webhook_key ?? ''}`).toString('base64')}`
    if (!at.webhook_key || !isSame(due, header('authorization') ?? '')) return 'forged'
    const { id, type, data } = objectOf(body.toString('utf8'))
    const of = typeof data === 'string' ? objectOf(data) : childOf(data)
    const reference = textOrNumber(childOf(of['metadata'])['reference']) ?? textOrNumber(of['order_number'])
    const isOfCharge = /^(order\.status\.changed|charge\.(creation\.succeeded|status\.changed))$/.test(String(type))
    const event = textOrNumber(id)
    return event !== null && reference !== null && isOfCharge ? { event, of: { reference } } : null
  },
}

/** Charges a card of which Culqi's page made a token. @throws {GatewayError} */
export async function chargeToken(
  at: Access,
  known: KnownCharge,
  {
    token,
    email,
    amount,
    currency,
  }: { readonly token: string; readonly email: string; readonly amount: number; readonly currency: string },
): Promise<void> {
  await post(at, 'charges', {
    amount: inMinorUnits(amount, currency),
    currency_code: currency,
    email,
    source_id: token,
    capture: true,
    metadata: { reference: known.reference, order_id: known.provider_id },
  })
}

/** The charge that carries our reference, among those since the order was made. */
async function chargeOf(at: Access, reference: string, order: JsonObject): Promise<JsonObject | null> {
  const query = new URLSearchParams({
    limit: String(MAX_FOUND),
    creation_date_from: String(order['creation_date'] ?? ''),
  })
  const found = objectsOf((await get(at, `charges?${query.toString()}`))?.['data'])
  return (
    found.find(
      (one) =>
        childOf(one['metadata'])['reference'] === reference && childOf(one['outcome'])['type'] === 'venta_exitosa',
    ) ?? null
  )
}

function amountOf({ amount, currency_code, currency: other }: JsonObject): {
  readonly amount: number
  readonly currency: string
} {
  const currency = String(currency_code ?? other ?? '')
  return { amount: majorUnits(Number(amount ?? 0), currency), currency }
}

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(a, b)
}

const get = (at: Access, path: string): Promise<JsonObject | null> =>
  askGateway({ url: `${at.base_url ?? BASE}/v2/${path}`, key: at.secret_key })

async function post(at: Access, path: string, input: JsonObject): Promise<JsonObject> {
  const headers = { 'content-type': 'application/json' }
  return (
    (await askGateway({
      url: `${at.base_url ?? BASE}/v2/${path}`,
      key: at.secret_key,
      method: 'POST',
      headers,
      body: JSON.stringify(input),
    })) ?? {}
  )
}
