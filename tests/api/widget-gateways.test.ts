import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { paymentsJob } from '../../custom/widgets/server/pay/payments-job'
import { oneEngine } from '../engines'
import {
  culqiPlays,
  mercadoPagoPlays,
  type Notice,
  type PaymentProvider,
  played,
  stripePlays,
  WEBHOOK_KEY,
} from './payment-providers'
import { NOON } from './services-fixture'
import { widgetApp, type WidgetApp } from './widget-fixture'

const SECRET = 'sk_test_no_se_lee'

oneEngine((_engine, open) => {
  let at: WidgetApp
  let now = NOON
  let nora: { readonly token: string; readonly id: number }
  let keys = 0
  const LATER = { date_start: '2026-11-25T15:00:00.000Z' }
  const db = () => at.server.database.db
  const work = () =>
    paymentsJob.run({ runtime: at.server.runtime, signal: new AbortController().signal, log: () => {} })

  const gatewayOf = async (row: JsonObject) => {
    const made = await at.call('root', 'payment_gateways/create', {
      secret_key: SECRET,
      webhook_key: WEBHOOK_KEY,
      username: 'toolrides',
      ...row,
    })
    expect(made.status, made.text).toBe(200)
    return Number(made.body['id'])
  }

  beforeAll(async () => {
    at = await widgetApp(open, () => now)
    nora = await at.client('Nora')
  })

  // What one person may book in an hour is not this file's matter.
  beforeEach(() => at.server.database.transaction((tx) => tx.deleteFrom('widget_uses').execute()))

  describe.each([
    ['stripe', stripePlays, { host: 'https://checkout.stripe.com/' }],
    ['mercadopago', mercadoPagoPlays, { host: 'https://sandbox.mercadopago.com.pe/' }],
    ['culqi', culqiPlays, { host: '/api/hooks/culqi/' }],
  ] as const)('%s', (type, plays, { host }) => {
    let provider: PaymentProvider
    let gateway = 0
    let widget = 0
    let method = 0
    const book = async () => {
      const input = at.trip({
        id_product: at.id['taxi']!,
        id_payment: method,
        idempotency: `${type}-${String(++keys).padStart(6, '0')}`,
        ...LATER,
      })
      const { body, text, status } = await at.page('POST', `client/widgets/${widget}/createService`, input, nora.token)
      expect(status, text).toBe(200)
      return Number(body['id_service'])
    }
    const link = (id_service: number) => at.page('GET', 'client/widgets/createLinkPrepaid', { id_service }, nora.token)
    const check = async (id_service: number) =>
      (await at.page('GET', 'client/widgets/checkPaid', { id_service }, nora.token)).body['state']
    const stateOf = async (id: number) =>
      (await db().selectFrom('services').select('state').where('id', '=', id).executeTakeFirstOrThrow())['state']
    const payment = (id_service: number) =>
      db().selectFrom('payments').selectAll().where('id_service', '=', id_service).executeTakeFirstOrThrow()
    const minor = async (id_service: number) => Math.round(Number((await payment(id_service))['amount']) * 100)
    const charged = async () => {
      const id_service = await book()
      const { text, status } = await link(id_service)
      expect(status, text).toBe(200)
      return { id_service, reference: String((await payment(id_service))['reference']), cents: await minor(id_service) }
    }
    const send = async ({ query = '', headers, body }: Notice) =>
      (
        await at.server.app.inject({
          method: 'POST',
          url: `/api/hooks/payments/${gateway}${query}`,
          headers: { 'content-type': 'application/json', ...headers },
          payload: body,
        })
      ).statusCode

    beforeAll(async () => {
      provider = await played(plays())
      gateway = await gatewayOf({
        type,
        name: `Pasarela ${type}`,
        public_key: 'pk_test',
        base_url: `${provider.url}/`,
        sandbox: 1,
      })
      method = await at.put('payment_methods', {
        name: `En línea ${type}`,
        type: 'prepaid',
        id_payment_gateway: gateway,
      })
      widget = Number(
        (
          await at.call('root', 'widgets/create', {
            name: `Prepago ${type}`,
            address_restriction: '0',
            id_payment_methods: [method],
          })
        ).body['id'],
      )
    })
    afterAll(() => provider?.close())

    test('keeps its keys to itself, and sends them to its own address alone', async () => {
      const read = await at.server.call('root', 'GET', `payment_gateways/${gateway}`)
      expect([read.status, read.text.includes(SECRET), read.text.includes(WEBHOOK_KEY)]).toEqual([200, false, false])
      await charged()
      expect(new Set(provider.asked.map(({ token }) => token))).toEqual(new Set([`Bearer ${SECRET}`]))
    })

    test('opens one charge however often it is asked, and lets the ride go once it says itself that it is paid', async () => {
      const before = provider.opened()
      const id_service = await book()
      const links = await Promise.all([link(id_service), link(id_service)])
      expect(new Set(links.map(({ body }) => body['link'])).size).toBe(1)
      expect(String(links[0].body['link'])).toContain(host)
      expect(provider.opened()).toBe(before + 1)
      const [{ reference }, cents] = [await payment(id_service), await minor(id_service)]
      expect(await send(provider.notice(String(reference), now, `${type}-early`))).toBe(200)
      expect([await check(id_service), await stateOf(id_service)]).toEqual(['pending', 'created'])
      provider.pay(String(reference), cents, 'PEN')
      const told = provider.notice(String(reference), now, `${type}-paid`)
      expect(await Promise.all([send(told), send(told), send(told)])).toEqual([200, 200, 200])
      expect([await stateOf(id_service), (await payment(id_service))['state']]).toEqual(['scheduled', 'paid'])
      const kinds = await db()
        .selectFrom('payment_events')
        .select('kind')
        .where('id_payment', '=', Number((await payment(id_service))['id']))
        .orderBy('id')
        .execute()
      expect(kinds.filter(({ kind }) => kind === 'paid')).toHaveLength(1)
      expect((await link(id_service)).status).toBe(409)
    })

    test('an event that is forged, of another key or too old is refused, and asks nobody anything', async () => {
      const { id_service, reference, cents } = await charged()
      provider.pay(reference, cents, 'PEN')
      const right = provider.notice(reference, now, `${type}-forged`)
      const asked = provider.asked.length
      const forged = Object.fromEntries(
        Object.entries(right.headers).map(([name, value]) => [
          name,
          value.replace(/v1=[0-9a-f]{8}/, 'v1=00000000').replace(/Basic .*/, 'Basic bm86bm8='),
        ]),
      )
      expect(await send({ ...right, headers: forged })).toBe(403)
      expect(await send({ ...right, headers: {} })).toBe(403)
      if (type !== 'culqi')
        expect(await send(provider.notice(reference, new Date(now.getTime() - 10 * 60_000), `${type}-old`))).toBe(403)
      expect([provider.asked.length, await stateOf(id_service)]).toEqual([asked, 'created'])
    })

    test('that does not answer is said so, and nothing is lost: the same charge is asked for again', async () => {
      const before = provider.opened()
      const id_service = await book()
      provider.isDown = true
      const down = await link(id_service)
      expect([down.status, down.body['msg']]).toEqual([
        503,
        'La pasarela de pago no responde. Su reserva sigue en pie: espere un momento y vuelva a intentarlo.',
      ])
      provider.isDown = false
      // It has made the charge, and its answer is lost on the way.
      provider.lost = 1
      expect((await link(id_service)).status).toBe(503)
      expect((await link(id_service)).status).toBe(200)
      expect([provider.opened(), await stateOf(id_service)]).toEqual([before + 1, 'created'])
      const [{ reference }, cents] = [await payment(id_service), await minor(id_service)]
      provider.pay(String(reference), cents, 'PEN')
      const told = provider.notice(String(reference), now, `${type}-busy`)
      provider.isDown = true
      expect(await send(told)).toBe(503)
      provider.isDown = false
      expect([await send(told), await stateOf(id_service)]).toEqual([200, 'scheduled'])
    })

    test.runIf(type === 'mercadopago')(
      'what is paid twice pays once, and the second payment is given back by itself, once',
      async () => {
        const { id_service, reference, cents } = await charged()
        provider.pay(reference, cents, 'PEN')
        expect(await send(provider.notice(reference, now, `${type}-one`))).toBe(200)
        const given = provider.refunds().length
        provider.pay(reference, cents, 'PEN')
        const second = provider.notice(reference, now, `${type}-two`)
        provider.isDown = true
        expect(await send(second)).toBe(503)
        provider.isDown = false
        expect([
          await send(second),
          await send(second),
          await send(provider.notice(reference, now, `${type}-three`)),
        ]).toEqual([200, 200, 200])
        expect(provider.refunds().slice(given)).toEqual([cents])
        expect([
          await stateOf(id_service),
          (await payment(id_service))['state'],
          Number((await payment(id_service))['amount_refunded']),
        ]).toEqual(['scheduled', 'paid', 0])
        const noted = await db()
          .selectFrom('payment_events')
          .select('amount')
          .where('id_payment', '=', Number((await payment(id_service))['id']))
          .where('kind', '=', 'doubled')
          .execute()
        expect(noted.map(({ amount }) => Math.round(Number(amount) * 100))).toEqual([cents])
      },
    )

    test.each([
      ['another amount', -1, 'PEN'],
      ['another currency', 0, 'USD'],
    ])('a charge of %s pays for nothing, and is given back whole by itself', async (_what, more, currency) => {
      const { id_service, reference, cents } = await charged()
      const given = provider.refunds().length
      provider.pay(reference, cents + more, currency)
      expect(await send(provider.notice(reference, now, `${type}-wrong-${currency}`))).toBe(200)
      expect([
        (await payment(id_service))['state'],
        await stateOf(id_service),
        (await link(id_service)).status,
      ]).toEqual(['wrong', 'created', 409])
      await work()
      await work()
      expect(provider.refunds().slice(given)).toEqual([cents + more])
      expect((await payment(id_service))['date_refunded']).not.toBeNull()
      // The ride still waits: it is paid with a new charge.
      expect((await link(id_service)).status).toBe(200)
      expect((await payment(id_service))['reference']).not.toBe(reference)
    })

    test('what was paid for a ride that is called off is given back once, whatever is lost between', async () => {
      const { id_service, reference, cents } = await charged()
      const given = provider.refunds().length
      provider.pay(reference, cents, 'PEN')
      await send(provider.notice(reference, now, `${type}-off`))
      expect((await at.call('operator', 'dispatcher/cancelService', { id_service })).status).toBe(200)
      provider.lost = 1
      await work()
      expect([
        Number((await payment(id_service))['amount_refunded']),
        (await payment(id_service))['refund_error'],
      ]).toEqual([0, 'http_502'])
      await work()
      now = new Date(now.getTime() + 2 * 60_000)
      await work()
      now = NOON
      expect(provider.refunds().slice(given)).toEqual([cents])
      expect([
        Number((await payment(id_service))['amount_refunded']) * 100,
        (await payment(id_service))['refund_error'],
      ]).toEqual([cents, null])
    })

    test('what is paid too late is given back', async () => {
      const { id_service, reference, cents } = await charged()
      const given = provider.refunds().length
      now = new Date(NOON.getTime() + 31 * 60_000)
      await work()
      expect(await stateOf(id_service)).toBe('canceled')
      provider.pay(reference, cents, 'PEN')
      expect(await send(provider.notice(reference, now, `${type}-late`))).toBe(200)
      await work()
      now = NOON
      expect([await stateOf(id_service), provider.refunds().slice(given)]).toEqual(['canceled', [cents]])
    })
  })

  describe("culqi's page", () => {
    test("charges a card's token once, says when it is declined, and lets no other script in", async () => {
      const provider = await played(culqiPlays())
      const gateway = await gatewayOf({
        type: 'culqi',
        name: 'Culqi en página',
        public_key: 'pk_test_<x>',
        base_url: provider.url,
      })
      const method = await at.put('payment_methods', {
        name: 'Culqi en página',
        type: 'prepaid',
        id_payment_gateway: gateway,
      })
      const widget = Number(
        (
          await at.call('root', 'widgets/create', {
            name: 'Culqi',
            address_restriction: '0',
            id_payment_methods: [method],
          })
        ).body['id'],
      )
      const { body } = await at.page(
        'POST',
        `client/widgets/${widget}/createService`,
        at.trip({ id_product: at.id['taxi']!, id_payment: method, idempotency: 'culqi-page-1', ...LATER }),
        nora.token,
      )
      const url = new URL(
        String(
          (
            await at.page(
              'GET',
              'client/widgets/createLinkPrepaid',
              { id_service: Number(body['id_service']) },
              nora.token,
            )
          ).body['link'],
        ),
        'http://here',
      ).pathname
      const post = (token: string) =>
        at.server.app.inject({
          method: 'POST',
          url,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: `token=${token}`,
        })
      const page = await at.server.app.inject({ url, headers: { 'accept-language': 'en' } })
      expect([
        page.statusCode,
        page.body.includes('checkout.culqi.com/js/v4'),
        page.body.includes('<x>'),
        page.body.includes('Nora'),
      ]).toEqual([200, true, false, false])
      expect(String(page.headers['content-security-policy'])).toMatch(
        /^default-src 'none'; script-src 'nonce-[^']+' https:\/\/checkout\.culqi\.com;/,
      )
      expect((await post('tkn_test_bad')).body).toContain('Pago rechazado')
      expect((await post('tkn_test_good')).body).toContain('Pagado')
      expect((await post('tkn_test_good')).body).toContain('Pagado')
      expect(provider.asked.filter(({ method: sent, path }) => sent === 'POST' && path === '/v2/charges')).toHaveLength(
        2,
      )
      await provider.close()
    })
  })

  describe('the payments of the house', () => {
    test('are seen by staff with what happened in each, and given back by whoever may edit them', async () => {
      const provider = await played(stripePlays())
      const gateway = await gatewayOf({ type: 'stripe', name: 'Otra Stripe', public_key: 'pk', base_url: provider.url })
      const method = await at.put('payment_methods', {
        name: 'Otra en línea',
        type: 'prepaid',
        id_payment_gateway: gateway,
      })
      const widget = Number(
        (
          await at.call('root', 'widgets/create', {
            name: 'Otra',
            address_restriction: '0',
            id_payment_methods: [method],
          })
        ).body['id'],
      )
      const booked = await at.page(
        'POST',
        `client/widgets/${widget}/createService`,
        at.trip({ id_product: at.id['taxi']!, id_payment: method, idempotency: 'staff-refund-1', ...LATER }),
        nora.token,
      )
      const id_service = Number(booked.body['id_service'])
      await at.page('GET', 'client/widgets/createLinkPrepaid', { id_service }, nora.token)
      const { id, reference, amount } = await db()
        .selectFrom('payments')
        .selectAll()
        .where('id_service', '=', id_service)
        .executeTakeFirstOrThrow()
      expect((await at.call('root', 'payments/refund', { id: Number(id) })).status).toBe(409)
      // Nobody starts by hand what nobody has paid.
      const started = await at.call('operator', 'dispatcher/requestVehicle', { id_service })
      const cents = Math.round(Number(amount) * 100)
      provider.pay(String(reference), cents, 'PEN')
      await at.page('GET', 'client/widgets/checkPaid', { id_service }, nora.token)
      const list = await at.server.call('root', 'GET', 'payments', { filters: JSON.stringify({ id_service }) })
      const [row] = list.body['items'] as JsonObject[]
      expect([row?.['state'], row?.['provider_id'], row?.['link'], row?.['reference']]).toEqual([
        'paid',
        `cs_${String(reference)}`,
        undefined,
        undefined,
      ])
      const events = await at.server.call('root', 'GET', 'payment_events', {
        filters: JSON.stringify({ id_payment: Number(id) }),
      })
      expect((events.body['items'] as JsonObject[]).map(({ kind }) => kind)).toEqual(['paid', 'link'])
      const asked = await at.server.request({
        method: 'POST',
        url: '/api/admin/payments/refund',
        token: nora.token,
        payload: JSON.stringify({ id: Number(id) }),
      })
      expect([asked.status, provider.refunds()]).toEqual([403, []])
      provider.isDown = true
      expect((await at.call('root', 'payments/refund', { id: Number(id) })).status).toBe(503)
      provider.isDown = false
      const back = await at.call('root', 'payments/refund', { id: Number(id) })
      expect([back.status, back.body['msg'], provider.refunds()]).toEqual([200, 'Se devolvió el pago.', [cents]])
      expect((await at.call('root', 'payments/refund', { id: Number(id) })).status).toBe(409)
      expect([started.status, started.body['msg'], provider.refunds()]).toEqual([
        409,
        'Espera su pago en línea: saldrá solo cuando el cliente pague, o se anulará si nadie paga a tiempo. Puede cancelarlo.',
        [cents],
      ])
      await provider.close()
    })
  })
})
