import type { JsonObject } from '#engine/model'
import { askGateway, objectOf, objectsOf, textOrNumber } from './ask-gateway'
import type { Access, Double, Gateway } from './gateway-kind'
import { isFresh, isSignedBy, headerValues } from './signed-by'

const BASE = 'https://api.mercadopago.com'
const MAX_FOUND = 30

/**
 * Mercado Pago, Checkout Pro: a preference is paid on Mercado Pago's page, as often as it is tried until it is over;
 * its payments carry our reference, by which they are found whatever became of the answer.
 */
export const mercadoPago: Gateway = {
  async create(at, { reference, amount, currency, expires, title, payer, origin }) {
    const page = `${origin}/api/hooks/payment_return`
    const made = await post(
      at,
      'checkout/preferences',
      {
        items: [{ id: reference, title, quantity: 1, unit_price: amount, currency_id: currency }],
        payer: { name: payer.name, surname: payer.surname, email: payer.email },
        external_reference: reference,
        notification_url: `${origin}/api/hooks/payments/${at.id}`,
        back_urls: { success: page, pending: page, failure: page },
        expires: true,
        expiration_date_to: expires,
        date_of_expiration: expires,
        binary_mode: true,
      },
      reference,
    )
    return {
      provider_id: textOrNumber(made['id']) ?? '',
      link: textOrNumber(at.sandbox ? (made['sandbox_init_point'] ?? made['init_point']) : made['init_point']) ?? '',
    }
  },
  async fetch(at, { reference }) {
    const [paid] = await approved(at, reference)
    if (!paid) return { state: 'pending', amount: 0, currency: '', paid_id: null }
    return { state: 'paid', ...paid }
  },
  async doubles(at, { reference, paid_id }) {
    return paid_id === null ? [] : (await approved(at, reference)).filter((one) => one.paid_id !== paid_id)
  },
  async refund(at, { paid_id, amount, key }) {
    await post(at, `v1/payments/${encodeURIComponent(paid_id ?? '')}/refunds`, { amount }, key)
  },
  async verify(at, { header, query, body }) {
    const parts = headerValues(header('x-signature'))
    const [[ts = ''], data, request] = [parts('ts'), query['data.id'] ?? '', header('x-request-id') ?? '']
    // What is not sent stands not in what is signed.
    const text = [
      data === '' ? '' : `id:${data.toLowerCase()};`,
      request === '' ? '' : `request-id:${request};`,
      `ts:${ts};`,
    ].join('')
    if (
      at.webhook_key === null ||
      data === '' ||
      !isFresh(ts, at.now) ||
      !isSignedBy(at.webhook_key, text, parts('v1'))
    )
      return 'forged'
    const type = query['type'] ?? objectOf(body.toString('utf8'))['type']
    if (type !== 'payment' || !/^\d{1,20}$/.test(data)) return null
    // The body is not signed: which charge it is of, the payment itself says.
    const reference = textOrNumber((await get(at, `v1/payments/${data}`))?.['external_reference'])
    return reference === null ? null : { event: `${data}:${request}:${ts}`, of: { reference } }
  },
}

/** The payments of a charge that were taken and not given back, the last first. */
async function approved(at: Access, reference: string): Promise<readonly Double[]> {
  const query = new URLSearchParams({
    external_reference: reference,
    sort: 'date_created',
    criteria: 'desc',
    limit: String(MAX_FOUND),
  })
  const found = objectsOf((await get(at, `v1/payments/search?${query.toString()}`))?.['results'])
  return found
    .filter(({ status, external_reference }) => status === 'approved' && external_reference === reference)
    .flatMap((one) => {
      const paid_id = textOrNumber(one['id'])
      return paid_id === null
        ? []
        : [{ paid_id, amount: Number(one['transaction_amount'] ?? 0), currency: String(one['currency_id'] ?? '') }]
    })
}

const get = (at: Access, path: string): Promise<JsonObject | null> =>
  askGateway({ url: `${at.base_url ?? BASE}/${path}`, key: at.secret_key })

async function post(at: Access, path: string, input: JsonObject, key: string): Promise<JsonObject> {
  const headers = { 'content-type': 'application/json', 'x-idempotency-key': key }
  return (
    (await askGateway({
      url: `${at.base_url ?? BASE}/${path}`,
      key: at.secret_key,
      method: 'POST',
      headers,
      body: JSON.stringify(input),
    })) ?? {}
  )
}
