import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { recordApp, type RecordApp } from './records-fixture'
import type { RoleName } from './fixture-users'

oneEngine((_engine, open) => {
  describe('rows saved together', () => {
    let at: RecordApp
    let number = 0
    const post = (rows: readonly JsonObject[], role: RoleName = 'root') =>
      at.call(role, 'POST', 'parcels/saveRows', { rows: rows as JsonObject[] })
    const parcel = (more: JsonObject = {}) =>
      at.make('root', 'parcels', { code: `S${++number}`, title: 'Uno', id_company: at.ids.companies.a, ...more })
    const read = async (record: JsonObject) => at.item(await at.call('root', 'GET', `parcels/${String(record.id)}`))
    beforeAll(async () => {
      at = await recordApp(open)
    })

    test('are each saved or refused for themselves, with the error at its field', async () => {
      const [good, bad, old] = [await parcel(), await parcel({ price_min: 10 }), await parcel()]
      await at.call('operator', 'POST', 'parcels/create', { id: old.id ?? null, title: 'De otro' })
      const { status, body } = await post([
        { id: good.id ?? null, version: 1, title: 'Dos', weight: 3 },
        { id: bad.id ?? null, version: 1, title: 'Tres', price: 4 },
        { id: old.id ?? null, version: 1, title: 'Mío' },
      ])
      expect(status).toBe(200)
      expect(body.results).toMatchObject([
        { id: good.id, ok: true, item: { id: good.id, title: 'Dos', weight: 3, version: 2 } },
        { id: bad.id, ok: false, code: 'VALIDATION', errors: { price: expect.any(String) } },
        { id: old.id, ok: false, code: 'CONFLICT', conflict: { fields: ['title'], version: 2 } },
      ])
      expect([await read(good), await read(bad), await read(old)]).toMatchObject([
        { title: 'Dos', version: 2 },
        { title: 'Uno', version: 1 },
        { title: 'De otro', version: 2 },
      ])
    })

    test('are logged each, and taken back together', async () => {
      const [one, two] = [await parcel(), await parcel()]
      const { body } = await post([
        { id: one.id ?? null, version: 1, title: 'A' },
        { id: two.id ?? null, version: 1, title: 'B' },
      ])
      const { run } = body.undo as JsonObject
      const logs = await at.call('root', 'GET', 'logs', { target: 'parcels', id_target: one.id ?? 0 })
      expect(at.items(logs)[0]).toMatchObject({ type_log: 'edit', changes: [{ field: 'title', from: 'Uno', to: 'A' }] })
      expect((await at.call('root', 'POST', 'parcels/undo', { run: run ?? null })).status).toBe(200)
      expect([(await read(one)).title, (await read(two)).title]).toEqual(['Uno', 'Uno'])
    })

    test('fail as one where none can be saved', async () => {
      const one = await parcel()
      const { status, body } = await post([{ id: one.id ?? null, version: 1, code: '' }])
      expect([status, body.code]).toEqual([422, 'VALIDATION'])
      expect(body.results).toMatchObject([{ id: one.id, ok: false, errors: { code: expect.any(String) } }])
    })

    test('are for who may write them: rights, scope, fields of others', async () => {
      const [own, theirs] = [await parcel(), await parcel({ id_company: at.ids.companies.b })]
      expect((await post([{ id: own.id ?? null, title: 'x' }], 'reader')).status).toBe(403)
      expect((await post([{ id: own.id ?? null, title: 'x' }], 'none')).status).toBe(403)
      const { body } = await post(
        [
          { id: own.id ?? null, title: 'Bien', version: 1 },
          { id: theirs.id ?? null, title: 'Mal', version: 1 },
        ],
        'companyA',
      )
      expect(body.results).toMatchObject([{ ok: true }, { ok: false, code: 'NOT_FOUND' }])
      expect(await read(theirs)).toMatchObject({ title: 'Uno', version: 1 })
      expect((await post([{ id: own.id ?? null, approved: 1 }], 'operator')).body).toMatchObject({
        code: 'VALIDATION',
        errors: { approved: expect.any(String) },
      })
      // What one does not see is no field of theirs.
      await post([{ id: own.id ?? null, margin: 5 }])
      expect((await post([{ id: own.id ?? null, margin: 9, title: 'Otra' }], 'companyA')).status).toBe(422)
      expect(await read(own)).toMatchObject({ title: 'Bien', margin: 5 })
    })

    test('change what there is, and create nothing', async () => {
      const one = await parcel()
      const before = (await at.call('root', 'GET', 'parcels', {})).body.total
      for (const rows of [
        [],
        [{ title: 'Sin id' }],
        [
          { id: one.id, title: 'a' },
          { id: one.id, title: 'b' },
        ],
        ['x'],
        Array.from({ length: 501 }, (_row, n) => ({ id: n + 1 })),
      ])
        expect((await at.call('root', 'POST', 'parcels/saveRows', { rows: rows as JsonObject[] })).status).toBe(400)
      expect((await at.call('root', 'POST', 'parcels/saveRows', {})).status).toBe(400)
      expect((await post([{ id: 999_999, title: 'Nuevo' }])).status).toBe(404)
      expect((await at.call('root', 'GET', 'parcels', {})).body.total).toBe(before)
    })

    test('are offered to programs, in their description too', async () => {
      const token = await at.tokenFor('operator')
      const { body } = await at.request({ method: 'GET', url: '/api/rest/openapi.json', token })
      expect(Object.keys(body.paths as object)).toContain('/parcels/saveRows')
      const one = await parcel()
      const saved = await at.request({
        method: 'POST',
        url: '/api/rest/parcels/saveRows',
        token,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ rows: [{ id: one.id, version: 1, title: 'Z' }] }),
      })
      expect(saved.body.results).toMatchObject([{ ok: true, item: { title: 'Z' } }])
    })
  })
})
