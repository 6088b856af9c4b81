import type { Json, JsonObject } from '#engine/model'
import { askGateway, childOf, objectOf, textOrNumber } from './ask-gateway'
import type { Access, Charge, Charged, Gateway } from './gateway-kind'
import { majorUnits, inMinorUnits } from './minor-units'
import { isFresh, isSignedBy, headerValues } from './signed-by'

const BASE = 'https://api.stripe.com'
/** The shape of the answers that are read here. */
const VERSION = '2024-06-20'
/** A page of Stripe's stands for half an hour at least. */
const MIN_OPEN_S = 31 * 60
/** Amounts of these are written in hundredths, which they no longer have. */
const AS_HUNDREDTHS = new Set(['ISK', 'UGX'])
const TOLD = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
])

const toStripe = (amount: number, currency: string): number =>
  AS_HUNDREDTHS.has(currency) ? Math.round(amount) * 100 : inMinorUnits(amount, currency)
const fromStripe = (minor: number, currency: string): number =>
  AS_HUNDREDTHS.has(currency) ? minor / 100 : majorUnits(minor, currency)

/** Stripe Checkout: a session on Stripe's own page. */
export const stripe: Gateway = {
  async create(at, charge) {
    const session = await post(at, 'checkout/sessions', formOf(at, charge), charge.reference)
    return { provider_id: textOrNumber(session['id']) ?? '', link: textOrNumber(session['url']) ?? '' }
  },
  async fetch(at, { provider_id }) {
    const session = await get(at, `checkout/sessions/${encodeURIComponent(provider_id)}`)
    return session && chargedOf(session)
  },
  async refund(at, { provider_id, paid_id, amount, currency, key }) {
    const intent =
      paid_id ??
      textOrNumber((await get(at, `checkout/sessions/${encodeURIComponent(provider_id)}`))?.['payment_intent'])
    await post(at, 'refunds', { payment_intent: intent ?? '', amount: toStripe(amount, currency) }, key)
  },
  async close(at, { provider_id }) {
    const session = await get(at, `checkout/sessions/${encodeURIComponent(provider_id)}`)
    if (session?.['status'] === 'open')
      await post(at, `checkout/sessions/${encodeURIComponent(provider_id)}/expire`, {})
  },
  async verify({ webhook_key, now }, { header, body }) {
    const parts = headerValues(header('stripe-signature'))
    const [t = ''] = parts('t')
    // A copy of the bytes with the moment before them is what is signed.
    const isTheirs =
      webhook_key !== null &&
      isFresh(t, now) &&
      isSignedBy(webhook_key, Buffer.concat([Buffer.from(`${t}.`), body]), parts('v1'))
    if (!isTheirs) return 'forged'
    const { id, type, data } = objectOf(body.toString('utf8'))
    const [event, provider_id] = [textOrNumber(id), textOrNumber(childOf(childOf(data)['object'])['id'])]
    return event !== null && provider_id !== null && TOLD.has(String(type)) ? { event, of: { provider_id } } : null
  },
}

function formOf(
  { now }: Access,
  { reference, amount, currency, expires, title, payer, origin }: Charge,
): { readonly [name: string]: string | number } {
  const open_s = Math.max(Math.ceil(Date.parse(expires) / 1000), Math.ceil(now.getTime() / 1000) + MIN_OPEN_S)
  return {
    mode: 'payment',
    client_reference_id: reference,
    expires_at: open_s,
    success_url: `${origin}/api/hooks/payment_return`,
    cancel_url: `${origin}/api/hooks/payment_return`,
    'line_items[0][quantity]': 1,
    'line_items[0][price_data][currency]': currency.toLowerCase(),
    'line_items[0][price_data][unit_amount]': toStripe(amount, currency),
    'line_items[0][price_data][product_data][name]': title,
    'payment_intent_data[metadata][reference]': reference,
    ...(payer.email === '' ? {} : { customer_email: payer.email }),
    locale: payer.language === 'es' ? 'es-419' : (payer.language ?? 'auto'),
  }
}

function chargedOf({ status, payment_status, amount_total, currency, payment_intent }: JsonObject): Charged {
  const of = String(currency ?? '').toUpperCase()
  const state =
    payment_status === 'paid' || payment_status === 'no_payment_required'
      ? 'paid'
      : status === 'expired'
        ? 'failed'
        : 'pending'
  return { state, amount: fromStripe(Number(amount_total ?? 0), of), currency: of, paid_id: intentOf(payment_intent) }
}

const intentOf = (value: Json | undefined): string | null => textOrNumber(value) ?? textOrNumber(childOf(value)['id'])

const get = (at: Access, path: string): Promise<JsonObject | null> =>
  askGateway({ url: `${at.base_url ?? BASE}/v1/${path}`, key: at.secret_key, headers: { 'stripe-version': VERSION } })

async function post(
  at: Access,
  path: string,
  form: { readonly [name: string]: string | number },
  key?: string,
): Promise<JsonObject> {
  const body = new URLSearchParams(
    Object.entries(form).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  const headers = {
    'stripe-version': VERSION,
    'content-type': 'application/x-www-form-urlencoded',
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  }
  return (
    (await askGateway({
      url: `${at.base_url ?? BASE}/v1/${path}`,
      key: at.secret_key,
      method: 'POST',
      headers,
      body,
    })) ?? {}
  )
}
