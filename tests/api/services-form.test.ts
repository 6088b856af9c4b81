import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { pointAt } from './whole-app'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

oneEngine((_engine, open) => {
  let at: ServicesApp
  beforeAll(async () => {
    at = await servicesApp(open, () => NOON)
  })

  const names = async (role: 'operator' | 'companyA' | 'readerA' | 'none', q: string): Promise<string[]> => {
    const { status, body, text } = await at.get(role, 'dispatcher/clients', { q })
    if (status !== 200) return [String(status), text]
    return (body['items'] as JsonObject[]).map(({ name }) => String(name))
  }

  describe('who is calling', () => {
    test('is found by the end of their number, however it is written, by name without accents, and by company', async () => {
      expect(await names('operator', '654321')).toEqual(['Ana'])
      expect(await names('operator', '987 654-321')).toEqual(['Ana'])
      expect(await names('operator', '+51 987654321')).toEqual(['Ana'])
      expect(await names('operator', 'rios')).toEqual(['Beto'])
      expect(await names('operator', 'empresa b')).toContain('Carla')
      const inside = async (id_company: number) =>
        (
          (await at.get('operator', 'dispatcher/clients', { q: '999000', id_company })).body['items'] as JsonObject[]
        ).map(({ name }) => name)
      expect([await inside(at.server.ids.companies.a), await inside(at.server.ids.companies.b)]).toEqual([
        ['Beto'],
        ['Carla'],
      ])
      expect(await names('operator', '%')).toEqual([])
      expect(await names('operator', '')).toEqual([])
    })

    test('is shown with their document where the search is for it, and only there', async () => {
      await at.put('users', { type_user: '3', name: 'Dora', surname: 'Luna', phone: '955000333', document: '45678901' })
      const found = async (q: string) =>
        ((await at.get('operator', 'dispatcher/clients', { q })).body['items'] as JsonObject[]).map(
          ({ name, document }) => [name, document ?? null],
        )
      expect(await found('45678901')).toEqual([['Dora', '45678901']])
      expect(await found('6789')).toEqual([['Dora', '45678901']])
      expect(await found('luna')).toEqual([['Dora', null]])
      expect(await found('000333')).toEqual([['Dora', null]])
    })

    test('is one of the own company for its administrator, themselves for everybody else', async () => {
      expect(await names('companyA', 'paz')).toEqual([])
      expect(await names('companyA', 'rios')).toEqual(['Beto'])
      expect(await names('readerA', 'rios')).toEqual([])
      expect((await names('none', 'rios'))[0]).toBe('403')
    })
  })

  test('where a client goes: the places of their rides, the most used first, with what they took last and what is under way', async () => {
    const [home = {}, work = {}] = at.stops
    const gym = { ...work, lat: -12.1, lng: -77.04, address: 'Av. Aramburú 500, Surquillo' }
    await at.make({ id_client: at.id['carla']!, stops: [home, work] })
    await at.make({ id_client: at.id['carla']!, stops: [home, gym] })
    const last = await at.make({
      id_client: at.id['carla']!,
      stops: [home, work],
      id_product: at.id['van']!,
      notes: 'Timbre 4',
    })
    await at.put('locations', {
      type: 'office',
      name: 'Sede central',
      address: 'Av. Javier Prado 100',
      id_company: at.server.ids.companies.b,
      point: pointAt(-12.09, -77.03),
    })
    const { body } = await at.get('operator', 'dispatcher/dataClient', { id_client: at.id['carla']! })
    expect(body['locations']).toMatchObject([
      { address: home['address'], uses: 3, as: 'origin', name: 'Av. Larco 345' },
      { address: work['address'], uses: 2, as: 'destination' },
      { address: gym['address'], uses: 1, as: 'destination' },
      { name: 'Sede central', uses: 0, as: 'place' },
    ])
    expect(body['last']).toEqual({ id_product: at.id['van'], id_payment: at.id['cash'], notes: 'Timbre 4' })
    expect((body['active'] as JsonObject[])[0]).toMatchObject({
      id: last.id,
      state_obj: { id: 'created', name: 'Por solicitar' },
    })
    expect((await at.get('companyA', 'dispatcher/dataClient', { id_client: at.id['carla']! })).status).toBe(422)
  })

  test('services are found by an area of their origin and of their destination, with every other filter, in lists, numbers and files, within the scope of who asks', async () => {
    const around = (lat: number, lng: number, half: number): JsonObject => ({
      area: {
        type: 'Polygon',
        coordinates: [
          [
            [lng - half, lat - half],
            [lng + half, lat - half],
            [lng + half, lat + half],
            [lng - half, lat + half],
            [lng - half, lat - half],
          ],
        ],
      },
    })
    const [plain = {}, far = {}] = at.stops
    const place = (lat: number, address: string): JsonObject => ({ ...plain, lat, lng: -77.11, address })
    const [north, south] = [place(-12.0101, 'Jr. Norte 11'), place(-12.2801, 'Jr. Sur 22')]
    const one = (await at.make({ id_client: at.id['beto']!, stops: [north, south] })).id
    const two = (await at.make({ id_client: at.id['carla']!, stops: [north, far] })).id
    const back = (await at.make({ id_client: at.id['carla']!, stops: [south, north] })).id
    const [inNorth, inSouth] = [around(-12.01, -77.11, 0.002), around(-12.28, -77.11, 0.002)]
    const found = async (
      filters: JsonObject,
      role: 'operator' | 'companyA' = 'operator',
      more: JsonObject = {},
    ): Promise<unknown[]> => {
      const { status, body, text } = await at.get(role, 'services', { filters, order_col: 'id', ...more })
      expect(status, text).toBe(200)
      const ids = (body['items'] as JsonObject[]).map(({ id }) => id)
      expect(body['total']).toBe(ids.length)
      return ids
    }
    expect(await found({ org_point: inNorth })).toEqual([one, two])
    expect(await found({ dst_point: inNorth })).toEqual([back])
    expect(await found({ org_point: inNorth, dst_point: inSouth })).toEqual([one])
    expect(await found({ org_point: inSouth, dst_point: inSouth })).toEqual([])
    // A triangle that has the north's box and not its place.
    expect(
      await found({
        org_point: {
          area: {
            type: 'Polygon',
            coordinates: [
              [
                [-77.2, -12.1],
                [-77, -12.1],
                [-77, -12.0],
                [-77.2, -12.1],
              ],
            ],
          },
        },
        id: { in: [one, two, back] },
      }),
    ).toEqual([])
    expect(await found({ org_point: inNorth }, 'companyA')).toEqual([one])
    expect(await found({ org_point: inNorth }, 'operator', { q: 'paz' })).toEqual([two])
    expect(await found({ org_point: inNorth, dst_address: 'Sur' })).toEqual([one])
    const { body } = await at.get('operator', 'services/stats', { filters: { org_point: inNorth } })
    expect((body['items'] as JsonObject[]).find(({ id }) => id === 'rides')).toMatchObject({ value: 2 })
    const file = await at.get('operator', 'services', { filters: { org_point: inNorth }, format: 'csv' })
    expect([file.status, file.text.includes('Jr. Norte 11'), file.text.trim().split('\n').length]).toEqual([
      200,
      true,
      3,
    ])
    expect(
      (
        await at.get('operator', 'services', {
          filters: { dst_point: { area: { type: 'Point', coordinates: [0, 0] } } },
        })
      ).body,
    ).toMatchObject({ code: 'VALIDATION', errors: { dst_point: expect.any(String) } })
  })

  test('the form says what the asker may do, and states are named in their language', async () => {
    const staff = await at.get('operator', 'dispatcher/form')
    expect(staff.body).toMatchObject({
      item: null,
      client: null,
      max_stops: 10,
      may: { another: true, edit: true, request: true, edit_price: true },
    })
    expect((staff.body['payments'] as JsonObject[]).map(({ name }) => name)).toEqual(['Efectivo', 'Crédito'])
    const company = await at.get('companyA', 'dispatcher/form')
    expect(company.body).toMatchObject({
      client: { name: 'companyA' },
      may: { another: true, request: false, edit_price: false, add_client: false },
    })
    const { body } = await at.get('operator', 'dispatcher/states', { active: 1 })
    expect((body['items'] as JsonObject[]).map(({ id }) => id)).not.toContain('finalized')
  })
})
