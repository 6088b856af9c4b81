import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JsonObject } from '../../src/model/json'

/** A call as a provider sends it. */
export interface Notice {
  readonly query?: string
  readonly headers: { readonly [name: string]: string }
  readonly body: string
}

/** A provider played on this machine, in its documented form; amounts here are in its own units. */
export interface PaymentProvider {
  readonly url: string
  readonly asked: {
    readonly method: string
    readonly path: string
    readonly key: string | undefined
    readonly token: string | undefined
    readonly body: string
  }[]
  /** Does nothing and says it is busy. */
  isDown: boolean
  /** So many answers are lost after the work is done. */
  lost: number
  /** Charges that were opened, each once. */
  opened(): number
  /** Somebody pays the charge with this reference. */
  pay(reference: string, amount: number, currency: string): void
  refunds(): readonly number[]
  /** The signed call about a charge. */
  notice(reference: string, now: Date, event: string): Notice
  close(): Promise<void>
}

export const WEBHOOK_KEY = 'clave-de-los-avisos'

type Answer = readonly [status: number, body: JsonObject]
type Route = (method: string, url: URL, body: string, key: string | undefined) => Answer
type Plays = Pick<PaymentProvider, 'opened' | 'pay' | 'refunds' | 'notice'> & { readonly route: Route }

const NONE: Answer = [404, { error: { code: 'resource_missing' } }]
const hmac = (text: string): string => createHmac('sha256', WEBHOOK_KEY).update(text).digest('hex')

/** Stripe Checkout: forms in, an idempotency key for each charge and refund. */
export function stripePlays(): Plays {
  const sessions = new Map<string, JsonObject>()
  const refunds = new Map<string, number>()
  const of = (reference: string): JsonObject =>
    [...sessions.values()].find((one) => one['client_reference_id'] === reference) ?? {}
  return {
    opened: () => sessions.size,
    refunds: () => [...refunds.values()],
    pay: (reference, amount_total, currency) => {
      const session = of(reference)
      sessions.set(String(session['id']), {
        ...session,
        status: 'complete',
        payment_status: 'paid',
        amount_total,
        currency: currency.toLowerCase(),
        payment_intent: `pi_${reference}`,
      })
    },
    notice: (reference, now, event) => {
      const t = Math.floor(now.getTime() / 1000)
      const body = JSON.stringify({
        id: event,
        type: 'checkout.session.completed',
        data: { object: { id: of(reference)['id'] ?? '' } },
      })
      return { headers: { 'stripe-signature': `t=${t},v1=${hmac(`${t}.${body}`)},v0=00` }, body }
    },
    route: (method, { pathname }, body, key) => {
      const form = new URLSearchParams(body)
      const id = pathname.split('/')[4] ?? ''
      if (method === 'POST' && pathname === '/v1/checkout/sessions') {
        const known = `cs_${key ?? ''}`
        if (form.get('mode') !== 'payment' || Number(form.get('expires_at')) % 1 !== 0)
          return [400, { error: { code: 'parameter_invalid' } }]
        if (!sessions.has(known))
          sessions.set(known, {
            id: known,
            client_reference_id: form.get('client_reference_id'),
            url: `https://checkout.stripe.com/c/pay/${known}`,
            status: 'open',
            payment_status: 'unpaid',
            amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
            currency: form.get('line_items[0][price_data][currency]'),
            payment_intent: null,
          })
        return [200, sessions.get(known)!]
      }
      if (method === 'POST' && pathname === '/v1/refunds') {
        if (!form.get('payment_intent')?.startsWith('pi_')) return [400, { error: { code: 'parameter_missing' } }]
        refunds.set(key ?? '', Number(form.get('amount')))
        return [200, { id: `re_${key ?? ''}`, status: 'succeeded' }]
      }
      const session = sessions.get(id)
      if (!session) return NONE
      if (pathname.endsWith('/expire')) sessions.set(id, { ...session, status: 'expired' })
      return [200, sessions.get(id)!]
    },
  }
}

/** Mercado Pago: a preference, and payments that carry its reference. */
export function mercadoPagoPlays(): Plays {
  const preferences = new Map<string, JsonObject>()
  const payments: JsonObject[] = []
  const refunds = new Map<string, number>()
  return {
    opened: () => preferences.size,
    refunds: () => [...refunds.values()],
    pay: (external_reference, amount, currency_id) =>
      void payments.push({
        id: 7_000_000_000 + payments.length,
        status: 'approved',
        external_reference,
        transaction_amount: amount / 100,
        currency_id,
      }),
    notice: (reference, now, event) => {
      const id = String(payments.find((one) => one['external_reference'] === reference)?.['id'] ?? '1')
      const ts = String(now.getTime())
      return {
        query: `?data.id=${id}&type=payment`,
        body: JSON.stringify({ id: 1, type: 'payment', action: 'payment.updated', data: { id } }),
        headers: {
          'x-signature': `ts=${ts},v1=${hmac(`id:${id};request-id:${event};ts:${ts};`)}`,
          'x-request-id': event,
        },
      }
    },
    route: (method, { pathname, searchParams }, body, key) => {
      const input = method === 'POST' ? (JSON.parse(body) as JsonObject) : {}
      if (pathname === '/checkout/preferences') {
        const id = `123-${key ?? ''}`
        preferences.set(id, {
          id,
          init_point: `https://www.mercadopago.com.pe/checkout/v1/redirect?pref_id=${id}`,
          sandbox_init_point: `https://sandbox.mercadopago.com.pe/?pref_id=${id}`,
        })
        return [201, preferences.get(id)!]
      }
      if (pathname === '/v1/payments/search')
        return [
          200,
          {
            results: payments.filter((one) => one['external_reference'] === searchParams.get('external_reference')),
            paging: {},
          },
        ]
      const payment = payments.find((one) => String(one['id']) === pathname.split('/')[3])
      if (!payment) return NONE
      if (method === 'GET') return [200, payment]
      refunds.set(key ?? '', Math.round(Number(input['amount']) * 100))
      return [201, { id: refunds.size, status: 'approved' }]
    },
  }
}

/** Culqi: orders and charges; no keys against doubles, and no signatures. */
export function culqiPlays(): Plays {
  const orders = new Map<string, JsonObject>()
  const charges = new Map<string, JsonObject>()
  const refunds: number[] = []
  return {
    opened: () => new Set([...orders.values()].map((one) => one['order_number'])).size,
    refunds: () => refunds,
    pay: (reference, amount, currency_code) =>
      void charges.set(`chr_test_${reference}`, {
        id: `chr_test_${reference}`,
        amount,
        currency_code,
        amount_refunded: 0,
        outcome: { type: 'venta_exitosa' },
        metadata: { reference },
      }),
    notice: (reference, _now, event) => ({
      headers: { authorization: `Basic ${Buffer.from(`toolrides:${WEBHOOK_KEY}`).toString('base64')}` },
      body: JSON.stringify({
        object: 'event',
        id: event,
        type: 'charge.creation.succeeded',
        data: JSON.stringify({ object: 'charge', id: `chr_test_${reference}`, metadata: { reference } }),
      }),
    }),
    route: (method, { pathname }, body) => {
      const input = method === 'POST' ? (JSON.parse(body) as JsonObject) : {}
      const [, , kind = '', id = ''] = pathname.split('/')
      if (kind === 'orders' && method === 'POST') {
        const made = `ord_test_${orders.size}`
        orders.set(made, { id: made, state: 'created', creation_date: 1, ...input })
        return [201, orders.get(made)!]
      }
      if (kind === 'refunds') {
        const charge = charges.get(String(input['charge_id']))
        if (!charge) return NONE
        refunds.push(Number(input['amount']))
        charges.set(String(charge['id']), {
          ...charge,
          amount_refunded: Number(charge['amount_refunded']) + Number(input['amount']),
        })
        return [201, { id: 'ref_test_1' }]
      }
      if (kind === 'charges' && method === 'POST') {
        if (input['source_id'] !== 'tkn_test_good')
          return [402, { object: 'error', type: 'card_error', code: 'card_declined' }]
        const { reference } = input['metadata'] as { reference: string }
        charges.set(`chr_test_${reference}`, {
          id: `chr_test_${reference}`,
          ...input,
          amount_refunded: 0,
          outcome: { type: 'venta_exitosa' },
        })
        return [201, charges.get(`chr_test_${reference}`)!]
      }
      if (kind === 'charges' && id === '') return [200, { data: [...charges.values()] }]
      const found = (kind === 'orders' ? orders : charges).get(id)
      return found ? [200, found] : NONE
    },
  }
}

/** Lets it answer on this machine. */
export async function played({ route, ...plays }: Plays): Promise<PaymentProvider> {
  const asked: PaymentProvider['asked'][number][] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const [method, path, body] = [request.method ?? '', request.url ?? '', Buffer.concat(parts).toString('utf8')]
      const key = String(request.headers['idempotency-key'] ?? request.headers['x-idempotency-key'] ?? '') || undefined
      asked.push({ method, path, key, token: request.headers.authorization, body })
      const [status, answer] = provider.isDown
        ? ([503, {}] as const)
        : route(method, new URL(path, 'http://provider'), body, key)
      const isLost = method === 'POST' && provider.lost > 0
      if (isLost) provider.lost -= 1
      response
        .writeHead(isLost ? 502 : status, { 'content-type': 'application/json' })
        .end(JSON.stringify(isLost ? {} : answer))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const provider: PaymentProvider = {
    ...plays,
    asked,
    isDown: false,
    lost: 0,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close').catch(() => {})
    },
  }
  return provider
}
