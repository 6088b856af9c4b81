import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import type { Database } from '../../src/server/platform/database/database'
import { payRides } from '../../custom/wallets/server'
import { oneEngine } from '../engines'
import { FROM, pointAt } from './whole-app'
import { NOON } from './services-fixture'
import { widgetApp, type WidgetApp } from './widget-fixture'

type Client = Awaited<ReturnType<WidgetApp['client']>>

oneEngine((_engine, open) => {
  let at: WidgetApp
  let database: Database
  let nora: Client
  let otto: Client
  let driver: { readonly id: number; readonly vehicle: number }
  let now = NOON
  let keys = 0
  const call = (client: Client, method: 'GET' | 'POST', path: string, input: JsonObject = {}) =>
    at.page(method, `client/${path}`, input, client.token)
  const get = (client: Client, path: string, input: JsonObject = {}) => call(client, 'GET', path, input)
  const post = (client: Client, path: string, input: JsonObject = {}) => call(client, 'POST', path, input)
  const set = (table: string, id: number, row: { [column: string]: unknown }) =>
    database.transaction((tx) => tx.updateTable(table).set(row).where('id', '=', id).execute())
  const book = async (client: Client, more: JsonObject = {}): Promise<number> => {
    // What is booked here is no haste of theirs.
    await database.db.deleteFrom('widget_uses').where('kind', 'like', 'book %').execute()
    const { body, text } = await post(
      client,
      `widgets/${at.widget}/createService`,
      at.trip({ id_product: at.id['taxi']!, id_payment: at.id['cash']!, idempotency: `of-client-${++keys}`, ...more }),
    )
    expect(body['id_service'], text).toBeTruthy()
    return Number(body['id_service'])
  }
  const give = (id: number, state: string, more: { [column: string]: unknown } = {}) =>
    set('services', id, { state, id_driver: driver.id, id_vehicle: driver.vehicle, ...more })
  const over = (id: number) => give(id, 'finalized', { date_finalized: now.toISOString() })
  const errorsOf = ({ body }: { readonly body: JsonObject }) => Object.keys((body['errors'] ?? {}) as object)
  const ratedNow = async () => {
    const { rating_average, rating_count } = await database.db
      .selectFrom('users')
      .select(['rating_average', 'rating_count'])
      .where('id', '=', driver.id)
      .executeTakeFirstOrThrow()
    return [Number(rating_average), Number(rating_count)]
  }

  beforeAll(async () => {
    at = await widgetApp(open, () => now)
    database = at.server.database
    nora = await at.client('Nora')
    otto = await at.client('Otto')
    driver = await at.driver('Rosa')
    await set('users', driver.id, { phone: '999123456' })
    await at.put('vehicle_positions', {
      id_vehicle: driver.vehicle,
      point: pointAt(FROM.lat + 0.01, FROM.lng),
      course: 90,
      availability: 'busy',
      date_fix: NOON.toISOString(),
    })
  })

  describe("a client's rides", () => {
    test('are what is before them in its order, and behind them the last first, twenty at a time', async () => {
      const pia = await at.client('Pia')
      const [later, soon] = [
        await book(pia, { date_start: '2026-11-25T15:00:00.000Z' }),
        await book(pia, { date_start: '2026-11-24T15:00:00.000Z' }),
      ]
      const done = await book(pia)
      await over(done)
      const { body, text } = await get(pia, 'rides', { kind: 'active' })
      expect(
        (body['items'] as JsonObject[]).map(({ id }) => id),
        text,
      ).toEqual([soon, later])
      expect((await get(pia, 'rides', { kind: 'past' })).body).toMatchObject({
        items: [{ id: done, state: { id: 'finalized', over: true }, driver: 'Rosa', stars: null, product: 'Taxi' }],
        more: false,
      })
      const copies = await Promise.all(
        Array.from({ length: 21 }, () =>
          at.put('services', { id_client: pia.id, id_product: at.id['taxi'], state: 'canceled' }),
        ),
      )
      const first = (await get(pia, 'rides', { kind: 'past' })).body
      expect([(first['items'] as JsonObject[]).length, first['more']]).toEqual([20, true])
      const rest = (await get(pia, 'rides', { kind: 'past', before: (first['items'] as JsonObject[]).at(-1)!['id']! }))
        .body
      expect([(rest['items'] as JsonObject[]).map(({ id }) => id), rest['more']]).toEqual([
        [copies.toSorted((a, b) => a - b)[0], done],
        false,
      ])
    })

    test("are theirs alone: another's is as one that is not there, in every call", async () => {
      const id = await book(nora)
      await over(id)
      const calls: readonly (readonly ['GET' | 'POST', string, JsonObject?])[] = [
        ['GET', ''],
        ['GET', '/position'],
        ['GET', '/cancelCost'],
        ['POST', '/cancel', { price_cancel: 0 }],
        ['POST', '/rate', { stars: 5 }],
        ['POST', '/tip', { amount: 2 }],
        ['POST', '/receipt'],
        ['POST', '/share'],
        ['POST', '/claims', { kind: 'complaint', text: 'Nada', idempotency: 'another-1' }],
      ]
      for (const [method, path, input = {}] of calls) {
        const [theirs, none] = [
          await call(otto, method, `rides/${id}${path}`, input),
          await call(otto, method, `rides/999999${path}`, input),
        ]
        expect([path, theirs.status, theirs.body]).toEqual([path, 404, none.body])
        expect([path, (await at.page(method, `client/rides/${id}${path}`, input)).status]).toEqual([path, 401])
        expect([
          path,
          (await at.page(method, `client/rides/${id}${path}`, input, await at.server.tokenFor('operator'))).status,
        ]).toEqual([path, 403])
      }
      expect(
        await database.db.selectFrom('service_ratings').selectAll().where('id_service', '=', id).execute(),
      ).toEqual([])
    })

    test('show who comes, in what, where and when; no more of the driver than somebody at the kerb needs', async () => {
      const id = await book(nora)
      expect((await get(nora, `rides/${id}`)).body).toMatchObject({
        driver_card: null,
        vehicle: null,
        date_eta: null,
        can: { cancel: true, rate: false, claim: false, share: true },
      })
      await give(id, 'onway')
      const { body, text } = await get(nora, `rides/${id}`)
      expect(body).toMatchObject({
        driver_card: { name: 'Rosa', phone: '999123456' },
        vehicle: { plate: expect.stringMatching(/^ABC/), brand: 'Toyota', lat: FROM.lat + 0.01 },
        state: { id: 'onway' },
      })
      for (const word of ['Chofer', '40000000', 'Q1']) expect(text).not.toContain(word)
      // A kilometre of streets at the usual pace.
      expect(Date.parse(String(body['date_eta'])) - NOON.getTime()).toBeGreaterThan(120_000)
      expect(Date.parse(String(body['date_eta'])) - NOON.getTime()).toBeLessThan(480_000)
      const first = (await get(nora, `rides/${id}/position`)).body
      expect(first).toMatchObject({ vehicle: { moved: true }, state: { id: 'onway' } })
      expect((await get(nora, `rides/${id}/position`, { since: NOON.toISOString() })).body).toMatchObject({
        vehicle: { moved: false },
      })
      await over(id)
      const after = await get(nora, `rides/${id}`)
      expect(after.body).toMatchObject({
        driver_card: { name: 'Rosa', phone: null },
        vehicle: null,
        date_eta: null,
        can: { cancel: false, rate: true, claim: true, repeat: true, receipt: true },
      })
      expect(after.text).not.toContain('999123456')
    })

    test('say what the price is made of, and nothing of it where the product hides it', async () => {
      const id = await book(nora)
      const { body } = await get(nora, `rides/${id}`)
      expect((body['lines'] as JsonObject[]).map(({ name }) => name)).toContain('Viaje')
      expect(String(body['price_text'])).toMatch(/\d/)
      await set('services', id, { id_product: at.id['secret'] })
      expect((await get(nora, `rides/${id}`)).body).toMatchObject({ price_text: null, lines: [], cancel_text: null })
    })
  })

  describe('cancelling', () => {
    // A driver has one ride at a time.
    const accepted = async (ago_s: number) => {
      const id = await book(nora)
      const { id: at_work, vehicle } = await at.driver(`Rosa ${id}`)
      await set('services', id, {
        state: 'accepted',
        id_driver: at_work,
        id_vehicle: vehicle,
        date_accepted: new Date(now.getTime() - ago_s * 1000).toISOString(),
      })
      return id
    }

    test('is free in time, told before, and costs what was told after it', async () => {
      const [early, late] = [await accepted(30), await accepted(300)]
      expect((await get(nora, `rides/${early}/cancelCost`)).body).toMatchObject({ price_cancel: 0 })
      expect(
        (await post(nora, `rides/${early}/cancel`, { price_cancel: 0, reason: 'Ya no viajo' })).body,
      ).toMatchObject({ price_cancel: 0, state: { id: 'canceled', over: true } })
      const cost = (await get(nora, `rides/${late}/cancelCost`)).body
      expect([cost['price_cancel'], String(cost['msg']).includes('4')]).toEqual([4, true])
      expect((await post(nora, `rides/${late}/cancel`, { price_cancel: 4 })).body).toMatchObject({ price_cancel: 4 })
      expect((await get(nora, `rides/${late}`)).body).toMatchObject({
        cancel_text: expect.stringMatching(/4/),
        price_text: null,
        lines: [],
      })
      // Nobody reads what the ride would have cost as if they had paid it.
      const told = (await get(nora, 'rides', { kind: 'past' })).body['items'] as JsonObject[]
      expect([early, late].map((id) => told.find((ride) => ride['id'] === id)?.['price_text'])).toEqual([
        null,
        expect.stringMatching(/^\D*4[.,]00/),
      ])
      const row = await database.db
        .selectFrom('services')
        .select(['cancel_by', 'cancel_reason'])
        .where('id', '=', early)
        .executeTakeFirst()
      expect(row).toEqual({ cancel_by: 'client', cancel_reason: 'Ya no viajo' })
    })

    test('is refused where it costs more than the client was told, and repeated is as done', async () => {
      const id = await accepted(300)
      const refused = await post(nora, `rides/${id}/cancel`, { price_cancel: 0 })
      expect([refused.status, String(refused.body['msg']).includes('4')]).toEqual([409, true])
      expect((await get(nora, `rides/${id}`)).body['state']).toMatchObject({ id: 'accepted' })
      const [one, two] = await Promise.all([
        post(nora, `rides/${id}/cancel`, { price_cancel: 4 }),
        post(nora, `rides/${id}/cancel`, { price_cancel: 4 }),
      ])
      expect([one.status, two.status, one.body['price_cancel'], two.body['price_cancel']]).toEqual([200, 200, 4, 4])
    })

    test('is over once the ride has begun', async () => {
      const id = await book(nora)
      await give(id, 'started')
      expect((await get(nora, `rides/${id}/cancelCost`)).status).toBe(409)
      expect((await post(nora, `rides/${id}/cancel`, { price_cancel: 0 })).status).toBe(409)
      expect((await get(nora, `rides/${id}`)).body).toMatchObject({ can: { cancel: false } })
      await set('services', id, { state: 'canceled' })
    })
  })

  describe('a rating', () => {
    test('counts once for the driver, and the client may change it for two weeks', async () => {
      await set('users', driver.id, { rating_average: '4.0', rating_count: 2, rating_sum: null })
      const id = await book(nora)
      expect((await post(nora, `rides/${id}/rate`, { stars: 5 })).status).toBe(409)
      await over(id)
      for (const stars of [0, 6]) expect(errorsOf(await post(nora, `rides/${id}/rate`, { stars }))).toEqual(['stars'])
      const [one, two] = await Promise.all(
        [1, 1].map((stars) => post(nora, `rides/${id}/rate`, { stars, comment: 'Tarde' })),
      )
      expect([one!.status, two!.status, await ratedNow()]).toEqual([200, 200, [3, 3]])
      expect((await post(nora, `rides/${id}/rate`, { stars: 4 })).status).toBe(200)
      expect(await ratedNow()).toEqual([4, 3])
      expect((await get(nora, `rides/${id}`)).body).toMatchObject({ stars: 4, comment: null })
      now = new Date(NOON.getTime() + 15 * 86_400_000)
      try {
        expect((await post(nora, `rides/${id}/rate`, { stars: 1 })).status).toBe(409)
        expect(await ratedNow()).toEqual([4, 3])
      } finally {
        now = NOON
      }
    })
  })

  describe('a tip', () => {
    const wallets = async () => {
      const rows = await database.db
        .selectFrom('users')
        .select(['id', 'wallet_balance'])
        .where('id', 'in', [nora.id, driver.id])
        .execute()
      return [nora.id, driver.id].map((id) => Number(rows.find((row) => row.id === id)?.wallet_balance ?? 0))
    }

    test('goes from wallet to wallet, once, and never what is not there', async () => {
      const id = await book(nora)
      await over(id)
      expect((await post(nora, `rides/${id}/tip`, { amount: 5 })).body['msg']).toBe(
        'La propina se da al conductor en efectivo.',
      )
      expect((await get(nora, 'wallet')).status).toBe(409)
      await at.server.call('root', 'POST', 'app_client/save', { app_client_wallet_enabled: 1 })
      const empty = await post(nora, `rides/${id}/tip`, { amount: 5 })
      expect(errorsOf(empty), empty.text).toEqual(['amount'])
      const { body, text } = await at.call('root', 'wallets/recharge', { id_user: nora.id, amount: 20 })
      expect((await at.call('root', 'wallets/approve', { id: body['id']! })).status, text).toBe(200)
      expect(errorsOf(await post(nora, `rides/${id}/tip`, { amount: 0.001 }))).toEqual(['amount'])
      expect((await get(nora, `rides/${id}`)).body).toMatchObject({ can: { tip: true } })
      const answers = await Promise.all([5, 5, 5].map((amount) => post(nora, `rides/${id}/tip`, { amount })))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(await wallets()).toEqual([15, 5])
      expect((await post(nora, `rides/${id}/tip`, { amount: 6 })).status).toBe(409)
      expect(await wallets()).toEqual([15, 5])
      expect((await get(nora, `rides/${id}`)).body).toMatchObject({
        can: { tip: false },
        tip_text: expect.stringContaining('5'),
      })
      expect((await get(nora, 'me')).body['wallet_text']).toContain('15')
      // Their own movements, as they read them; another's wallet is nobody else's.
      const own = await get(nora, 'wallet')
      expect(own.body, own.text).toMatchObject({ balance: 15, more: false })
      expect(own.body['items']).toMatchObject([
        {
          kind_obj: { id: 'tip' },
          id_service: id,
          amount: 5,
          amount_text: expect.stringContaining('-'),
          balance: 15,
          state: '2',
        },
        { kind_obj: null, amount: 20, balance: 20, transaction: 'recharge' },
      ])
      const [last] = (own.body['items'] as JsonObject[]).map((item) => item['id'] ?? null)
      // It names its ride, is no part of what that costs, and is no payment of it that would be given back.
      const told = await at.get('root', 'ledger/explain', { resource: 'wallets', id: last ?? 0, field: 'amount' })
      const sections = told.body['sections'] as readonly { readonly title: string; readonly lines: JsonObject[] }[]
      expect(sections.map(({ title }) => title)).toEqual(['De', 'En los libros'])
      expect(sections[0]?.lines).toMatchObject([{ text: `Servicio ${id}` }])
      await database.transaction((tx) => payRides(tx, [id], now))
      expect(await wallets()).toEqual([15, 5])
      expect((await get(nora, 'wallet', { before: last ?? 0 })).body['items']).toMatchObject([{ amount: 20 }])
      expect((await get(otto, 'wallet')).body).toMatchObject({ balance: 0, items: [], more: false })
      expect((await at.page('GET', 'client/wallet')).status).toBe(401)
    })
  })

  describe('afterwards', () => {
    test("the receipt goes to the client's own address, whatever their role sees in the console", async () => {
      const id = await book(nora)
      expect((await post(nora, `rides/${id}/receipt`)).status).toBe(409)
      await over(id)
      const { status, body, text } = await post(nora, `rides/${id}/receipt`)
      expect(status, text).toBe(200)
      expect(body['email']).toBe(nora.email)
      const mails = await database.db
        .selectFrom('mail_outbox')
        .select('recipient')
        .where('recipient', '=', nora.email)
        .execute()
      expect(mails.length).toBeGreaterThan(0)
      const uses = (
        await database.db.selectFrom('widget_uses').selectAll().where('kind', '=', 'receipt client').execute()
      ).map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'id')) as typeof row)
      await database.transaction((tx) =>
        tx
          .insertInto('widget_uses')
          .values(Array.from({ length: 5 }, () => uses[0]!))
          .execute(),
      )
      expect((await post(nora, `rides/${id}/receipt`)).status).toBe(429)
    })

    test('a complaint is one however often it is sent, and its answer stands with the ride and goes out by mail', async () => {
      const id = await book(nora)
      const input = { kind: 'lost_item', text: 'Dejé un paraguas', idempotency: 'paraguas-1' }
      expect((await post(nora, `rides/${id}/claims`, input)).status).toBe(409)
      await over(id)
      expect(errorsOf(await post(nora, `rides/${id}/claims`, { ...input, text: '  ' }))).toEqual(['text'])
      const [one, two] = [await post(nora, `rides/${id}/claims`, input), await post(nora, `rides/${id}/claims`, input)]
      expect(one.status, one.text).toBe(200)
      const claim = one.body['claim'] as JsonObject
      expect(two.body['claim']).toMatchObject({ id: claim['id']! })
      expect(claim).toMatchObject({ kind_text: 'Objeto olvidado', state: 'open' })
      const answered = await at.call('operator', 'service_claims/answer', {
        id: claim['id']!,
        answer: 'Lo tiene la conductora.',
      })
      expect(answered.status, answered.text).toBe(200)
      expect((await get(nora, `rides/${id}`)).body['claims']).toMatchObject([
        { id: claim['id'], state: 'answered', answer: 'Lo tiene la conductora.' },
      ])
      const told = await database.db
        .selectFrom('deliveries')
        .select(['recipient', 'body'])
        .where('recipient', '=', nora.email)
        .execute()
      expect(JSON.stringify(told)).toContain('Lo tiene la conductora.')
    })

    test('a claim that is made at the desk is about the people of its ride, has one owner and a day to be answered', async () => {
      const id = await book(nora)
      await over(id)
      const told = { id_service: id, kind: 'lost_item', text: 'Olvidó un casco', promised: 'Llamarla hoy' }
      expect((await at.call('companyA', 'service_claims/create', told)).status).toBe(403)
      const made = await at.call('operator', 'service_claims/create', told)
      expect(made.status, made.text).toBe(200)
      const claim = (made.body['item'] as JsonObject)['id']!
      const read = async (role: 'operator' | 'root') =>
        (await at.get(role, `service_claims/${String(claim)}`)).body['item']
      const deadline = new Date(now.getTime() + 86_400_000).toISOString()
      expect(await read('operator')).toMatchObject({
        id_client: nora.id,
        id_driver: driver.id,
        id_vehicle: driver.vehicle,
        date_deadline: deadline,
      })
      // Callers remember the day that they rode, and not that of an earlier call about it.
      expect(await read('operator')).toMatchObject({
        date_ride: expect.stringContaining(now.toISOString().slice(0, 10)),
      })
      // Two hold the telephone: one of them has it, the other is told.
      const both = await Promise.all(
        ['operator', 'root'].map((role) => at.call(role as 'root', 'service_claims/take', { id: claim })),
      )
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(await read('root')).toMatchObject({ id_owner: expect.any(Number), state: 'taken' })
      expect(
        (await at.call('operator', 'service_claims/answer', { id: claim, answer: 'Está en la oficina.' })).status,
      ).toBe(200)
      const shown = (await get(nora, `rides/${id}`)).body['claims'] as readonly JsonObject[]
      expect([shown[0]?.['answer'], JSON.stringify(shown).includes('Llamarla')]).toEqual(['Está en la oficina.', false])
      expect((await at.call('operator', 'service_claims/reopen', { id: claim })).status).toBe(200)
      expect(await read('root')).toMatchObject({ state: 'open', id_user: null, date_answered: null })
    })

    test('a link lets others follow the ride', async () => {
      const id = await book(nora)
      const { body } = await post(nora, `rides/${id}/share`)
      expect((await at.page('GET', 'admin/tracking', { tk: String(body['url']).split('/').at(-1)! })).status).toBe(200)
    })
  })

  describe('the client', () => {
    test('is told who they are, and which promotions they may use now', async () => {
      await at.put('promotions', { code: 'TODOS', name: 'Para todos', type_benefit: '1', amount: '10' })
      await at.put('promotions', {
        code: 'SECRETA',
        name: 'Con código',
        type_benefit: '1',
        amount: '10',
        private: true,
      })
      await at.put('promotions', {
        code: 'PASADA',
        name: 'Pasada',
        type_benefit: '1',
        amount: '10',
        valid_to: '2026-11-01',
      })
      const granted = await at.put('promotions', {
        code: 'REGALO',
        name: 'Regalo',
        type_benefit: '2',
        amount: '8',
        only_granted: true,
      })
      await at.put('promotion_grants', { id_promotion: granted, id_client: nora.id })
      const codes = async (client: Client) =>
        ((await get(client, 'promotions')).body['items'] as JsonObject[]).map(({ code }) => code)
      expect(await codes(nora)).toEqual(['REGALO', 'TODOS'])
      expect(await codes(otto)).toEqual(['TODOS'])
      expect((await get(nora, 'me')).body).toMatchObject({
        name: 'Nora',
        email: nora.email,
        company: null,
        may_book: true,
      })
      expect((await at.page('GET', 'client/me')).status).toBe(401)
    })

    test('has a page that books by the widget of the house, in every language that there is', async () => {
      const { body } = await at.page('GET', 'client/page')
      expect(body).toMatchObject({ id_widget: at.widget, language: 'es' })
      for (const language of ['es', 'en']) {
        const { body: page } = await at.server.request({
          method: 'GET',
          url: '/api/client/page',
          headers: { 'accept-language': language },
        })
        for (const [word, text] of Object.entries(page['words'] as JsonObject))
          expect([word, text]).toEqual([word, expect.stringMatching(/^(?!clients\.page)\S/)])
      }
      await set('widgets', at.widget, { state: '0' })
      expect((await at.page('GET', 'client/page')).body['id_widget']).toBeNull()
      await set('widgets', at.widget, { state: '1' })
    })
  })
})
