import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import type { Database } from '../../src/server/platform/database/database'
import { oneEngine } from '../engines'
import type { Answer } from './fixture-app'
import { personApp, type Person } from './person-fixture'
import { boxAround, pointAt } from './whole-app'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

const RIGHTS = { dispatcher: 'edit', actives: 'see', locations: 'edit' } as const
const itemsOf = ({ body }: Answer) => body['items'] as JsonObject[]
const HOME = {
  type: 'other',
  name: 'Casa de Vera',
  address: 'Calle Berlín 364, Miraflores',
  point: { lat: -12.1215, lng: -77.0323 },
}

/**
 * Somebody who is neither staff nor of a company nor a partner's: they see what is their own and what is everybody's.
 */
oneEngine((_engine, open) => {
  let database: Database
  let at: ServicesApp
  let vera: Person
  let omar: Person
  let theirs: number

  beforeAll(async () => {
    at = await servicesApp(open, () => NOON)
    database = at.server.database
    const role = { name: 'Cliente', rights: RIGHTS }
    vera = await personApp(at, 'Vera', { type_user: '3', id_branch: at.id['lima'] }, role)
    omar = await personApp(at, 'Omar', { type_user: '3', id_branch: at.id['lima'] }, role)
    theirs = (await at.make({ notes: 'lo de Ana' })).id
  })

  const trip = (more: JsonObject = {}): JsonObject => ({
    id_product: at.id['taxi']!,
    id_payment: at.id['cash']!,
    stops: at.stops as JsonObject[],
    ...more,
  })

  test('books for themselves, now and later, changes it, shares it and calls it off', async () => {
    const form = await vera.get('dispatcher/form')
    expect(form.body).toMatchObject({
      client: { id: vera.id, name: 'Vera' },
      may: { another: false, edit: true, request: false, edit_price: false, add_client: false },
    })
    const offers = await vera.post('dispatcher/products', { stops: at.stops as JsonObject[] })
    const offered = (
      offers.body['products'] as { readonly id: number; readonly fare: { readonly quote: string } }[]
    ).find(({ id }) => id === at.id['taxi'])
    const now = await vera.post('dispatcher/create', trip({ quote: offered!.fare.quote }))
    expect(now.status, now.text).toBe(200)
    expect(now.body['item']).toMatchObject({ id_client: vera.id, id_company: null, state: 'requested', by_operator: 0 })
    const later = await vera.post(
      'dispatcher/create',
      trip({ scheduled: 1, scheduled_dates: ['2026-11-25T15:00:00.000Z'] }),
    )
    const { id, version } = later.body['item'] as JsonObject
    const changed = await vera.post(
      'dispatcher/create',
      trip({
        id: id!,
        version: version!,
        scheduled: 1,
        scheduled_dates: ['2026-11-25T15:00:00.000Z'],
        notes: 'Timbre 4',
      }),
    )
    expect(changed.body['item']).toMatchObject({ state: 'scheduled', notes: 'Timbre 4' })
    expect((await vera.post('dispatcher/urlShare', { id: id! })).status).toBe(200)
    expect(itemsOf(await vera.get('dispatcher')).map((row) => row['id_client'])).toEqual([vera.id, vera.id])
    expect((await vera.post('dispatcher/cancelService', { id_service: id! })).body['item']).toMatchObject({
      state: 'canceled',
    })
    expect(itemsOf(await vera.get('dispatcher')).map((row) => row['id'])).toEqual([now.body['id']])
  })

  test('has the rides that the house booked for them, and follows them', async () => {
    const { id } = await at.make({ id_client: omar.id })
    expect(itemsOf(await omar.get('dispatcher')).map((row) => row['id'])).toEqual([id])
    for (const reply of [
      await omar.get('services/info', { id }),
      await omar.get('dispatcher/form', { id }),
      await omar.get('dispatcher/verifyVehicleAccepted', { id_service: id }),
    ]) {
      expect(reply.status, reply.text).toBe(200)
    }
    expect(itemsOf(await vera.get('dispatcher')).map((row) => row['id'])).not.toContain(id)
  })

  test("meets nobody else's ride by any call, and books for nobody else", async () => {
    const { ana } = at.id
    const version = 1
    const tries: readonly (readonly [number, Answer])[] = [
      [404, await vera.get(`dispatcher/${theirs}`)],
      [404, await vera.get('dispatcher/form', { id: theirs })],
      [404, await vera.get('dispatcher/form', { id: theirs, clone: 1 })],
      [404, await vera.get('services/info', { id: theirs })],
      [404, await vera.get('dispatcher/verifyVehicleAccepted', { id_service: theirs })],
      [404, await vera.post('dispatcher/cancelService', { id_service: theirs })],
      [404, await vera.post('dispatcher/urlShare', { id: theirs })],
      [404, await vera.post('dispatcher/create', trip({ id: theirs, version }))],
      [422, await vera.post('dispatcher/create', trip({ id_client: ana! }))],
      [422, await vera.post('dispatcher/create', trip({ id_service_cloned: theirs }))],
      [422, await vera.get('dispatcher/dataClient', { id_client: ana! })],
      [422, await vera.get('dispatcher/dataClient', { id_client: ana!, id_service: theirs })],
      [422, await vera.post('dispatcher/products', { stops: at.stops as JsonObject[], id_client: ana! })],
      [403, await vera.post('dispatcher/requestVehicle', { id_service: theirs, id_vehicle: 1 })],
    ]
    expect(
      tries.map(([, { status }]) => status),
      tries.map(([, { text }]) => text).join('\n'),
    ).toEqual(tries.map(([status]) => status))
    for (const reply of [
      ...tries.map(([, one]) => one),
      await vera.get('dispatcher', { format: 'csv' }),
      await vera.get('dispatcher', { filters: { id: theirs } }),
      await vera.get('dispatcher/alerts'),
    ]) {
      expect(reply.text).not.toMatch(/lo de Ana|Quispe/)
    }
    expect(itemsOf(await vera.get('dispatcher/clients', { q: 'quispe' }))).toEqual([])
    expect((await vera.get('clients', { lookup: 1 })).status).toBe(403)
    expect(itemsOf(await vera.get('clients', { lookup: 1, for: 'services.id_client' }))).toEqual([
      { id: vera.id, label: expect.any(String) as string },
    ])
    expect((await vera.get('logs', { target: 'actives', id_target: theirs })).body['items'] ?? []).toEqual([])
  })

  test("sees no fleet, and of the house's modules none", async () => {
    const { id: id_driver, vehicle } = await at.driver('Rosa')
    const { plate } = await database.db
      .selectFrom('vehicles')
      .select('plate')
      .where('id', '=', vehicle)
      .executeTakeFirstOrThrow()
    await at.put('vehicle_positions', {
      id_vehicle: vehicle,
      point: pointAt(-12.1, -77.03),
      availability: 'online',
      date_fix: NOON.toISOString(),
    })
    await at.put('driver_shifts', {
      id_driver,
      id_vehicle: vehicle,
      state: 'online',
      place: 1,
      date_start: NOON.toISOString(),
    })
    for (const [path, near] of [
      ['live/vehicles', {}],
      ['driver_shifts', {}],
      ['dispatcher/vehicles', { lat: -12.1, lng: -77.03 }],
    ] as const) {
      const [staff, client] = [await at.get('operator', path, near), await vera.get(path, near)]
      expect([path, staff.text.includes(String(plate)), client.text.includes(String(plate))]).toEqual([
        path,
        true,
        false,
      ])
    }
    expect((await vera.get('live/infoVehicle', { id: vehicle })).status).not.toBe(200)
    for (const path of [
      'services',
      'clients',
      'drivers',
      'vehicles',
      'companies',
      'products',
      'tarifs',
      'operators',
      'users',
      'panics',
      'shifts',
    ]) {
      expect([path, [403, 404].includes((await vera.get(path)).status)]).toEqual([path, true])
    }
  })

  test('has nobody to share views of lists with: not the house, nor other private clients', async () => {
    const ofHouse = { name: 'De la casa', shared: true, filters: { name: 'Quispe' } }
    expect((await at.call('operator', 'locations/saveView', ofHouse)).status).toBe(200)
    const shown = await vera.get('locations/views')
    expect([shown.body['items'], shown.body['may_share']], shown.text).toEqual([[], false])
    expect(itemsOf(await at.get('reader', 'locations/views')).map(({ name }) => name)).toEqual(['De la casa'])
    const own = { name: 'Mía', filters: {} }
    expect((await vera.post('locations/saveView', { ...own, shared: true })).status).toBe(403)
    expect(itemsOf(await vera.post('locations/saveView', own)).map(({ name }) => name)).toEqual(['Mía'])
    expect(itemsOf(await omar.get('locations/views'))).toEqual([])
  })

  describe('their places', () => {
    let home: number
    beforeAll(async () => {
      const { a } = at.server.ids.companies
      await at.put('locations', {
        type: 'mall',
        name: 'Larcomar',
        address: 'Malecón de la Reserva 610',
        point: pointAt(-12.132, -77.0305),
      })
      await at.put('locations', {
        type: 'office',
        name: 'Sede A',
        address: 'Av. Arequipa 100',
        id_company: a,
        point: pointAt(-12.11, -77.03),
      })
      const made = await vera.post('locations/create', HOME)
      expect(made.body['item'], made.text).toMatchObject({ id_client: vera.id, id_company: null })
      home = Number((made.body['item'] as JsonObject)['id'])
    })
    const names = (reply: Answer) => itemsOf(reply).map(({ name }) => name)
    const found = async (reply: Promise<Answer>) => names(await reply)

    test("are theirs alone, beside those that are everybody's", async () => {
      expect(names(await vera.get('locations'))).toEqual([HOME.name, 'Larcomar'])
      expect(names(await omar.get('locations'))).toEqual(['Larcomar'])
      expect((await omar.get('locations', { format: 'csv' })).text).not.toContain(HOME.name)
      const write = { id: home, name: 'Mía' }
      expect([
        (await omar.get(`locations/${home}`)).status,
        (await omar.post('locations/create', write)).status,
        (await omar.post('locations/remove', { id: home })).status,
      ]).toEqual([404, 404, 404])
      expect(names(await at.get('companyA', 'locations'))).toEqual(['Larcomar', 'Sede A'])
      expect(names(await at.get('operator', 'locations'))).toEqual([HOME.name, 'Larcomar', 'Sede A'])
    })

    test("are given to nobody else, and are not a company's besides", async () => {
      const given = await vera.post('locations/create', { id: home, id_client: omar.id })
      expect(given.body['errors'], given.text).toHaveProperty('id_client')
      expect((await vera.post('locations/create', { id: home, id_client: null })).status).toBe(422)
      expect(
        (await vera.post('locations/create', { ...HOME, name: 'Otra', id_company: at.server.ids.companies.a })).status,
      ).toBe(422)
      const both = await at.call('operator', 'locations/create', {
        ...HOME,
        id_client: omar.id,
        id_company: at.server.ids.companies.a,
      })
      expect(both.body['errors'], both.text).toEqual({
        id_client: 'Un lugar es de una empresa o de un cliente, no de los dos.',
      })
      const beto = await at.call('operator', 'locations/create', { ...HOME, id_client: at.id['beto']! })
      expect(beto.body['errors'], beto.text).toHaveProperty('id_client')
    })

    test('come first in a booking, with the rides to them counted, also for the house, and are found by nobody who looks for the street', async () => {
      const { lat, lng } = HOME.point
      // Some five metres from the client's door.
      await vera.post(
        'dispatcher/create',
        trip({ stops: [{ lat: Number(lat) + 0.00005, lng, address: HOME.address }, at.stops[1]!] }),
      )
      for (const reply of [
        await vera.get('dispatcher/dataClient', { id_client: vera.id }),
        await at.get('operator', 'dispatcher/dataClient', { id_client: vera.id }),
      ]) {
        expect((reply.body['locations'] as JsonObject[])[0], reply.text).toMatchObject({
          name: HOME.name,
          uses: 1,
          as: 'origin',
        })
      }
      const search = { query: 'berlin 364 miraflores' }
      expect(await found(vera.post('../map/autocomplete', search))).toContain(HOME.name)
      expect(await found(omar.post('../map/autocomplete', search))).not.toContain(HOME.name)
      expect(await found(at.call('operator', '../map/autocomplete', search))).not.toContain(HOME.name)
    })

    test('are known to no other branch, nor to a company that the client joins', async () => {
      const north = await at.put('branches', {
        name: 'Norte',
        point: pointAt(-8.11, -79.03),
        area: boxAround(-8.11, -79.03, 0.2),
        timezone: 'America/Lima',
      })
      const other = await personApp(
        at,
        'Nora',
        { type_user: '1', id_branch: north },
        { name: 'Operador de sucursal', rights: 'all' },
      )
      expect(names(await other.get('locations'))).not.toContain(HOME.name)
      expect((await other.get('dispatcher/dataClient', { id_client: vera.id })).status).toBe(422)
      await database.transaction((tx) =>
        tx.updateTable('users').set({ id_company: at.server.ids.companies.a }).where('id', '=', vera.id).execute(),
      )
      const told = await at.get('companyA', 'dispatcher/dataClient', { id_client: vera.id })
      expect([told.status, told.text.includes(HOME.name)]).toEqual([200, false])
      // The company has no part in the rides from before the client joined it.
      expect((await at.get('companyA', 'dispatcher', { filters: { id_client: vera.id } })).body['total']).toBe(0)
    })
  })
})
