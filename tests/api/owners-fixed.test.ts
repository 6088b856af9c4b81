import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { emailOf } from './fixture-users'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

// What the forms hide from people outside the house, the calls refuse them too.
oneEngine((_engine, open) => {
  let at: ServicesApp
  let branch = 0
  const companies = { a: 0, b: 0 }
  beforeAll(async () => {
    at = await servicesApp(open, () => NOON)
    const owners = await at.server.database.db
      .selectFrom('users')
      .where('email', 'in', [emailOf('companyA'), emailOf('companyB')])
      .select('id_company')
      .orderBy('email')
      .execute()
    Object.assign(companies, { a: owners[0]?.['id_company'], b: owners[1]?.['id_company'] })
    branch = await at.put('branches', { name: 'Otra' })
  })

  const stored = (table: string, id: unknown) =>
    at.server.database.db.selectFrom(table).selectAll().where('id', '=', Number(id)).executeTakeFirstOrThrow()
  const refused = (field: string): object => ({
    status: 422,
    body: { errors: { [field]: expect.any(String) as string } },
  })
  const client = { name: 'Ana', surname: 'Ríos', email: 'ana.rios@empresa.pe' }

  describe('an administrator of a company', () => {
    test('makes clients of their own company, and moves none to another branch', async () => {
      const made = await at.call('companyA', 'clients/create', client)
      expect(made.status, made.text).toBe(200)
      const { id } = made.body
      expect(await at.call('companyA', 'clients/create', { id: id!, id_branch: branch })).toMatchObject(
        refused('id_branch'),
      )
      expect(
        await at.call('companyA', 'clients/create', { ...client, email: 'eva@empresa.pe', id_branch: branch }),
      ).toMatchObject(refused('id_branch'))
      expect(await at.call('companyA', 'clients/create', { id: id!, id_company: companies.b })).toMatchObject({
        status: 422,
      })
      expect(await stored('users', id)).toMatchObject({ id_branch: null, id_company: companies.a })
      expect((await at.call('companyA', 'clients/create', { id: id!, name: 'Anita' })).status).toBe(200)
      expect((await at.call('root', 'clients/create', { id: id!, id_branch: branch })).status).toBe(200)
    })

    test("has no column of rides in a file, a document or by REST that is the house's alone", async () => {
      const house = [
        'distance_empty',
        'price_fee',
        'price_driver',
        'is_fee_edited',
        'id_operator',
        'op_name',
        'id_user_created',
        'ucr_name',
        'time_offer',
        'date_driver_lost',
        'review',
        'id_user_reviewed',
        'su_name',
      ]
      for (const catalogue of ['services', 'dispatcher']) {
        const header = async (who: 'companyA' | 'operator') =>
          (await at.get(who, catalogue, { format: 'csv', headers: 'names' })).text
            .split('\n')[0]!
            .replace(/[\uFEFF"\r]/g, '')
            .split(/[,;]/)
        const [company, staff] = [await header('companyA'), await header('operator')]
        expect(house.filter((name) => company.some((column) => column.replace('__label', '') === name))).toEqual([])
        expect(staff).toEqual(expect.arrayContaining(['distance_empty', 'price_fee', 'id_operator']))
        const asked = (name: string): readonly JsonObject[] => [{ format: 'csv', columns: name }, { order_col: name }]
        for (const name of house)
          for (const query of asked(name))
            expect([name, (await at.get('companyA', catalogue, query)).status]).toEqual([name, 400])
      }
    })

    test('makes areas and places of their own company, by naming it or not, and gives them to nobody else', async () => {
      const both: readonly JsonObject[] = [{}, { id_company: companies.a }]
      for (const named of both) {
        const area = await at.call('companyA', 'company_areas/create', {
          name: `Área ${Object.keys(named).length}`,
          ...named,
        })
        expect(area.status, area.text).toBe(200)
        expect(await stored('company_areas', area.body['id'])).toMatchObject({ id_company: companies.a })
        expect(
          (await at.call('companyA', 'company_areas/create', { id: area.body['id']!, id_company: companies.b })).status,
        ).toBe(422)
      }
      const place = await at.call('companyA', 'locations/create', {
        name: 'Almacén',
        type: 'office',
        address: 'Av. Uno 1',
        lat: -12.1,
        lng: -77,
      })
      expect(place.status, place.text).toBe(200)
      expect(await stored('locations', place.body['id'])).toMatchObject({ id_company: companies.a, id_client: null })
    })
  })
})
