import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { recordApp, type RecordApp } from './records-fixture'

oneEngine((_engine, open) => {
  describe('the calls on rows', () => {
    let at: RecordApp
    let number = 0
    const make = async (more: JsonObject = {}) =>
      Number((await at.make('root', 'parcels', { code: `V${++number}`, title: 'Caja', ...more })).id)
    const read = async (id: number, endpoint = 'parcels') => at.call('root', 'GET', `${endpoint}/${id}`)
    beforeAll(async () => {
      at = await recordApp(open)
    })

    test.each(['GET', 'POST'] as const)(
      'by %s: deactivates, activates and removes, each with its text',
      async (method) => {
        const id = await make()
        expect(await at.call('operator', method, 'parcels/disable', { id })).toMatchObject({
          status: 200,
          body: { ok: true, msg: 'Desactivado correctamente' },
        })
        expect(at.item(await read(id))).toMatchObject({ state: '0', version: 2 })
        expect((await at.call('operator', method, 'parcels/disable', { id })).body.ok).toBe(true)
        expect(at.item(await read(id)).version).toBe(2)
        expect(await at.call('operator', method, 'parcels/enable', { id })).toMatchObject({
          body: { msg: 'Activado correctamente' },
        })
        expect(at.item(await read(id))).toMatchObject({ state: '1', version: 3 })
        expect(await at.call('operator', method, 'parcels/remove', { id })).toMatchObject({
          body: { msg: 'Eliminado correctamente' },
        })
        expect((await read(id)).status).toBe(404)
        expect((await at.call('operator', method, 'parcels/remove', { id })).status).toBe(404)
        const row = await at.database.db
          .selectFrom('parcels')
          .select(['date_deleted', 'code'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        expect(row.date_deleted).not.toBeNull()
      },
    )

    test('keeps a record that others refer to, saying which', async () => {
      const depot = Number((await at.make('root', 'depots', { name: 'Central' })).id)
      const ids = [await make({ id_depot: depot }), await make({ id_depot: depot })]
      const refused = await at.call('root', 'POST', 'depots/remove', { id: depot })
      expect(refused).toMatchObject({
        status: 409,
        body: { code: 'IN_USE', msg: 'No se puede eliminar, está en uso: Paquetes (2).' },
      })
      await at.call('root', 'POST', 'parcels/remove', { ids })
      expect((await at.call('root', 'POST', 'depots/remove', { id: depot })).status).toBe(200)
    })

    test('empties references that say so, with a new version and a line in the log', async () => {
      const keeper = Number(
        (
          await at.database.db
            .insertInto('users')
            .values({ name: 'Eva', type_user: '1' })
            .returning('id')
            .executeTakeFirstOrThrow()
        ).id,
      )
      const id = await make({ id_keeper: keeper })
      expect((await at.call('root', 'POST', 'people/remove', { id: keeper })).status).toBe(200)
      expect(at.item(await read(id))).toMatchObject({ id_keeper: null, version: 2 })
      const [line] = at.items(await at.call('root', 'GET', 'logs', { target: 'parcels', id_target: id }))
      expect(line).toMatchObject({ type_log: 'edit', changes: [{ field: 'id_keeper', from: `#${keeper}`, to: null }] })
    })

    test('acts on many rows in one call, with a result each', async () => {
      const depot = Number((await at.make('root', 'depots', { name: 'Norte' })).id)
      const free = Number((await at.make('root', 'depots', { name: 'Libre' })).id)
      await make({ id_depot: depot })
      const { status, body } = await at.call('root', 'POST', 'depots/remove', { ids: [depot, free, 999999] })
      expect(status).toBe(200)
      expect(body).toMatchObject({
        ok: true,
        msg: 'Se completaron 1 de 3.',
        results: [
          { id: depot, ok: false, code: 'IN_USE', msg: expect.stringContaining('Paquetes (1)') as string },
          { id: free, ok: true, msg: 'Eliminado correctamente' },
          { id: 999999, ok: false, code: 'NOT_FOUND' },
        ],
      })
      expect((await read(depot, 'depots')).status).toBe(200)
      expect((await read(free, 'depots')).status).toBe(404)
      expect(await at.call('root', 'POST', 'depots/remove', { ids: [depot, 999999] })).toMatchObject({
        status: 409,
        body: { ok: false, code: 'IN_USE', results: [{ ok: false }, { ok: false }] },
      })
      const both = [await make(), await make()]
      expect((await at.call('root', 'GET', 'parcels/disable', { ids: both.join(',') })).body.results).toMatchObject([
        { ok: true },
        { ok: true },
      ])
    })

    test('what was wrong with a record before does not keep it active', async () => {
      const id = await make()
      await at.database.db.updateTable('parcels').set({ price: '1', price_min: '2' }).where('id', '=', id).execute()
      expect((await at.call('root', 'POST', 'parcels/disable', { id })).status).toBe(200)
      expect((await at.call('root', 'POST', 'parcels/create', { id, pieces: 1 })).status).toBe(422)
    })

    test('puts rows in a new order without touching the others', async () => {
      const [a, b, c, d] = [await make(), await make(), await make(), await make()]
      const order = async () =>
        at
          .items(await at.call('root', 'GET', 'parcels', { order_col: 'rank', limit: 1000 }))
          .map(({ id }) => id)
          .filter((id) => [a, b, c, d].includes(id as number))
      expect(await order()).toEqual([a, b, c, d])
      expect(await at.call('operator', 'POST', 'parcels/resort', { items: [c, a, b] })).toMatchObject({
        status: 200,
        body: { msg: 'Acción realizada correctamente' },
      })
      expect(await order()).toEqual([c, a, b, d])
      expect((await at.call('operator', 'POST', 'parcels/resort', { items: [{ id: d }, { id: c }] })).status).toBe(200)
      expect(await order()).toEqual([d, a, b, c])
      await at.database.db.updateTable('parcels').set({ rank: '1' }).execute()
      expect((await at.call('root', 'POST', 'parcels/resort', { items: [b, d, c, a] })).status).toBe(200)
      expect(await order()).toEqual([b, d, c, a])
      for (const items of [[a, a], [], 'x', null, [999999]])
        expect((await at.call('root', 'POST', 'parcels/resort', { items })).status).toBeGreaterThanOrEqual(400)
      expect((await at.call('root', 'POST', 'depots/resort', { items: [at.depots.a] })).status).toBe(404)
      expect((await at.call('root', 'POST', 'readings/enable', { id: 1 })).status).toBe(404)
    })

    test('lists the kinds of users', async () => {
      expect(await at.call('reader', 'GET', 'type_users')).toMatchObject({
        status: 200,
        body: {
          ok: true,
          items: [
            { id: '1', name: 'Operador' },
            { id: '2', name: 'Conductor' },
            { id: '3', name: 'Cliente' },
            { id: '4', name: expect.any(String) as string },
          ],
        },
      })
      expect((await at.call(null, 'GET', 'type_users')).status).toBe(401)
    })
  })
})
