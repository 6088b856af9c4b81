import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { signTestEvent } from '../../custom/widgets/server/pay/test-gateway'
import { paymentsJob } from '../../custom/widgets/server/pay/payments-job'
import { oneEngine } from '../engines'
import { NOON } from './services-fixture'
import { widgetApp, type WidgetApp } from './widget-fixture'

oneEngine((_engine, open) => {
  let at: WidgetApp
  let now = NOON
  let nora: { readonly token: string; readonly id: number }
  let widget = 0
  let gateway = 0
  let keys = 0
  const LATER = { date_start: '2026-11-25T15:00:00.000Z' }
  const BOTH = { ...LATER, date_return: '2026-11-25T20:00:00.000Z', type_request: 'with_return' }
  const db = () => at.server.database.db
  const book = async (more: JsonObject = {}) => {
    const { body, text, status } = await at.page(
      'POST',
      `client/widgets/${widget}/createService`,
      at.trip({ id_product: at.id['taxi']!, id_payment: at.id['ahead']!, idempotency: `payment-${++keys}`, ...more }),
      nora.token,
    )
    expect(status, text).toBe(200)
    return body as { readonly id_service: number; readonly id_service_return: number | null; readonly msg: string }
  }
  const link = (id_service: number, token = nora.token) =>
    at.page('GET', 'client/widgets/createLinkPrepaid', { id_service }, token)
  const charge = async (id_service: number) =>
    String((await link(id_service)).body['link'])
      .split('/')
      .at(-1)!
  const check = async (id_service: number) =>
    (await at.page('GET', 'client/widgets/checkPaid', { id_service }, nora.token)).body['state']
  const stateOf = async (id: number) =>
    (await db().selectFrom('services').select('state').where('id', '=', id).executeTakeFirstOrThrow())['state']
  const payment = (id_service: number) =>
    db().selectFrom('payments').selectAll().where('id_service', '=', id_service).executeTakeFirstOrThrow()
  const choose = (id: string, choice: string) =>
    at.server.app.inject({
      method: 'POST',
      url: `/api/hooks/test_gateway/${id}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `choice=${choice}`,
    })
  const send = async (
    event: JsonObject,
    { signed, sent = JSON.stringify(event) }: { readonly signed?: string; readonly sent?: string } = {},
  ) =>
    (
      await at.server.app.inject({
        method: 'POST',
        url: `/api/hooks/payments/${gateway}`,
        headers: {
          'content-type': 'application/json',
          'x-signature': signed ?? (await signTestEvent(db(), JSON.stringify(event), now)),
        },
        payload: sent,
      })
    ).statusCode
  const setCharge = (id: string, row: object) =>
    at.server.database.transaction((tx) => tx.updateTable('test_charges').set(row).where('id', '=', id).execute())
  const work = () =>
    paymentsJob.run({ runtime: at.server.runtime, signal: new AbortController().signal, log: () => {} })

  beforeAll(async () => {
    at = await widgetApp(open, () => now)
    gateway = await at.put('payment_gateways', { type: 'test', name: 'De prueba', state: '1' })
    const ahead = await at.put('payment_methods', { name: 'En línea', type: 'prepaid', id_payment_gateway: gateway })
    const unknown = await at.put('payment_gateways', { type: 'niubiz', name: 'Otra', state: '1' })
    const nowhere = await at.put('payment_methods', {
      name: 'Sin pasarela',
      type: 'prepaid',
      id_payment_gateway: unknown,
    })
    Object.assign(at.id, { ahead, nowhere })
    const { body } = await at.call('root', 'widgets/create', {
      name: 'Prepago',
      address_restriction: '0',
      id_payment_methods: [at.id['ahead']!, at.id['nowhere']!, at.id['cash']!],
    })
    widget = Number(body['id'])
    nora = await at.client('Nora')
  })

  describe('a booking that is paid ahead', () => {
    test("waits in created until it is paid on the gateway's page, and then goes where it would have gone", async () => {
      const offered = (await at.page('GET', `client/widgets/${widget}`)).body['payments'] as JsonObject[]
      expect(offered.map(({ name }) => name)).toEqual(['En línea', 'Efectivo'])
      const [soon, later] = [await book(), await book(LATER)]
      expect([soon.msg, await stateOf(soon.id_service), await check(soon.id_service)]).toEqual([
        'go_payment_prepaid',
        'created',
        'pending',
      ])
      for (const [ride, state] of [
        [soon, 'requested'],
        [later, 'scheduled'],
      ] as const) {
        const id = await charge(ride.id_service)
        const shown = await at.server.app.inject({ url: `/api/hooks/test_gateway/${id}` })
        expect([shown.statusCode, shown.body.includes('Pagar'), shown.body.includes('Nora')]).toEqual([
          200,
          true,
          false,
        ])
        expect((await choose(id, 'pay')).body).toContain('Pagado')
        expect([await stateOf(ride.id_service), await check(ride.id_service)]).toEqual([state, 'paid'])
        expect((await link(ride.id_service)).status).toBe(409)
      }
      const checked = await at.page('GET', 'client/widgets/checkPaid', { id_service: soon.id_service }, nora.token)
      expect(checked.body['text']).toBe('Su reserva ha sido creada con éxito.')
      const hebrew = await at.server.app.inject({
        url: '/api/hooks/test_gateway/none',
        headers: { 'accept-language': 'he' },
      })
      expect(hebrew.body).toContain('<html lang="he" dir="rtl">')
    })

    test('there and back is one payment of both prices', async () => {
      const { id_service, id_service_return } = await book(BOTH)
      const { amount, amount_return } = await payment(id_service)
      const prices = await db()
        .selectFrom('services')
        .select('price_total')
        .where('id', 'in', [id_service, id_service_return!])
        .orderBy('id')
        .execute()
      expect([Number(amount), Number(amount_return)]).toEqual(prices.map(({ price_total }) => Number(price_total)))
      await choose(await charge(id_service), 'pay')
      expect([await stateOf(id_service), await stateOf(id_service_return!)]).toEqual(['scheduled', 'scheduled'])
    })

    test('that was refused may be tried again, and has one charge open at a time', async () => {
      const { id_service } = await book(LATER)
      const [first, same] = await Promise.all([charge(id_service), charge(id_service)])
      expect(same).toBe(first)
      await choose(first, 'refuse')
      expect((await choose(first, 'pay')).body).toContain('rechazado')
      expect([await check(id_service), await stateOf(id_service)]).toEqual(['failed', 'created'])
      await choose(await charge(id_service), 'pay')
      expect([await check(id_service), await stateOf(id_service)]).toEqual(['paid', 'scheduled'])
    })

    test('that nobody pays in half an hour is called off, and one that is paid too late is given back', async () => {
      const { id_service } = await book(LATER)
      const id = await charge(id_service)
      now = new Date(NOON.getTime() + 31 * 60_000)
      await work()
      expect([await check(id_service), await stateOf(id_service)]).toEqual(['expired', 'canceled'])
      await setCharge(id, { state: 'paid' })
      expect(await send({ event: 'late-1', provider_id: id })).toBe(200)
      expect([await stateOf(id_service), (await payment(id_service))['state']]).toEqual(['canceled', 'paid'])
      await work()
      const { amount, amount_refunded, date_refunded } = await payment(id_service)
      expect([Number(amount_refunded), date_refunded !== null]).toEqual([Number(amount), true])
      now = NOON
    })

    test('that is called off in time is given back, once', async () => {
      const { id_service } = await book(LATER)
      const id = await charge(id_service)
      await choose(id, 'pay')
      expect((await at.call('operator', 'dispatcher/cancelService', { id_service })).status).toBe(200)
      await work()
      await work()
      const { amount, amount_refunded } = await payment(id_service)
      expect(Number(amount_refunded)).toBe(Number(amount))
      expect(
        (await db().selectFrom('test_charges').select('refunded').where('id', '=', id).executeTakeFirstOrThrow())[
          'refunded'
        ],
      ).toBe(Number(amount))
      // In the books as well: what came in has gone out again.
      const { rows } = await sql<{ kind: string; account: string; minor: number }>`
        select e.kind, a.kind as account, p.amount::integer as minor from ledger_entries e
        join ledger_postings p on p.id_entry = e.id join ledger_accounts a on a.id = p.id_account
        where e.source = 'payments' and e.id_source = ${Number((await payment(id_service))['id'])}
        order by e.id, a.kind`.execute(db())
      const minor = Math.round(Number(amount) * 100)
      expect(rows).toEqual([
        { kind: 'prepaid', account: 'fares', minor },
        { kind: 'prepaid', account: 'gateway_clearing', minor: -minor },
        { kind: 'refund', account: 'fares', minor: -minor },
        { kind: 'refund', account: 'gateway_clearing', minor },
      ])
      // Asked about, the payment and its ride tell of both entries.
      for (const [resource, id_record, field] of [
        ['payments', (await payment(id_service))['id'], 'amount_refunded'],
        ['services', id_service, 'price_total'],
      ] as const) {
        const told = await at.get('root', 'ledger/explain', { resource, id: Number(id_record), field })
        const sections = told.body['sections'] as readonly { title: string; lines: readonly { amount?: number }[] }[]
        const books = sections.find(({ title }) => title === 'En los libros')?.lines ?? []
        expect(
          books.flatMap(({ amount: part }) => part ?? []),
          `${resource} ${told.text}`,
        ).toEqual([minor, -minor, -minor, minor].map((part) => part / 100))
      }
    })

    test("is nobody else's to pay or to look at", async () => {
      const { id_service } = await book(LATER)
      const otto = await at.client('Otto')
      expect((await link(id_service, otto.token)).status).toBe(404)
      expect((await at.page('GET', 'client/widgets/checkPaid', { id_service }, otto.token)).status).toBe(404)
    })
  })

  describe('an event of a gateway', () => {
    test('that is forged, changed on its way or old is refused, and nothing comes of it', async () => {
      const { id_service } = await book(LATER)
      const provider_id = await charge(id_service)
      const event = { event: 'forged-1', provider_id }
      await setCharge(provider_id, { state: 'paid' })
      const old = await signTestEvent(db(), JSON.stringify(event), new Date(NOON.getTime() - 10 * 60_000))
      expect([
        await send(event, { signed: `t=1,v1=${'0'.repeat(64)}` }),
        await send(event, { signed: old }),
        await send(event, { signed: 'x' }),
        await send(event, { sent: `${JSON.stringify(event)} ` }),
      ]).toEqual([403, 403, 403, 403])
      expect(await stateOf(id_service)).toBe('created')
    })

    test('counts once, however often and however much at once it comes', async () => {
      const { id_service } = await book(LATER)
      const provider_id = await charge(id_service)
      await setCharge(provider_id, { state: 'paid' })
      const event = { event: 'twice-1', provider_id }
      expect(await Promise.all([send(event), send(event), send(event)])).toEqual([200, 200, 200])
      expect(await stateOf(id_service)).toBe('scheduled')
      expect(
        await db().selectFrom('payment_events').select('id').where('event', '=', 'twice-1').execute(),
      ).toHaveLength(1)
    })

    test('says nothing by itself: what the gateway has not been paid, or less of, lets no ride go', async () => {
      const { id_service } = await book(LATER)
      const provider_id = await charge(id_service)
      expect(await send({ event: 'empty-1', provider_id })).toBe(200)
      expect(await check(id_service)).toBe('pending')
      await setCharge(provider_id, { state: 'paid', amount: 0.01 })
      expect(await send({ event: 'less-1', provider_id })).toBe(200)
      expect([await check(id_service), await stateOf(id_service)]).toEqual(['failed', 'created'])
      expect(await send({ event: 'nobody-1', provider_id: 'none' })).toBe(200)
    })
  })
})
