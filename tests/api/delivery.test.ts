import { beforeAll, describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { wholeApp, FROM, type WholeApp } from './whole-app'
import type { RoleName } from './fixture-users'

oneEngine((_engine, open) => {
  let at: WholeApp
  const id: { [name: string]: number } = {}
  const post = (role: RoleName, path: string, input: JsonObject) =>
    at.server.call(role, 'POST', `delivery/${path}`, input)
  const get = (role: RoleName, path: string) => at.server.call(role, 'GET', `delivery/${path}`)
  const made = async (path: string, input: JsonObject, role: RoleName = 'operator'): Promise<number> => {
    const { body, text } = await post(role, `${path}/create`, input)
    if (typeof body.id !== 'number') throw new Error(text)
    return body.id
  }
  const idsOf = async (role: RoleName, path: string): Promise<readonly Json[]> =>
    ((await get(role, path)).body.items as JsonObject[]).map((item) => item.id ?? null)

  beforeAll(async () => {
    at = await wholeApp(open, () => new Date('2026-11-23T17:00:00.000Z'))
    const {
      put,
      server: {
        database: { db },
        ids,
      },
    } = at
    id.branch = await put('branches', { name: 'Lima', timezone: 'America/Lima' })
    await db.updateTable('companies').set({ type: '2', id_branch: id.branch }).execute()
    // Administrators of the two partners; the third person is an employee of a company's kind, with its id.
    await db
      .updateTable('users')
      .set({ type_user: '4' })
      .where('id', 'in', [ids.users.companyA, ids.users.companyB])
      .execute()
    id.client = await put('users', { type_user: '3', name: 'Ana', surname: 'Ruiz', email: 'ana@test.pe' })
    id.type = await made('type_stores', { name: 'Restaurantes', coverage_radius: 20_000 })
    id.category = await made('category_stores', { id_type_store: id.type, name: 'Criolla' })
    const store = { id_type_store: id.type, category_stores: [id.category], address: 'Calle 1', point: FROM }
    id.own = await made('stores', { ...store, name: 'De A' }, 'companyA')
    id.other = await made('stores', { ...store, name: 'De B', id_partner: ids.companies.b })
    for (const [name, of] of [
      ['own', 'companyA'],
      ['other', 'operator'],
    ] as const) {
      id[`${name}_section`] = await made('category_articles', { id_store: id[name] ?? 0, name: 'Fondos' }, of)
      id[`${name}_article`] = await made(
        'articles',
        { id_store: id[name] ?? 0, id_category_article: id[`${name}_section`] ?? 0, name: 'Lomo', price: 36.5 },
        of,
      )
    }
  })

  describe("a partner's workers", () => {
    test('have the stores and articles of their partner, and no others', async () => {
      expect((await get('companyA', `stores/${id.own}`)).body.item).toMatchObject({
        id_partner: at.server.ids.companies.a,
      })
      expect([await idsOf('companyA', 'stores'), await idsOf('companyB', 'stores')]).toEqual([[id.own], [id.other]])
      expect([await idsOf('companyA', 'articles'), await idsOf('companyA', 'category_articles')]).toEqual([
        [id.own_article],
        [id.own_section],
      ])
      expect(
        await post('companyA', 'articles/create', {
          id_store: id.other ?? 0,
          id_category_article: id.other_section ?? 0,
          name: 'Ajeno',
          price: 1,
        }),
      ).toMatchObject({ status: 422, body: { errors: { id_store: expect.any(String) } } })
      expect((await post('companyA', 'stores/create', { id: id.other ?? 0, name: 'Mía' })).status).toBe(404)
      expect(
        (await post('companyA', 'stores/create', { id: id.own ?? 0, id_partner: at.server.ids.companies.b })).status,
      ).toBe(422)
    })

    test('have a role, a surname, an address, a telephone and a partner, as the specification asks', async () => {
      const role = await at.put('roles', { type_user: '4', name: 'Caja' })
      const partner = at.server.ids.companies.a
      const whole = {
        name: 'Luz',
        surname: 'Soto',
        email: 'luz@test.pe',
        phone: '987000555',
        id_role: role,
        id_company: partner,
      }
      const refused = async (input: JsonObject): Promise<unknown> => {
        const { status, body } = await post('operator', 'partner_workers/create', input)
        return [status, Object.keys(body.errors as JsonObject).sort()]
      }
      expect(await refused({ name: 'Luz', id_company: partner })).toEqual([
        422,
        ['email', 'id_role', 'phone', 'surname'],
      ])
      for (const one of ['surname', 'email', 'phone', 'id_role', 'id_company'] as const)
        expect(await refused({ ...whole, [one]: null })).toEqual([422, [one]])
      const company = await at.put('companies', { name: 'Minera', type: '1' })
      const bound = await post('operator', 'partner_workers/create', { ...whole, id_company: company })
      const offered = await at.server.call('operator', 'GET', 'delivery/partners', {
        lookup: 1,
        for: 'users.id_company',
        limit: 100,
      })
      expect((offered.body['items'] as unknown as readonly { id: number }[]).map((one) => one.id)).not.toContain(
        company,
      )
      expect((offered.body['items'] as unknown as readonly { id: number }[]).map((one) => one.id)).toContain(partner)
      const why = 'Elija un aliado: un trabajador de aliado no es de una empresa.'
      expect(bound).toMatchObject({ status: 422, body: { errors: { id_company: why } } })
      expect(await post('operator', 'partner_workers/create', whole)).toMatchObject({
        status: 200,
        body: { item: { co_name: expect.any(String) as string } },
      })
    })

    test('have the orders of their stores; people of a company have none', async () => {
      const order = await made('orders', {
        id_client: id.client ?? 0,
        id_store: id.own ?? 0,
        dst_address: 'Av. Larco 100',
        price_delivery: 6,
        articles: [
          { id_article: id.own_article ?? 0, quantity: 2, price: 36.5 },
          { id_article: id.own_article ?? 0, quantity: 1, price: 30 },
        ],
      })
      expect((await get('operator', `orders/${order}`)).body.item).toMatchObject({
        id_partner: at.server.ids.companies.a,
        id_branch: id.branch,
        id_type_store: id.type,
        num_articles: 3,
        price_articles: 103,
        price_total: 109,
        store_state: '1',
      })
      const [first = {}] = ((await get('companyA', `orders/${order}`)).body.item as { articles: JsonObject[] }).articles
      expect(first).toMatchObject({ id_article: id.own_article, quantity: 2 })
      expect(
        await post('companyA', 'orders/create', { id: order, articles: [{ id: first.id ?? null, quantity: 3 }] }),
      ).toMatchObject({ status: 200, body: { item: { num_articles: 3, price_articles: 109.5 } } })
      await post('operator', 'orders/create', {
        id: order,
        articles: [
          { id: first.id ?? null, quantity: 2 },
          { id_article: id.own_article ?? 0, quantity: 1, price: 30 },
        ],
      })
      const foreign = await made('orders', {
        id_client: id.client ?? 0,
        id_store: id.other ?? 0,
        dst_address: 'Jr. Puno 1',
        articles: [{ id_article: id.other_article ?? 0, quantity: 1, price: 36.5 }],
      })
      expect([
        await idsOf('companyA', 'orders'),
        await idsOf('companyB', 'active_orders'),
        await idsOf('readerA', 'orders'),
        await idsOf('readerA', 'stores'),
      ]).toEqual([[order], [foreign], [], []])
      expect([
        (await get('companyB', `orders/${order}`)).status,
        (await post('companyB', `active_orders/${order}/preparing`, {})).status,
      ]).toEqual([404, 404])
      expect(
        (await post('companyA', 'orders/create', { id: order, id_partner: at.server.ids.companies.b })).status,
      ).toBe(422)
    })

    test('make no order themselves: who asks is told so, and is offered neither a new one nor a copy', async () => {
      const input = {
        id_client: id.client ?? 0,
        id_store: id.own ?? 0,
        dst_address: 'Av. Larco 1',
        articles: [{ id_article: id.own_article ?? 0, quantity: 1, price: 30 }],
      }
      expect(await post('companyA', 'orders/create', input)).toMatchObject({
        status: 403,
        body: { why: 'Su rol no permite crear registros en Pedidos.' },
      })
      const order = await made('orders', input)
      expect((await post('companyA', 'orders/duplicate', { id: order })).status).toBe(403)
      expect((await get('companyA', 'orders/why?action=duplicate')).body).toMatchObject({
        allowed: false,
        why: 'Su rol no permite crear registros en Pedidos.',
      })
      const offered = async (who: 'companyA' | 'operator') =>
        (
          (await at.server.call(who, 'GET', 'model/x')).body['model'] as unknown as {
            resources: { orders: { uncreated?: true } }
          }
        ).resources.orders.uncreated
      expect([await offered('companyA'), await offered('operator')]).toEqual([true, undefined])
      await post('operator', 'orders/remove', { id: order })
    })
  })

  describe('an order', () => {
    const lines = (article: number | undefined, more: JsonObject = {}): JsonObject => ({
      articles: [{ id_article: article ?? 0, quantity: 1, price: 30, ...more }],
    })
    const ask = (more: JsonObject) =>
      post('operator', 'orders/create', {
        id_client: id.client ?? 0,
        id_store: id.own ?? 0,
        dst_address: 'Av. Larco 300',
        ...more,
      })
    const errorsOf = async (more: JsonObject): Promise<readonly [number, readonly string[]]> => {
      const { status, body } = await ask(more)
      return [status, Object.keys(body.errors ?? {})]
    }
    const set = (path: string, one: number | undefined, values: JsonObject) => made(path, { id: one ?? 0, ...values })

    test('has at least one article, and each of its own store, active and not sold out', async () => {
      expect(await errorsOf({})).toEqual([422, ['articles']])
      expect(await errorsOf({ articles: [] })).toEqual([422, ['articles']])
      const order = await made('orders', {
        id_client: id.client ?? 0,
        id_store: id.own ?? 0,
        dst_address: 'Av. Larco 299',
        ...lines(id.own_article),
      })
      for (const none of [[], null])
        expect((await post('operator', 'orders/create', { id: order, articles: none })).body.errors).toHaveProperty(
          'articles',
        )
      expect(await errorsOf(lines(id.other_article))).toEqual([422, ['articles.0.id_article']])
      await set('articles', id.own_article, { date_sold_out: '2026-11-23T18:00:00.000Z' })
      expect(await errorsOf(lines(id.own_article))).toEqual([422, ['articles.0.id_article']])
      await set('articles', id.own_article, { date_sold_out: '2026-11-23T16:00:00.000Z', state: '0' })
      expect(await errorsOf(lines(id.own_article))).toEqual([422, ['articles.0.id_article']])
      await set('articles', id.own_article, { state: '1' })
      expect(await errorsOf(lines(id.own_article))).toEqual([200, []])
      const found = await get(
        'operator',
        `articles?${new URLSearchParams({ lookup: '1', for: 'order_articles.id_article', form: JSON.stringify({ 'id_order.id_store': id.own ?? 0 }) }).toString()}`,
      )
      expect((found.body.items as JsonObject[]).map((item) => item.id)).toEqual([id.own_article])
    })

    test('is of no store that is switched off, nor of one whose partner is', async () => {
      const partner = at.server.ids.companies.a
      const before = (await get('operator', `partners/${partner}`)).body.item as JsonObject
      for (const [path, one] of [
        ['stores', id.own],
        ['partners', partner],
      ] as const) {
        expect(
          (
            await at.server.request({
              method: 'POST',
              url: `/api/admin/delivery/${path}/disable`,
              token: await at.server.tokenFor('operator'),
              payload: JSON.stringify({ id: one, reason: 'Prueba' }),
              headers: { settle: JSON.stringify({ rest: 'keep' }) },
            })
          ).status,
        ).toBe(200)
        expect(await errorsOf(lines(id.own_article)), path).toEqual([422, ['id_store']])
        expect((await post('operator', `${path}/enable`, { id: one ?? 0 })).status).toBe(200)
      }
      expect(before.state).toBe('1')
      expect(await errorsOf(lines(id.own_article))).toEqual([200, []])
    })

    test('keeps what it has when that is sold out, and goes to another store with other articles alone', async () => {
      const order = await made('orders', {
        id_client: id.client ?? 0,
        id_store: id.own ?? 0,
        dst_address: 'Av. Larco 301',
        ...lines(id.own_article),
      })
      const [line = {}] = ((await get('operator', `orders/${order}`)).body.item as { articles: JsonObject[] }).articles
      await set('articles', id.own_article, { date_sold_out: '2026-11-24T18:00:00.000Z' })
      expect(
        (
          await post('operator', 'orders/create', {
            id: order,
            notes: 'Sin ají',
            articles: [{ id: line.id ?? null, quantity: 2 }],
          })
        ).status,
      ).toBe(200)
      expect(await post('operator', 'orders/create', { id: order, id_store: id.other ?? 0 })).toMatchObject({
        status: 422,
        body: { errors: { id_store: 'La línea «Lomo» es de otra tienda: quítela o cámbiela.' } },
      })
      expect(
        await post('operator', 'orders/create', { id: order, id_store: id.other ?? 0, ...lines(id.other_article) }),
      ).toMatchObject({ status: 200, body: { item: { id_partner: at.server.ids.companies.b } } })
      await set('articles', id.own_article, { date_sold_out: null })
    })
  })

  describe('a kitchen', () => {
    const order = (more: JsonObject = {}) =>
      made('orders', {
        id_client: id.client ?? 0,
        id_store: id.own ?? 0,
        dst_address: 'Av. Larco 400',
        notes: 'Timbre roto',
        articles: [{ id_article: id.own_article ?? 0, quantity: 2, price: 36.5, notes: 'Sin ají' }],
        ...more,
      })

    test('says with one touch that an article is sold out today, and that it is there again; another partner does neither', async () => {
      const until = async () =>
        ((await get('companyA', `articles/${id.own_article}`)).body.item as JsonObject).date_sold_out
      const touched = await post('companyA', 'articles/sold_out', { id: id.own_article ?? 0 })
      expect([touched.status, touched.body.msg, await until()]).toEqual([
        200,
        '«Lomo» queda agotado hasta mañana.',
        '2026-11-24T05:00:00.000Z',
      ])
      const refused = await post('operator', 'orders/create', {
        id_client: id.client ?? 0,
        id_store: id.own ?? 0,
        dst_address: 'Av. Larco 1',
        articles: [{ id_article: id.own_article ?? 0, quantity: 1, price: 1 }],
      })
      expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['articles.0.id_article']])
      expect((await post('companyB', 'articles/available', { id: id.own_article ?? 0 })).status).toBe(404)
      expect((await post('companyB', 'articles/sold_out', { id: id.own_article ?? 0 })).status).toBe(404)
      expect([
        (await post('companyA', 'articles/available', { id: id.own_article ?? 0 })).status,
        await until(),
      ]).toEqual([200, null])
    })

    test("prints a ticket of what is to be prepared, without a price, the client's telephone or address, while it is to be prepared", async () => {
      const one = await order()
      const paper = () =>
        get('companyA', `active_orders/${one}?${new URLSearchParams({ export: 'html', print: 'ticket' }).toString()}`)
      const { status, text } = await paper()
      expect(status, text).toBe(200)
      for (const word of [`Comanda del pedido ${one}`, 'Lomo', 'Sin ají', 'Timbre roto', 'Ana Ruiz'])
        expect(text).toContain(word)
      // The roll of a ticket printer.
      expect(text).toMatch(/@page \{ size: 80mm 297mm/)
      const file = await get('companyA', `active_orders/${one}?export=pdf&print=ticket`)
      const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(file.text) ?? []
      expect([Number(width), Number(height) > 100 && Number(height) < 1000]).toEqual([226.77, true])
      for (const word of ['73', '36', 'Larco']) expect(text.replace(/<style.*?<\/style>/gs, '')).not.toContain(word)
      for (const move of ['preparing', 'ready', 'sent']) await post('companyA', `active_orders/${one}/${move}`, {})
      expect((await get('companyA', `orders/${one}?export=html&print=ticket`)).status).toBe(409)
    })
  })

  test('an order says what its store reads of it: articles with options and wishes, prices, way to pay, distance', async () => {
    const id_payment = await at.put('payment_methods', { name: 'Efectivo', type: 'cash' })
    const { own: id_store = 0, own_article: id_article = 0, client: id_client = 0 } = id
    const group = await at.put('article_options', { id_article, name: 'Guarnición', minimum: 0, maximum: 2 })
    const option = await at.put('article_option_values', { id_article_option: group, name: 'Arroz', price: 2 })
    const order = await made('orders', {
      id_client,
      id_store,
      id_payment,
      dst_address: 'Av. Larco 210',
      point: { lat: FROM.lat + 0.01, lng: FROM.lng },
      price_delivery: 6,
      articles: [
        {
          id_article,
          quantity: 2,
          price: 30,
          notes: 'Sin sal',
          options: [{ id_article_option_value: option, quantity: 2, price: 2 }],
        },
      ],
    })
    const { orders, store_states } = (await get('companyA', 'active_orders')).body as unknown as {
      orders: JsonObject[]
      store_states: JsonObject[]
    }
    expect(store_states.map((one) => one.id)).toEqual(['1', '2', '3', '4', '0'])
    expect(orders.find((one) => one.id === order)).toMatchObject({
      payment: { name: 'Efectivo', icon: 'payments' },
      state_obj: { id: '1', name: 'Nuevo' },
      ago_state: '2026-11-23T17:00:00.000Z',
      vehicle_requesting: 0,
      can_search_vehicles: 0,
      cl_pic: null,
      order_articles: [{ article: 'Lomo', quantity: 2, notes: 'Sin sal', options: ['2 × Arroz'], price_total: 68 }],
      prices: [
        { name: 'Artículos', price: 68 },
        { name: 'Envío', price: 6 },
        { name: 'Total', price: 74 },
      ],
      infos: [{ key: 'source', value: 'Central' }],
      distance: expect.any(Number),
      duration: expect.any(Number),
    })
    await post('companyA', `active_orders/${order}/reject`, { reason: 'Prueba' })
  })

  test('an order is accepted, made ready and handed over in that order; once accepted it is neither rejected nor changed', async () => {
    const order = await made('orders', {
      id_client: id.client ?? 0,
      id_store: id.own ?? 0,
      dst_address: 'Av. Larco 200',
      articles: [{ id_article: id.own_article ?? 0, quantity: 1, price: 36.5 }],
    })
    expect((await post('companyA', `active_orders/${order}/ready`, {})).status).toBe(409)
    expect(await post('companyA', `active_orders/${order}/preparing`, {})).toMatchObject({ status: 200 })
    expect(await post('companyA', `active_orders/${order}/reject`, { reason: 'No hay' })).toMatchObject({ status: 409 })
    expect(await post('companyA', 'orders/create', { id: order, dst_address: 'Otra' })).toMatchObject({ status: 422 })
    for (const move of ['ready', 'sent'])
      expect(await post('companyA', `active_orders/${order}/${move}`, {})).toMatchObject({ status: 200 })
    expect(await idsOf('companyA', 'active_orders')).not.toContain(order)
    expect((await get('companyA', `orders/${order}/info`)).body.item).toMatchObject({ store_state: '4' })
  })
})
