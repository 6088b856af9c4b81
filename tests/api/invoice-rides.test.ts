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
    const save = (items: JsonObject[], more: JsonObject = {}) => at.call('operator', 'invoices/create', {
      id_company: at.server.ids.companies.a, date_from: '2026-11-01', date_to: '2026-11-30', items, ...more,
    })

    test('has a line for each ride, with its addresses on the printed page and its number in the list of its lines', async () => {
      const made = await save([{ id_service: beto, name: 'Traslado', quantity: '1', price: '25' }, { name: 'Cargo fijo', quantity: '1', price: '10' }])
      expect(made.status, made.text).toBe(200)
      const id = Number(made.body['id'])
      const items = ((await at.get('companyA', `invoices/${id}`)).body['item'] as { readonly items: JsonObject[] }).items
      expect(items.map(({ name, id_service, sv_org }) => [name, id_service, sv_org])).toEqual([['Traslado', beto, 'Av. Larco 345, Miraflores'], ['Cargo fijo', null, null]])
      const page = await at.call('companyA', 'invoices/print', { print: 'invoice', export: 'html', id })
      expect(page.status, page.text.slice(0, 300)).toBe(200)
      for (const text of ['Av. Larco 345, Miraflores', 'Calle Las Begonias 441, San Isidro', String(beto)]) expect(page.text).toContain(text)
    })

    test('takes the rides of its company and days in one go, each once, on credit alone, and comes to what they cost', async () => {
      const over = async (more: JsonObject, values: object): Promise<number> => {
        const { id } = await at.make({ id_client: at.id['beto']!, id_payment: at.id['credit']!, ...more })
        const ended = { state: 'finalized', outcome: 'finalized', date_finalized: '2026-10-15T03:30:00.000Z', ...values }
        await at.server.database.transaction((tx) => tx.updateTable('services').set(ended).where('id', '=', id).execute())
        return id
      }
      // The evening of the 14th in Lima; the second begins the 15th there.
      const [first, next] = [await over({}, { price_total: '33.33' }), await over({ notes: 'b' }, { price_total: '10.01', date_finalized: '2026-10-15T05:00:00.000Z' })]
      const lost = await over({ notes: 'c' }, { state: 'canceled', outcome: 'canceled', price_cancel: '5', date_finalized: null, date_canceled: '2026-10-14T15:00:00.000Z' })
      await over({ notes: 'd', id_payment: at.id['cash']! }, { price_total: '70' })
      await over({ notes: 'e' }, { state: 'canceled', outcome: 'canceled', price_cancel: null, date_finalized: null, date_canceled: '2026-10-14T15:00:00.000Z' })
      const draft = async (more: JsonObject) => Number((await save([{ name: 'Cargo fijo', quantity: '1', price: '10' }], { date_from: '2026-10-14', date_to: '2026-10-14', ...more })).body['id'])
      const item = async (id: number) => (await at.get('operator', `invoices/${id}`)).body['item'] as { readonly items: JsonObject[]; readonly base: number; readonly total: number; readonly version: number }
      const [one, two] = [await draft({}), await draft({ date_to: '2026-10-15' })]
      const taken = await at.call('operator', 'invoices/takeRides', { id: one })
      expect([taken.status, taken.body['msg']], taken.text).toEqual([200, 'Se agregaron 2 viajes.'])
      const { items, total } = await item(one)
      expect(items.map(({ id_service }) => id_service)).toEqual([null, lost, first])
      // 10 with its tax, and 38.33 that have it within them.
      expect(total).toBeCloseTo(11.8 + 38.33, 2)
      expect((await at.call('operator', 'invoices/takeRides', { id: two })).body['rides']).toBe(1)
      expect((await item(two)).items.map(({ id_service }) => id_service)).toEqual([null, next])
      expect((await at.call('operator', 'invoices/takeRides', { id: one })).body).toMatchObject({ rides: 0 })
      // A void invoice gives its rides back to the next one.
      expect((await at.call('operator', `invoices/${one}/void`, { reason: 'Error' })).status).toBe(200)
      expect((await at.call('operator', 'invoices/takeRides', { id: one })).status).toBe(409)
      const three = await draft({})
      expect((await at.call('operator', 'invoices/takeRides', { id: three })).body['rides']).toBe(2)
      expect((await at.call('companyB', 'invoices/takeRides', { id: three })).status).toBeGreaterThanOrEqual(403)
    })

    test('gives its lines as a file of their own, a ride each, to whoever sees it', async () => {
      const made = await save([{ id_service: beto, name: 'Traslado', quantity: '1', price: '25' }, { name: 'Cargo fijo', quantity: '2', price: '10' }])
      const id = Number(made.body['id'])
      const lines = (who: 'companyA' | 'companyB', rows = 'items') => at.get(who, `invoices/${id}`, { export: 'csv', rows })
      const { status, text } = await lines('companyA')
      expect(status, text).toBe(200)
      const [head = '', ...rows] = text.trim().split('\r\n')
      const titles = head.replace('\uFEFF', '').split(',')
      expect(new Set(titles).size, head).toBe(titles.length)
      expect([head.includes('Descripción'), head.includes('Número'), rows.length]).toEqual([true, false, 2])
      expect([rows[0]?.includes('Traslado'), rows[0]?.includes('Av. Larco 345, Miraflores'), rows[1]?.includes('Cargo fijo')]).toEqual([true, true, true])
      expect((await lines('companyB')).status).toBe(404)
      for (const rows of ['nada', 'total', 'id_company']) expect([rows, (await lines('companyA', rows)).status]).toEqual([rows, 400])
    })

    test('takes no ride of another company', async () => {
      const { status, body } = await save([{ id_service: carla, name: 'Traslado', quantity: '1', price: '25' }])
      expect([status, JSON.stringify(body['errors'])]).toEqual([422, expect.stringContaining('El viaje es de otra empresa.')])
    })
  })
})
