import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { framedBy } from '../../custom/widgets/server/framed-by'
import { oneEngine } from '../engines'
import { pointAt, TO } from './whole-app'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

oneEngine((_engine, open) => {
  let at: ServicesApp
  let place: number
  const save = (input: JsonObject, role: Parameters<ServicesApp['call']>[0] = 'root') =>
    at.call(role, 'widgets/create', {
      name: `Reservas ${Math.random()}`,
      address_restriction: '0',
      id_payment_methods: [at.id['cash']!],
      ...input,
    })

  beforeAll(async () => {
    at = await servicesApp(open, () => NOON)
    place = await at.put('locations', {
      type: 'hotel',
      name: 'Hotel Olivar',
      address: 'Calle Las Begonias 441',
      point: pointAt(TO.lat, TO.lng),
    })
  })

  describe('a widget', () => {
    test('that restricts addresses needs places, also when its last place is taken away', async () => {
      const refused = await save({ address_restriction: '2' })
      expect([refused.status, Object.keys(refused.body['errors'] as object)]).toEqual([422, ['locations']])
      const saved = await save({ address_restriction: '2', locations: [{ id_location: place }] })
      expect(saved.status, saved.text).toBe(200)
      const id = Number(saved.body['id'])
      const emptied = await at.call('root', 'widgets/create', { id, locations: [] })
      expect([emptied.status, Object.keys(emptied.body['errors'] as object)]).toEqual([422, ['locations']])
      expect((await at.call('root', 'widgets/create', { id, address_restriction: '0', locations: [] })).status).toBe(
        200,
      )
    })

    test('has sites that are origins, which may frame it while it is on', async () => {
      const refused = await save({ sites: 'https://hotel.example/booking' })
      expect([refused.status, Object.keys(refused.body['errors'] as object)]).toEqual([422, ['sites']])
      const { body } = await save({ sites: ' https://Hotel.example/ \nhttps://*.hotel.example' })
      const id = Number(body['id'])
      expect(await framedBy(at.server.database.db, String(id))).toEqual([
        'https://hotel.example',
        'https://*.hotel.example',
      ])
      expect((await at.call('root', 'widgets/disable', { id })).status).toBe(200)
      for (const other of [String(id), '999999', 'x', '1 or 1=1'])
        expect(await framedBy(at.server.database.db, other)).toEqual([])
    })

    test('keeps its appearance, and refuses a colour or a size that is none', async () => {
      const { body, status, text } = await save({
        appearance: { width: 0, height: 600, border: { width: 2, color: '#112233' } },
      })
      expect(status, text).toBe(200)
      expect((await at.get('root', `widgets/${String(body['id'])}`)).body).toMatchObject({
        item: { appearance: { width: 0, height: 600, border: { width: 2, color: '#112233' } } },
      })
      const refused = await save({ appearance: { width: -1, background: 'red' } })
      expect(Object.keys(refused.body['errors'] as object).toSorted()).toEqual([
        'appearance.background',
        'appearance.width',
      ])
    })

    test('has a code of Google Tag Manager that is one', async () => {
      expect(Object.keys((await save({ gtm_code: 'UA-1234' })).body['errors'] as object)).toEqual(['gtm_code'])
      expect((await save({ gtm_code: 'gtm-ab12cd3' })).status).toBe(200)
    })
  })
})
