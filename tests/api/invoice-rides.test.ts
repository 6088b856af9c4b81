import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

oneEngine((_engine, open) => {
  let at: ServicesApp
  let beto = 0
  let carla = 0

  beforeAll(async () => {
    at = await servicesApp(open, () => NOON)
    beto = (await at.make({ id_client: at.id['beto']! })).id
    carla = (await at.make({ id_client: at.id['carla']! })).id
  })

  describe('an invoice', () => {
    const save = (items: JsonObject[], more: JsonObject = {}) =>
      at.call('operator', 'invoices/create', {
        id_company: at.server.ids.companies.a,
        date_from: '2026-11-01',
        date_to: '2026-11-30',
        items,
        ...more,
      })

    test('has a line for each ride, with its addresses on the printed page and its number in the list of its lines', async () => {
      const made = await save([
        { id_service: beto, name: 'Traslado', quantity: '1', price: '25' },
        { name: 'Cargo fijo', quantity: '1', price: '10' },
      ])
      expect(made.status, made.text).toBe(200)
      const id = Number(made.body['id'])
      const items = ((await at.get('companyA', `invoices/${id}`)).body['item'] as { readonly items: JsonObject[] })
        .items
      expect(items.map(({ name, id_service, sv_org }) => [name, id_service, sv_org])).toEqual([
        ['Traslado', beto, 'Av. Larco 345, Miraflores'],
        ['Cargo fijo', null, null],
      ])
      const page = await at.call('companyA', 'invoices/print', { print: 'invoice', export: 'html', id })
      expect(page.status, page.text.slice(0, 300)).toBe(200)
      for (const text of ['Av. Larco 345, Miraflores', 'Calle Las Begonias 441, San Isidro', String(beto)])
        expect(page.text).toContain(text)
    })

    test('of lines by kind prints no columns for the rides that it does not name', async () => {
      const headsOf = async (items: JsonObject[]): Promise<readonly string[]> => {
        const id = Number((await save(items)).body['id'])
        const { text } = await at.call('companyA', 'invoices/print', { print: 'invoice', export: 'html', id })
        return [...text.matchAll(/<th[^>]*>([^<]*)<\/th>/g)].map(([, head = '']) => head)
      }
      const byKind = await headsOf([{ name: 'Viajes', quantity: '12', price: '10' }])
      expect(byKind).toEqual(['Descripción', 'Cantidad', 'Precio', 'Importe'])
      const byRide = await headsOf([
        { id_service: beto, name: 'Traslado', quantity: '1', price: '25' },
        { name: 'Cargo fijo', quantity: '1', price: '10' },
      ])
      expect(byRide).toEqual(expect.arrayContaining(['Servicio', 'Origen', 'Destino']))
    })

    test('gives its lines as a file of their own, a ride each, to whoever sees it', async () => {
      const made = await save([
        { id_service: beto, name: 'Traslado', quantity: '1', price: '25' },
        { name: 'Cargo fijo', quantity: '2', price: '10' },
      ])
      const id = Number(made.body['id'])
      const lines = (who: 'companyA' | 'companyB', rows = 'items') =>
        at.get(who, `invoices/${id}`, { export: 'csv', rows })
      const { status, text } = await lines('companyA')
      expect(status, text).toBe(200)
      const [head = '', ...rows] = text.trim().split('\r\n')
      const titles = head.replace('\uFEFF', '').split(',')
      expect(new Set(titles).size, head).toBe(titles.length)
      expect([head.includes('Descripción'), head.includes('Número'), rows.length]).toEqual([true, false, 2])
      expect([
        rows[0]?.includes('Traslado'),
        rows[0]?.includes('Av. Larco 345, Miraflores'),
        rows[1]?.includes('Cargo fijo'),
      ]).toEqual([true, true, true])
      expect((await lines('companyB')).status).toBe(404)
      for (const rows of ['nada', 'total', 'id_company'])
        expect([rows, (await lines('companyA', rows)).status]).toEqual([rows, 400])
    })

    test('takes no ride of another company', async () => {
      const { status, body } = await save([{ id_service: carla, name: 'Traslado', quantity: '1', price: '25' }])
      expect([status, JSON.stringify(body['errors'])]).toEqual([
        422,
        expect.stringContaining('El viaje es de otra empresa.'),
      ])
    })
  })
})
