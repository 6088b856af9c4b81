import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { wholeApp, type WholeApp } from './whole-app'

oneEngine((_engine, open) => {
  let at: WholeApp
  let driver = 0
  let names = 0
  beforeAll(async () => {
    at = await wholeApp(open, () => new Date('2026-11-23T17:00:00.000Z'))
    driver = await at.put('users', { type_user: '2', name: 'Luis', surname: 'Paz', email: 'luis@test.pe' })
  })
  const post = (path: string, input: JsonObject) => at.server.call('root', 'POST', path, input)
  const document = async (path: string, input: JsonObject): Promise<number> => {
    const { body, text, status } = await post(`${path}/create`, input)
    expect(status, text).toBe(200)
    return Number((body['item'] as JsonObject)['id'])
  }
  const invoice = (more: JsonObject = {}) =>
    document('invoices', {
      id_company: at.server.ids.companies.a,
      date_from: '2026-10-01',
      date_to: '2026-10-31',
      items: [{ name: 'Servicios', quantity: 1, price: 100 }],
      ...more,
    })
  const liquidation = (more: JsonObject = {}) =>
    document('liquidations', {
      id_driver: driver,
      date_from: '2026-10-01',
      date_to: '2026-10-31',
      items: [{ name: 'Comisión', amount: -20 }],
      ...more,
    })

  describe('a document of the house', () => {
    test('that comes to nothing takes no number of its series', async () => {
      for (const [path, id] of [
        ['invoices', await invoice({ items: [] })],
        ['liquidations', await liquidation({ items: [] })],
      ] as const) {
        expect((await post(`${path}/issue`, { id })).status, path).toBe(403)
        expect(((await at.server.call('root', 'GET', `${path}/${id}`)).body['item'] as JsonObject)['number']).toBeNull()
      }
    })

    test('is not issued for days that another of the same company or driver was issued for, until that one is void', async () => {
      for (const [path, make] of [
        ['invoices', invoice],
        ['liquidations', liquidation],
      ] as const) {
        const [first, second, after] = [
          await make(),
          await make({ date_from: '2026-10-31', date_to: '2026-11-15' }),
          await make({ date_from: '2026-11-16', date_to: '2026-11-20' }),
        ]
        const [one, two] = await Promise.all([
          post(`${path}/issue`, { id: first }),
          post(`${path}/issue`, { id: second }),
        ])
        expect([one.status, two.status].sort(), `${one.text} ${two.text}`).toEqual([200, 409])
        const [issued, refused] = one.status === 200 ? [first, second] : [second, first]
        expect((one.status === 409 ? one : two).text).toMatch(/Ya se emitió/)
        expect((await post(`${path}/issue`, { id: after })).status).toBe(200)
        expect((await post(`${path}/void`, { id: issued, reason: 'Error' })).status).toBe(200)
        expect((await post(`${path}/issue`, { id: refused })).status).toBe(200)
      }
    })

    test('is merged with no other, as no amount, order or right is', async () => {
      const two = async (make: () => Promise<number>): Promise<readonly [number, number]> => [
        await make(),
        await make(),
      ]
      const { put } = at
      const store = await put('stores', {
        name: 'Tienda',
        address: 'Av. Sol 1',
        id_type_store: await put('type_stores', { name: 'Bodega' }),
        id_partner: at.server.ids.companies.a,
      })
      const role = () => put('roles', { type_user: '4', name: `Rol ${++names}` })
      const pairs = {
        invoices: await two(invoice),
        liquidations: await two(liquidation),
        roles: await two(role),
        wallets: await two(() => document('wallets', { id_user: driver, transaction: 'recharge', amount: 10 })),
        orders: await two(() => put('orders', { id_client: driver, id_store: store, dst_address: 'Av. Luna 2' })),
      }
      for (const [path, [id, into]] of Object.entries(pairs)) {
        for (const call of ['merge', 'mergePreview']) {
          const { status, text } = await post(`${path}/${call}`, { id, into, version: 1, into_version: 1 })
          expect([path, call, status, text]).toEqual([
            path,
            call,
            404,
            expect.stringContaining('Esta llamada no existe.'),
          ])
        }
        const kept = await at.server.database.db
          .selectFrom(path)
          .select('id')
          .where('id', 'in', [id, into])
          .where('date_deleted', 'is', null)
          .execute()
        expect(kept, path).toHaveLength(2)
      }
    })
  })
})
