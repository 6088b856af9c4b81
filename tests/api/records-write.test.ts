import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { eachEngine } from '../engines'
import { recordApp, type RecordApp } from './records-fixture'

eachEngine((engine, open) => {
  describe('a write', () => {
    let at: RecordApp
    let number = 0
    const parcel = (more: JsonObject = {}) => ({ code: `W${++number}`, title: 'Caja', ...more })
    const create = (role: Parameters<RecordApp['call']>[0], input: JsonObject, endpoint = 'parcels') =>
      at.call(role, 'POST', `${endpoint}/create`, input)
    beforeAll(async () => {
      at = await recordApp(open)
    })

    test('creates without id, changes with it, keeps what is absent, and counts versions', async () => {
      const made = await create('operator', parcel({ title: '  Caja  grande ', pieces: 2, urgent: true }))
      expect(made).toMatchObject({
        status: 200,
        body: {
          ok: true,
          msg: 'Guardado correctamente',
          item: { title: 'Caja  grande', pieces: 2, urgent: 1, version: 1, state: '1' },
        },
      })
      const { id } = at.item(made)
      const changed = await create('operator', { id: id ?? null, version: 1, pieces: 3 })
      expect(at.item(changed)).toMatchObject({ id, title: 'Caja  grande', pieces: 3, version: 2 })
      expect(at.item(await at.call('reader', 'GET', `parcels/${String(id)}`))).toMatchObject({ pieces: 3, version: 2 })
    })

    test('gives a form the record, and a new one its defaults', async () => {
      const { id } = await at.make('root', 'parcels', parcel())
      expect(at.item(await at.call('root', 'POST', 'parcels/form', { id: id ?? null }))).toMatchObject({
        id,
        title: 'Caja',
        version: 1,
      })
      const fresh = at.item(await at.call('root', 'POST', 'parcels/form', {}))
      expect(fresh).toMatchObject({ urgent: 0, state: '1', title: null, lat: null })
      expect(fresh).not.toHaveProperty('id')
      expect(at.item(await at.call('root', 'POST', 'delivery/urgent/form', {}))).toMatchObject({ urgent: 1 })
      expect(at.item(await at.call('companyA', 'POST', 'parcels/form', {}))).toMatchObject({
        id_company: at.ids.companies.a,
      })
      expect(await at.call('root', 'POST', 'parcels/form', { id: 999999 })).toMatchObject({ status: 404 })
    })

    test('takes a record back as it was read, changed or not', async () => {
      const item = await at.make(
        'root',
        'parcels',
        parcel({ id_depot: at.depots.a, spot: { lat: 1, lng: 2 }, weight: '1.50' }),
      )
      const same = await create('root', item)
      expect(same.status).toBe(200)
      expect(at.item(same)).toEqual(item)
      const moved = at.item(await create('root', { ...item, lat: 3 }))
      expect(moved).toMatchObject({ spot: { lat: 3, lng: 2 }, lat: 3, version: 2 })
      expect(at.item(await create('root', { id: item.id ?? null, lat: '', lng: '' }))).toMatchObject({
        spot: null,
        lat: null,
      })
    })

    test('writes nothing and logs nothing when nothing changed, so stored digits survive', async () => {
      const item = await at.make('root', 'parcels', parcel({ price: '7.10', weight: '12345678901234567890.10' }))
      await at.database.db
        .updateTable('parcels')
        .set({ price: '7.100' })
        .where('id', '=', item.id as number)
        .execute()
      for (const price of [7.1, '7.1', '7.10'])
        expect(at.item(await create('root', { id: item.id ?? null, price, pieces: null })).version).toBe(1)
      const row = await at.database.db
        .selectFrom('parcels')
        .select(['price', 'weight'])
        .where('id', '=', item.id as number)
        .executeTakeFirstOrThrow()
      expect(row).toEqual({ price: '7.100', weight: '12345678901234567890.1' })
      const logs = await at.database.db
        .selectFrom('logs')
        .select('id')
        .where('target', '=', 'parcels')
        .where('id_target', '=', item.id as number)
        .execute()
      expect(logs).toHaveLength(1)
    })

    test.each([
      [{ title: null }, 'title'],
      [{ title: '   ' }, 'title'],
      [{ title: 'x'.repeat(201) }, 'title'],
      [{ price: -1 }, 'price'],
      [{ price: 'uno' }, 'price'],
      [{ kind: 'c' }, 'kind'],
      [{ due: '2026-02-30' }, 'due'],
      [{ arrived: '2026-01-01' }, 'arrived'],
      [{ urgent: 2 }, 'urgent'],
      [{ spot: { lat: 91, lng: 0 } }, 'spot'],
      [{ lat: 5 }, 'spot'],
      [{ id_depot: 999999 }, 'id_depot'],
      [{ id_depot: 'Ate' }, 'id_depot'],
      [{ price: 1, price_min: 2 }, 'price'],
      [{ colour: 'x' }, 'colour'],
      [{ stamp: 'x' }, 'stamp'],
      [{ counted: 5 }, 'counted'],
      [{ date_created: '2020-01-01T00:00:00.000Z' }, 'date_created'],
      [{ rank: 4 }, 'rank'],
      [{ state: '2' }, 'state'],
      [{ constructor: 'x' }, 'constructor'],
    ] as [JsonObject, string][])('refuses %j at %s', async (wrong, field) => {
      const { status, body } = await create('root', parcel(wrong))
      expect(status).toBe(422)
      expect(body).toMatchObject({ ok: false, code: 'VALIDATION', errors: { [field]: expect.any(String) as string } })
      expect((body.errors as JsonObject)[field]).not.toMatch(/^validation\./)
    })

    test('tells of a value that must be unique, at its field', async () => {
      const item = await at.make('root', 'parcels', parcel())
      expect(await create('root', { code: item.code ?? null, title: 'Otra' })).toMatchObject({
        status: 422,
        body: { errors: { code: 'Ya existe un registro con este valor.' } },
      })
      await at.call('root', 'POST', 'parcels/remove', { id: item.id ?? null })
      expect((await create('root', { code: item.code ?? null, title: 'Otra' })).status).toBe(200)
    })

    test('refuses a change of what is read-only, and does not tell hidden values from absent ones', async () => {
      const item = await at.make('root', 'parcels', parcel({ margin: 5, id_company: at.ids.companies.a }))
      expect(await create('root', { id: item.id ?? null, counted: 1 })).toMatchObject({
        status: 422,
        body: { errors: { counted: expect.any(String) as string } },
      })
      expect(await create('root', { id: item.id ?? null, counted: 0, pieces: 1 })).toMatchObject({ status: 200 })
      const right = await create('companyA', { id: item.id ?? null, margin: 5 })
      const wrong = await create('companyA', { id: item.id ?? null, margin: 6 })
      expect(right.body).toEqual(wrong.body)
      expect(right).toMatchObject({ status: 422, body: { errors: { margin: 'Dato desconocido.' } } })
      const fixed = await at.make('root', 'delivery/urgent', parcel())
      expect(fixed.urgent).toBe(1)
      expect(await create('root', { id: fixed.id ?? null, urgent: 0 }, 'delivery/urgent')).toMatchObject({
        status: 422,
        body: { errors: { urgent: expect.any(String) as string } },
      })
    })

    test('obeys edit rules and keeps what a rule hides', async () => {
      const item = await at.make('root', 'parcels', parcel({ kind: 'a', discount: 4 }))
      expect(await create('operator', { id: item.id ?? null, approved: 1 })).toMatchObject({
        status: 422,
        body: { errors: { approved: expect.any(String) as string } },
      })
      expect(await create('operator', { id: item.id ?? null, approved: 0, pieces: 1 })).toMatchObject({ status: 200 })
      expect(await create('root', { id: item.id ?? null, approved: 1 })).toMatchObject({ status: 200 })
      expect(at.item(await create('operator', { id: item.id ?? null, kind: 'b', discount: 7 }))).not.toHaveProperty(
        'discount',
      )
      expect(at.item(await create('operator', { id: item.id ?? null, kind: 'a' }))).toMatchObject({ discount: 4 })
    })

    test('a reader, one without a role and one without a session change nothing', async () => {
      const item = await at.make('root', 'parcels', parcel({ id_company: at.ids.companies.a }))
      const before = await at.database.db.selectFrom('parcels').selectAll().orderBy('id').execute()
      for (const [role, status] of [
        ['reader', 403],
        ['readerA', 403],
        ['none', 403],
        [null, 401],
      ] as const) {
        expect((await create(role, parcel())).status).toBe(status)
        expect((await create(role, { id: item.id ?? null, title: 'Otra' })).status).toBe(status)
        for (const verb of ['remove', 'enable', 'disable']) {
          expect((await at.call(role, 'POST', `parcels/${verb}`, { id: item.id ?? null })).status).toBe(status)
          expect((await at.call(role, 'GET', `parcels/${verb}`, { id: item.id ?? null })).status).toBe(status)
        }
        expect((await at.call(role, 'POST', 'parcels/resort', { items: [item.id ?? null] })).status).toBe(status)
      }
      expect(await at.database.db.selectFrom('parcels').selectAll().orderBy('id').execute()).toEqual(before)
    })

    test('of two editors the second is told who changed what, and when', async () => {
      const item = await at.make('root', 'parcels', parcel({ margin: 1 }))
      expect((await create('operator', { id: item.id ?? null, version: 1, pieces: 8, margin: 2 })).status).toBe(200)
      const second = await create('root', { id: item.id ?? null, version: 1, title: 'Otra' })
      expect(second).toMatchObject({
        status: 409,
        body: {
          ok: false,
          code: 'CONFLICT',
          conflict: { by: 'operator Prueba', fields: ['pieces', 'margin'], version: 2 },
        },
      })
      expect(second.body.msg).toMatch(/operator Prueba .*Piezas, Margen/)
      expect((second.body.conflict as JsonObject).at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
      expect(at.item(await at.call('root', 'GET', `parcels/${String(item.id)}`))).toMatchObject({
        title: 'Caja',
        pieces: 8,
        version: 2,
      })
      expect((await create('root', { id: item.id ?? null, title: 'Sin versión' })).status).toBe(200)
    })

    // The embedded database has one connection: there is nothing at once.
    if (engine === 'postgres')
      test('of twenty changes at once with one version exactly one wins', async () => {
        const item = await at.make('root', 'parcels', parcel())
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, i) =>
            create(i % 2 ? 'root' : 'operator', { id: item.id ?? null, version: 1, pieces: 100 + i }),
          ),
        )
        expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(409)])
        const won = answers.find(({ status }) => status === 200)
        expect(at.item(await at.call('root', 'GET', `parcels/${String(item.id)}`))).toMatchObject({
          pieces: won ? at.item(won).pieces : null,
          version: 2,
        })
      })

    if (engine === 'postgres')
      test('of twenty records of one unique value made at once exactly one is made', async () => {
        const answers = await Promise.all(
          Array.from({ length: 20 }, () => create('root', { code: 'SOLO', title: 'Caja' })),
        )
        expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(422)])
      })

    test('an unknown record, or one that is gone, is not there', async () => {
      const item = await at.make('root', 'parcels', parcel())
      await at.call('root', 'POST', 'parcels/remove', { id: item.id ?? null })
      for (const id of [item.id ?? null, 999999, 'x', 1.5, -1, 3000000000, [1], { a: 1 }]) {
        expect((await create('root', { id, title: 'Otra' })).status).toBe(404)
      }
      expect((await at.call('root', 'GET', `parcels/${String(item.id)}`)).status).toBe(404)
    })
  })
})
