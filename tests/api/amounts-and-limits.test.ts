import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

oneEngine((_engine, open) => {
  let at: ServicesApp
  let now = NOON
  beforeAll(async () => {
    at = await servicesApp(open, () => now)
  })
  beforeEach(() => {
    now = NOON
  })
  const post = (path: string, input: JsonObject = {}) => at.server.call('root', 'POST', path, input)
  const errorsOf = async (path: string, input: JsonObject): Promise<JsonObject> => {
    const { status, body, text } = await post(path, input)
    expect(status, text).toBe(422)
    return body['errors'] as JsonObject
  }

  describe('an amount', () => {
    test('that no house has is refused at its field, in a form and in a call', async () => {
      expect(
        await errorsOf('tolls/create', { name: 'Garita', price: '100000000000000000000', coordinates: [] }),
      ).toHaveProperty('price')
      for (const amount of [1e20, '0.001'])
        expect(await errorsOf('wallets/recharge', { id_user: at.id['ana'] ?? 0, amount })).toHaveProperty('amount')
      for (const [path, field] of [
        ['promotions', 'amount'],
        ['high_demands', 'amount'],
        ['tarifs', 'service_fee_amount'],
      ] as const) {
        expect(await errorsOf(`${path}/create`, { [field]: 1e20 }), path).toHaveProperty(field)
      }
    })

    test('is in the smallest coin of the currency wherever it is written by hand', async () => {
      const id = await at.put('services', {
        id_client: at.id['ana']!,
        id_product: at.id['taxi']!,
        id_branch: at.id['lima']!,
        state: 'finalized',
        outcome: 'finalized',
        is_past: true,
        price_total: 20,
        price_fee: 5,
        price_driver: 15,
      })
      expect(await errorsOf(`services/${id}/updatePriceFee`, { price_fee: 0.001 })).toHaveProperty('price_fee')
      expect(await errorsOf(`services/${id}/updatePriceDriver`, { price_driver: 0.125 })).toHaveProperty('price_driver')
      const stop = await at.put('service_stops', { id_service: id, position: 0, address: 'Av. Grau 1' })
      expect(
        await errorsOf(`services/${id}/stopsCreate`, { stops: [{ id: stop, price_parking: 0.001 }] }),
      ).toHaveProperty(['stops.0.price_parking'])
      expect(await errorsOf('service_tolls/create', { id_service: id, name: 'Villa', price: 0.001 })).toHaveProperty(
        'price',
      )
      expect(await errorsOf('service_pauses/create', { id_service: id, price: 0.001 })).toHaveProperty('price')
    })
  })

  test('a driver is of age on the day they turn 18, and not the day before', async () => {
    now = new Date('2026-11-21T17:00:00.000Z')
    expect(await errorsOf('drivers/create', { date_birth: '2008-11-22' })).toHaveProperty('date_birth')
    expect(await errorsOf('drivers/create', { date_birth: '2008-11-21' })).not.toHaveProperty('date_birth')
  })

  test('an area that is drawn over the antimeridian is refused, not turned inside out', async () => {
    const area = [
      [-17, 179],
      [-17, -179],
      [-18, -179],
      [-18, 179],
    ].map(([lat = 0, lng = 0]) => ({ lat, lng }))
    expect((await errorsOf('zones/create', { path: area }))['path']).toMatch(/180°/)
  })

  test('a radius in metres is told in metres, whatever unit the house measures its ways in', async () => {
    await post('settings/general/create', { distance_unit_measure: 'km' })
    const {
      body: { id },
    } = await post('delivery/type_stores/create', { name: 'Farmacias', coverage_radius: 6000 })
    expect((await post('delivery/type_stores/create', { id: id ?? null, coverage_radius: 7000 })).status).toBe(200)
    const { body } = await at.get('root', 'logs', { limit: 20 })
    const changes = (body['items'] as unknown as readonly { changes: readonly JsonObject[] }[]).flatMap(
      (line) => line.changes,
    )
    const [last] = changes.filter(({ label }) => label === 'Radio de cobertura')
    expect(`${String(last?.['from'])} → ${String(last?.['to'])}`).toMatch(/^6[.,\s]?000\sm → 7[.,\s]?000\sm$/)
  })

  test('ñ stands between n and o in every list', async () => {
    for (const name of ['Nuñoa', 'Ñaña', 'Nz', 'Oasis', 'nandú', 'Nunzio']) await at.put('colors', { name })
    const { body, text } = await at.get('root', 'colors', { order_col: 'name', order_dir: 'asc', limit: 100 })
    expect(body['items'], text).toBeDefined()
    const names = (body['items'] as unknown as readonly { name: string }[]).map(({ name }) => name)
    expect(names.filter((name) => ['Nuñoa', 'Ñaña', 'Nz', 'Oasis', 'nandú', 'Nunzio'].includes(name))).toEqual([
      'nandú',
      'Nunzio',
      'Nuñoa',
      'Nz',
      'Ñaña',
      'Oasis',
    ])
  })

  test('a past service is of the last years, not of a mistyped one', async () => {
    await post('settings/general/create', { can_create_past_services: 1 })
    const { vehicle } = await at.driver('Remota')
    const past = {
      id_branch: at.id['lima']!,
      id_client: at.id['ana']!,
      id_product: at.id['taxi']!,
      id_payment: at.id['cash']!,
      id_tarif: at.id['tarif']!,
      id_vehicle: vehicle,
      price_base: 20,
    }
    // Thirty-six years ago, eleven, and two days over two years.
    for (const date_finalized of ['1990-11-20T15:00:00.000Z', '2015-11-20T15:00:00.000Z', '2024-11-18T15:00:00.000Z']) {
      const errors = await errorsOf('services/createPast', { ...past, date_finalized })
      expect(errors, date_finalized).toHaveProperty('date_finalized')
    }
    const young = { ...past, date_finalized: '2024-11-25T15:00:00.000Z', date_started: '2024-11-25T14:30:00.000Z' }
    expect((await post('services/createPast', young)).status).toBe(200)
    expect(
      await errorsOf('services/createPast', {
        ...past,
        date_finalized: '2026-11-20T15:00:00.000Z',
        date_started: '2025-11-20T15:00:00.000Z',
      }),
    ).toHaveProperty('date_started')
    for (const name of ['price_base', 'price_wait', 'price_promo']) {
      expect(
        await errorsOf('services/createPast', { ...past, date_finalized: '2026-11-20T15:00:00.000Z', [name]: 0.001 }),
        name,
      ).toHaveProperty(name)
    }
  })
})
