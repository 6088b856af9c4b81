import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { pointAt } from './whole-app'
import { personApp } from './person-fixture'
import { NOON } from './services-fixture'
import { widgetApp, type WidgetApp } from './widget-fixture'

oneEngine((_engine, open) => {
  let at: WidgetApp
  let host = 0
  let keys = 0
  const LATER = { date_start: '2026-11-25T15:00:00.000Z' }
  const db = () => at.server.database.db
  const company = () => at.server.ids.companies.a
  const errorsOf = ({ body }: { readonly body: JsonObject }) => (body['errors'] ?? {}) as JsonObject
  const make = async (more: JsonObject = {}): Promise<{ readonly id: number; readonly code: string }> => {
    const made = await at.call('companyA', 'vouchers/create', {
      name: 'Feria',
      id_client: host,
      valid_from: '2026-11-20',
      valid_to: '2026-11-30',
      max_amount: '500',
      max_rides: 2,
      ...more,
    })
    expect(made.status, made.text).toBe(200)
    const id = Number(made.body['id'])
    return {
      id,
      code: String(
        (await db().selectFrom('vouchers').select('code').where('id', '=', id).executeTakeFirstOrThrow())['code'],
      ),
    }
  }
  const book = async (code: string, more: JsonObject = {}) => {
    const n = ++keys
    return at.page(
      'POST',
      'client/vouchers/book',
      at.trip({
        id_widget: at.widget,
        code,
        id_product: at.id['taxi']!,
        name: 'Iris Invitada',
        phone: `+51 98700${String(n).padStart(4, '0')}`,
        proof: await at.proof(),
        idempotency: `guest-${n}-key`,
        ...LATER,
        ...more,
      }),
    )
  }
  const serviceOf = async ({ body, text }: { readonly body: JsonObject; readonly text: string }) => {
    expect(body['id_service'], text).toBeTruthy()
    return (await at.get('operator', 'services/info', { id: body['id_service'] ?? null })).body['service'] as JsonObject
  }

  beforeAll(async () => {
    at = await widgetApp(open, () => NOON)
    const eva = await personApp(
      at,
      'eva',
      { type_user: '3', id_company: company() },
      { name: 'Empleada', rights: { dispatcher: 'edit' } },
    )
    host = eva.id
  })

  describe('a guest with a voucher of a company', () => {
    test("books without an account at the company's expense, follows the ride by a link, and gets it by mail", async () => {
      const { id, code } = await make()
      expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/)
      const shown = await at.page('GET', 'client/vouchers', {
        code: code.toLowerCase().replaceAll('-', ' '),
        id_widget: at.widget,
      })
      expect(shown.body, shown.text).toMatchObject({ code, name: 'Feria', valid_to: '2026-11-30', place: null })
      const booked = await book(code, { email: 'iris@invitados.example' })
      const service = await serviceOf(booked)
      expect(service).toMatchObject({
        id_client: host,
        id_company: company(),
        invited: 1,
        invited_name: 'Iris Invitada',
        state: 'scheduled',
        pm_name: 'Crédito',
      })
      const secret = String(booked.body['url']).split('/tracking/')[1]
      expect((await at.page('GET', 'admin/tracking', { tk: secret ?? '' })).status).toBe(200)
      const [mail] = await db()
        .selectFrom('mail_outbox')
        .select(['subject', 'body'])
        .where('recipient', '=', 'iris@invitados.example')
        .execute()
      expect([mail?.['subject'], String(mail?.['body']).includes(String(booked.body['url']))]).toEqual([
        'Su viaje está reservado',
        true,
      ])
      const row = (await at.get('companyA', 'vouchers', { filters: { id } })).body['items'] as JsonObject[]
      expect(row[0]).toMatchObject({ num_rides: 1, max_rides: 2 })
    })

    test('rides as often as it says, also of bookings at once; one called off is given back', async () => {
      const { code } = await make({ max_rides: 1 })
      const two = await Promise.all([book(code), book(code, { date_start: '2026-11-26T15:00:00.000Z' })])
      expect(two.map(({ status }) => status).sort()).toEqual([200, 422])
      expect(errorsOf(two.find(({ status }) => status === 422)!)).toEqual({ voucher: 'Este vale ya no tiene viajes.' })
      const id_service = Number(two.find(({ status }) => status === 200)!.body['id_service'])
      expect((await at.call('operator', 'dispatcher/cancelService', { id_service })).status).toBe(200)
      expect((await book(code)).status).toBe(200)
    })

    test("is held to its days, its place and its amount, and to the company's own limits and rules", async () => {
      const id_location = await at.put('locations', {
        type: 'hotel',
        name: 'Sede',
        address: 'Av. Larco 345',
        id_company: company(),
        point: pointAt(-12.1211, -77.0297),
      })
      const { code } = await make({ id_location, max_rides: 50 })
      expect(errorsOf(await book(code, { date_start: '2026-12-02T15:00:00.000Z' }))).toEqual({
        date_start: 'Este vale es para viajes del 20/11/2026 al 30/11/2026.',
      })
      const far = { lat: -12.2, lng: -77.0, address: 'Lejos' }
      expect(errorsOf(await book(code, { org: far, dst: { ...far, lat: -12.21 } }))).toEqual({
        org: 'Este vale es para viajes desde o hasta Sede.',
      })
      expect((await book(code)).status).toBe(200)
      expect(errorsOf(await book((await make({ max_amount: '1' })).code))).toEqual({
        voucher: 'El viaje cuesta más de lo que paga este vale.',
      })
      await at.server.database.transaction((tx) =>
        tx.updateTable('users').set({ ride_limit: '1' }).where('id', '=', host).execute(),
      )
      expect(errorsOf(await book(code))).toHaveProperty('voucher')
      await at.server.database.transaction((tx) =>
        tx.updateTable('users').set({ ride_limit: null }).where('id', '=', host).execute(),
      )
      expect(Object.keys(errorsOf(await book(code, { phone: 'nada', name: 'X' })))).toEqual(['phone'])
    })

    test('is offered what their host may ride on credit, without a price, and why not the rest', async () => {
      const priced = async (voucher: string | null, more: JsonObject = {}) =>
        at.page('POST', `admin/widgets/${at.widget}/fare`, at.trip({ voucher, ...LATER, ...more }))
      const productsOf = ({ body }: { readonly body: JsonObject }) => (body['products'] ?? []) as JsonObject[]
      const { code } = await make({ max_rides: 50 })
      const offered = productsOf(await priced(code))
      expect(offered.map(({ id, error }) => [id, error])).toContainEqual([at.id['taxi']!, null])
      for (const { price, total, total_text, price_text, hide_price } of offered) {
        expect([price, total, total_text, price_text, hide_price]).toEqual([null, null, null, null, 0])
      }
      expect(productsOf(await priced(null)).some(({ total }) => total !== null)).toBe(true)
      for (const { id, error } of offered) {
        const { status, text } = await book(code, { id_product: id ?? null })
        expect(status, text).toBe(error === null ? 200 : 422)
      }
      const dear = productsOf(await priced((await make({ max_amount: '1' })).code))
      expect(dear.map(({ error }) => error !== null)).toEqual(dear.map(() => true))
      expect(dear.map(({ error }) => error)).toContain('El viaje cuesta más de lo que paga este vale.')
      expect(errorsOf(await priced(code, { date_start: '2026-12-02T15:00:00.000Z' }))).toHaveProperty('date_start')
      expect(errorsOf(await priced('AAAA-BBBB-CCCC'))).toEqual({
        voucher: 'Este vale no existe o ya no se puede usar.',
      })
      const once = await make({ max_rides: 1 })
      expect((await book(once.code)).status).toBe(200)
      const gone = { voucher: 'Este vale ya no tiene viajes.' }
      expect(errorsOf(await priced(once.code))).toEqual(gone)
      expect(errorsOf(await at.page('GET', 'client/vouchers', { code: once.code, id_widget: at.widget }))).toEqual(gone)
    })

    test('is told the same of a code that is unknown, over, switched off or of somebody who has left', async () => {
      const over = await make({ valid_from: '2026-11-01', valid_to: '2026-11-20' })
      const off = await make()
      expect((await at.call('companyA', 'vouchers/disable', { ids: [off.id] })).status).toBe(200)
      const answers = []
      const setHost = (row: object) =>
        at.server.database.transaction((tx) => tx.updateTable('users').set(row).where('id', '=', host).execute())
      const left = await make()
      for (const [row, back] of [
        [{ id_company: at.server.ids.companies.b }, { id_company: company() }],
        [{ state: '0' }, { state: '1' }],
      ] as const) {
        await setHost(row)
        answers.push([
          errorsOf(await book(left.code)),
          errorsOf(await at.page('GET', 'client/vouchers', { code: left.code, id_widget: at.widget })),
        ])
        expect(
          (await at.call('companyA', 'vouchers/invite', { id: left.id, email: 'x@y.example' })).status,
          JSON.stringify(row),
        ).toBe(422)
        await setHost(back)
      }
      for (const code of ['AAAA-BBBB-CCCC', over.code, off.code])
        answers.push([
          errorsOf(await book(code)),
          errorsOf(await at.page('GET', 'client/vouchers', { code, id_widget: at.widget })),
        ])
      expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1)
      expect(answers[0]![0]).toEqual({ voucher: 'Este vale no existe o ya no se puede usar.' })
      // Without the work of a browser nothing is booked.
      const again = await at.proof()
      const { code } = await make({ max_rides: 5 })
      expect((await book(code, { proof: again })).status).toBe(200)
      expect(Object.keys(errorsOf(await book(code, { proof: again })))).toEqual(['proof'])
    })
  })

  describe('a voucher', () => {
    test("goes out by mail with its page, by its company's administrator alone, and is in nobody's name of another company", async () => {
      const { id, code } = await make()
      const sent = await at.call('companyA', 'vouchers/invite', { id, email: 'Raul@Invitados.example' })
      expect(sent.body, sent.text).toMatchObject({
        url: expect.stringContaining(`/widget/${at.widget}?voucher=${code}`) as unknown,
      })
      const [mail] = await db()
        .selectFrom('mail_outbox')
        .select('body')
        .where('recipient', '=', 'raul@invitados.example')
        .execute()
      expect(String(mail?.['body'])).toContain(code)
      expect((await at.call('companyB', 'vouchers/invite', { id, email: 'x@y.example' })).status).toBe(404)
      expect((await at.call('companyB', 'vouchers/create', { id, max_rides: 99 })).status).toBe(404)
      const other = await at.call('companyA', 'vouchers/create', {
        name: 'X',
        id_client: at.id['carla']!,
        valid_from: '2026-11-20',
        valid_to: '2026-11-30',
        max_amount: '50',
        max_rides: 1,
      })
      expect([other.status, Object.keys(errorsOf(other))]).toEqual([422, ['id_client']])
      // Nor does staff, who see everybody, put one company's person under another's voucher.
      const row = { name: 'X', valid_from: '2026-11-20', valid_to: '2026-11-30', max_amount: '50', max_rides: 1 }
      const mixed = await at.call('operator', 'vouchers/create', {
        ...row,
        id_company: company(),
        id_client: at.id['carla']!,
      })
      expect([mixed.status, Object.keys(errorsOf(mixed))]).toEqual([422, ['id_client']])
      const elsewhere = await at.call('companyA', 'vouchers/create', {
        ...row,
        id_company: at.server.ids.companies.b,
        id_client: host,
      })
      expect([elsewhere.status, Object.keys(errorsOf(elsewhere))]).toEqual([
        422,
        expect.arrayContaining(['id_company']),
      ])
    })
  })
})
