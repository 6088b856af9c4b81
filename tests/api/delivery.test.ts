import { beforeAll, describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { faresApp, FROM, type FaresApp } from './fares-fixture'
import type { RoleName } from './fixture-users'

oneEngine((_engine, open) => {
  let at: FaresApp
  const id: { [name: string]: number } = {}
  const post = (role: RoleName, path: string, input: JsonObject) => at.server.call(role, 'POST', `delivery/${path}`, input)
  const get = (role: RoleName, path: string) => at.server.call(role, 'GET', `delivery/${path}`)
  const made = async (path: string, input: JsonObject, role: RoleName = 'operator'): Promise<number> => {
    const { body, text } = await post(role, `${path}/create`, input)
    if (typeof body.id !== 'number') throw new Error(text)
    return body.id
  }
  const idsOf = async (role: RoleName, path: string): Promise<readonly Json[]> => ((await get(role, path)).body.items as JsonObject[]).map((item) => item.id ?? null)

  beforeAll(async () => {
    at = await faresApp(open, () => new Date('2026-11-23T17:00:00.000Z'))
    const { put, server: { database: { db }, ids } } = at
    id.branch = await put('branches', { name: 'Lima', timezone: 'America/Lima' })
    await db.updateTable('companies').set({ type: '2', id_branch: id.branch }).execute()
    // Administrators of the two partners; the third person is an employee of a company's kind, with its id.
    await db.updateTable('users').set({ type_user: '4' }).where('id', 'in', [ids.users.companyA, ids.users.companyB]).execute()
    id.client = await put('users', { type_user: '3', name: 'Ana', surname: 'Ruiz', email: 'ana@test.pe' })
    id.type = await made('type_stores', { name: 'Restaurantes', coverage_radius: 4 })
    id.category = await made('category_stores', { id_type_store: id.type, name: 'Criolla' })
    const store = { id_type_store: id.type, category_stores: [id.category], address: 'Calle 1', point: FROM }
    id.own = await made('stores', { ...store, name: 'De A' }, 'companyA')
    id.other = await made('stores', { ...store, name: 'De B', id_partner: ids.companies.b })
    for (const [name, of] of [['own', 'companyA'], ['other', 'operator']] as const) {
      id[`${name}_section`] = await made('category_articles', { id_store: id[name] ?? 0, name: 'Fondos' }, of)
      id[`${name}_article`] = await made('articles', { id_store: id[name] ?? 0, id_category_article: id[`${name}_section`] ?? 0, name: 'Lomo', price: 36.5 }, of)
    }
  })

  describe('a partner\'s workers', () => {
    test('have the stores and articles of their partner, and no others', async () => {
      expect((await get('companyA', `stores/${id.own}`)).body.item).toMatchObject({ id_partner: at.server.ids.companies.a })
      expect([await idsOf('companyA', 'stores'), await idsOf('companyB', 'stores')]).toEqual([[id.own], [id.other]])
      expect([await idsOf('companyA', 'articles'), await idsOf('companyA', 'category_articles')]).toEqual([[id.own_article], [id.own_section]])
      expect(await post('companyA', 'articles/create', { id_store: id.other ?? 0, id_category_article: id.other_section ?? 0, name: 'Ajeno', price: 1 })).toMatchObject({ status: 422, body: { errors: { id_store: expect.any(String) } } })
      expect((await post('companyA', 'stores/create', { id: id.other ?? 0, name: 'Mía' })).status).toBe(404)
      expect((await post('companyA', 'stores/create', { id: id.own ?? 0, id_partner: at.server.ids.companies.b })).status).toBe(422)
    })

    test('have the orders of their stores; people of a company have none', async () => {
      const order = await made('orders', {
        id_client: id.client ?? 0, id_store: id.own ?? 0, dst_address: 'Av. Larco 100', price_delivery: 6,
        articles: [{ id_article: id.own_article ?? 0, quantity: 2, price: 36.5 }, { id_article: id.own_article ?? 0, quantity: 1, price: 30 }],
      })
      expect((await get('operator', `orders/${order}`)).body.item).toMatchObject({
        id_partner: at.server.ids.companies.a, id_branch: id.branch, id_type_store: id.type, num_articles: 3, price_articles: 103, price_total: 109, store_state: '1',
      })
      const [first = {}] = ((await get('companyA', `orders/${order}`)).body.item as { articles: JsonObject[] }).articles
      expect(first).toMatchObject({ id_article: id.own_article, quantity: 2 })
      expect(await post('companyA', 'orders/create', { id: order, articles: [{ id: first.id ?? null, quantity: 3 }] })).toMatchObject({ status: 200, body: { item: { num_articles: 3, price_articles: 109.5 } } })
      await post('operator', 'orders/create', { id: order, articles: [{ id: first.id ?? null, quantity: 2 }, { id_article: id.own_article ?? 0, quantity: 1, price: 30 }] })
      const foreign = await made('orders', { id_client: id.client ?? 0, id_store: id.other ?? 0, dst_address: 'Jr. Puno 1', articles: [{ id_article: id.other_article ?? 0, quantity: 1, price: 36.5 }] })
      expect([await idsOf('companyA', 'orders'), await idsOf('companyB', 'active_orders'), await idsOf('readerA', 'orders'), await idsOf('readerA', 'stores')]).toEqual([[order], [foreign], [], []])
      expect([(await get('companyB', `orders/${order}`)).status, (await post('companyB', `active_orders/${order}/preparing`, {})).status]).toEqual([404, 404])
      expect((await post('companyA', 'orders/create', { id: order, id_partner: at.server.ids.companies.b })).status).toBe(422)
    })

    test('make no order themselves: who asks is told so, and is offered neither a new one nor a copy', async () => {
      const input = { id_client: id.client ?? 0, id_store: id.own ?? 0, dst_address: 'Av. Larco 1', articles: [{ id_article: id.own_article ?? 0, quantity: 1, price: 30 }] }
      expect(await post('companyA', 'orders/create', input)).toMatchObject({ status: 403, body: { why: 'Su rol no crea registros nuevos en Pedidos.' } })
      const order = await made('orders', input)
      expect((await post('companyA', 'orders/duplicate', { id: order })).status).toBe(403)
      expect((await get('companyA', 'orders/why?action=duplicate')).body).toMatchObject({ allowed: false, why: 'Su rol no crea registros nuevos en Pedidos.' })
      const offered = async (who: 'companyA' | 'operator') => ((await at.server.call(who, 'GET', 'model/x')).body['model'] as unknown as { resources: { orders: { uncreated?: true } } }).resources.orders.uncreated
      expect([await offered('companyA'), await offered('operator')]).toEqual([true, undefined])
      await post('operator', 'orders/remove', { id: order })
    })
  })

  test('an order is accepted, made ready and handed over in that order; once accepted it is neither rejected nor changed', async () => {
    const order = await made('orders', { id_client: id.client ?? 0, id_store: id.own ?? 0, dst_address: 'Av. Larco 200', articles: [{ id_article: id.own_article ?? 0, quantity: 1, price: 36.5 }] })
    expect((await post('companyA', `active_orders/${order}/ready`, {})).status).toBe(409)
    expect(await post('companyA', `active_orders/${order}/preparing`, {})).toMatchObject({ status: 200 })
    expect(await post('companyA', `active_orders/${order}/reject`, { reason: 'No hay' })).toMatchObject({ status: 409 })
    expect(await post('companyA', 'orders/create', { id: order, dst_address: 'Otra' })).toMatchObject({ status: 422 })
    for (const move of ['ready', 'sent']) expect(await post('companyA', `active_orders/${order}/${move}`, {})).toMatchObject({ status: 200 })
    expect(await idsOf('companyA', 'active_orders')).not.toContain(order)
    expect((await get('companyA', `orders/${order}/info`)).body.item).toMatchObject({ store_state: '4' })
  })
})
