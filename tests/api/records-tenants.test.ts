import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { recordApp, type RecordApp } from './records-fixture'

/** Two companies that must not learn of each other, whatever they call. */
oneEngine((_engine, open) => {
  describe('of two tenants', () => {
    let at: RecordApp
    let theirs: JsonObject
    let mine: JsonObject
    let nobodys: JsonObject
    beforeAll(async () => {
      at = await recordApp(open)
      const { a, b } = at.ids.companies
      mine = await at.make('root', 'parcels', { code: 'MINE', title: 'Mía', id_company: a, id_depot: at.depots.a })
      theirs = await at.make('root', 'parcels', {
        code: 'THEIRS',
        title: 'Ajena',
        id_company: b,
        id_depot: at.depots.b,
        urgent: 1,
      })
      nobodys = await at.make('root', 'parcels', { code: 'NOBODYS', title: 'De nadie' })
    })
    const everything = async (): Promise<unknown> =>
      at.database.db.selectFrom('parcels').selectAll().orderBy('id').execute()

    test("lists, counts, searches and sorts see one's own rows alone", async () => {
      for (const query of [
        {},
        { q: 'ajena' },
        { filters: { code: ['MINE', 'THEIRS', 'NOBODYS'] } },
        { filters: { id: [theirs.id ?? 0] } },
        { filters: { co_name: 'empresa' } },
        { filters: { id_company: { ne: 0 } } },
      ]) {
        const { body } = await at.call('companyA', 'GET', 'parcels', query as JsonObject)
        const codes = at.items({ body } as never).map(({ code }) => code)
        expect(codes.filter((code) => code !== 'MINE')).toEqual([])
        expect(body.total).toBe(codes.length)
      }
      expect((await at.call('companyA', 'GET', 'parcels', {})).body.total).toBe(1)
      expect((await at.call('companyA', 'GET', 'delivery/urgent', {})).body.total).toBe(0)
      expect((await at.call('operator', 'GET', 'parcels', {})).body.total).toBe(3)
    })

    test('a record, its form, its log and simple REST are not there for the other', async () => {
      for (const { id } of [theirs, nobodys]) {
        expect((await at.call('companyA', 'GET', `parcels/${String(id)}`)).status).toBe(404)
        expect((await at.call('companyA', 'POST', 'parcels/form', { id: id ?? null })).status).toBe(404)
        expect(
          (await at.call('companyA', 'GET', 'logs', { target: 'parcels', id_target: id ?? null })).body.items,
        ).toEqual([])
        expect(
          (
            await at.request({
              method: 'GET',
              url: `/api/rest/parcels/${String(id)}`,
              token: await at.tokenFor('companyA'),
            })
          ).status,
        ).toBe(404)
      }
      const rest = await at.request({ method: 'GET', url: '/api/rest/parcels', token: await at.tokenFor('companyA') })
      expect(rest.text).toContain('MINE')
      expect(rest.text).not.toMatch(/THEIRS|NOBODYS|Empresa B/)
    })

    test('a reference search, an export and the log show nothing of the other', async () => {
      expect((await at.call('companyA', 'GET', 'depots', { lookup: 1 })).body.items).toEqual([
        { id: at.depots.a, label: 'Depósito Ate' },
      ])
      expect(
        (await at.call('companyA', 'GET', 'depots', { lookup: 1, filters: { id: [at.depots.b] } })).body.items,
      ).toEqual([])
      expect((await at.call('companyA', 'GET', 'companies', { lookup: 1 })).body.items).toEqual([
        { id: at.ids.companies.a, label: 'Empresa A' },
      ])
      const csv = await at.call('companyA', 'GET', 'parcels', { format: 'csv' })
      expect(csv.text).toContain('MINE')
      expect(csv.text).not.toMatch(/THEIRS|NOBODYS|Empresa B/)
      const log = await at.call('companyA', 'GET', 'logs', {
        target: 'parcels',
        id_target: mine.id ?? null,
        limit: 1000,
      })
      expect(log.text).toContain('MINE')
      expect(log.text).not.toMatch(/THEIRS|NOBODYS|Breña/)
      expect((await at.call('companyA', 'GET', 'logs', { limit: 1000 })).status).toBe(403)
    })

    test("no write reaches the other's rows", async () => {
      const before = await everything()
      for (const { id } of [theirs, nobodys]) {
        expect((await at.call('companyA', 'POST', 'parcels/create', { id: id ?? null, title: 'Robada' })).status).toBe(
          404,
        )
        expect(
          (await at.call('companyA', 'POST', 'parcels/create', { id: id ?? null, version: 1, title: 'Robada' })).status,
        ).toBe(404)
        for (const verb of ['remove', 'disable', 'enable']) {
          expect((await at.call('companyA', 'POST', `parcels/${verb}`, { id: id ?? null })).status).toBe(404)
          expect((await at.call('companyA', 'GET', `parcels/${verb}`, { id: id ?? null })).status).toBe(404)
        }
        expect(
          (await at.call('companyA', 'POST', 'parcels/resort', { items: [mine.id ?? null, id ?? null] })).status,
        ).toBe(404)
        for (const method of ['PUT', 'DELETE']) {
          expect(
            (
              await at.request({
                method,
                url: `/api/rest/parcels/${String(id)}`,
                token: await at.tokenFor('companyA'),
                payload: '{"title":"Robada"}',
              })
            ).status,
          ).toBe(404)
        }
      }
      expect(
        (await at.call('companyA', 'POST', 'parcels/remove', { ids: [theirs.id ?? null, nobodys.id ?? null] })).status,
      ).toBe(404)
      expect(await everything()).toEqual(before)
    })

    test("no row is given to the other, taken from nobody, or pointed at the other's", async () => {
      const { b } = at.ids.companies
      const before = await everything()
      const call = (input: JsonObject) => at.call('companyA', 'POST', 'parcels/create', input)
      // The other company is no company one may name at all.
      expect(await call({ code: 'X', title: 'X', id_company: b })).toMatchObject({
        status: 422,
        body: { errors: { id_company: expect.any(String) as string } },
      })
      expect(await call({ id: mine.id ?? null, id_company: b })).toMatchObject({
        status: 422,
        body: { errors: { id_company: expect.any(String) as string } },
      })
      expect(await call({ id: mine.id ?? null, id_company: null })).toMatchObject({
        status: 422,
        body: { errors: { id_company: 'Elija uno: sin él, el registro quedaría fuera de lo que usted administra.' } },
      })
      expect(await call({ id: mine.id ?? null, id_depot: at.depots.b })).toMatchObject({
        status: 422,
        body: { errors: { id_depot: expect.any(String) as string } },
      })
      expect(await everything()).toEqual(before)
      const made = at.item(await call({ code: 'STAMPED', title: 'X' }))
      expect(made).toMatchObject({ id_company: at.ids.companies.a })
    })

    test('what all share is read by all and changed by the house alone', async () => {
      const shade = await at.make('root', 'shades', { name: 'Rojo', code: '#ff0000' })
      expect((await at.call('companyA', 'GET', 'shades')).body.total).toBe(1)
      expect((await at.call('companyA', 'POST', 'shades/create', { id: shade.id ?? null, name: 'Azul' })).status).toBe(
        403,
      )
      expect((await at.call('companyA', 'POST', 'shades/create', { name: 'Azul', code: '#0000ff' })).status).toBe(403)
      expect((await at.call('companyA', 'POST', 'shades/remove', { id: shade.id ?? null })).status).toBe(403)
    })
  })
})
