import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { writeSettings } from '../../src/server/language/settings/write-settings'
import { oneEngine } from '../engines'
import type { RoleName } from './fixture-users'
import { driverApp, type DriverApp, type Phone } from './driver-fixture'
import { NOON } from './services-fixture'

const HOUR_MS = 3_600_000

// What stays of a driver's shifts: their book, the log of whoever changed them, and what papers they begin with.
oneEngine((_engine, open) => {
  let at: DriverApp
  let now = NOON
  const later = (hours: number) => {
    now = new Date(now.getTime() + hours * HOUR_MS)
  }
  const set = (values: JsonObject) => at.server.database.transaction((tx) => writeSettings(tx, values))
  const change = (table: string, id: number, columns: JsonObject) =>
    at.server.database.transaction((tx) => tx.updateTable(table).set(columns).where('id', '=', id).execute())

  beforeAll(async () => {
    at = await driverApp(open, () => now)
  })
  beforeEach(() => {
    now = NOON
  })

  const book = async (driver: Phone, role: RoleName = 'operator') => {
    const { status, body, text } = await at.get(role, 'shifts', {
      id_driver: driver.id,
      order_col: 'id',
      order_dir: 'asc',
    })
    expect(status, text).toBe(200)
    return body['items'] as readonly (JsonObject & { id: number })[]
  }
  const lines = async (id: number) => {
    const { status, body, text } = await at.get('operator', 'logs', { target: 'shifts', id_target: id })
    expect(status, text).toBe(200)
    return (body['items'] as readonly JsonObject[])
      .map(({ type_log_name, user_name, se_platform, changes }) => [
        type_log_name,
        user_name,
        se_platform,
        (changes as { field: string; to: string | null }[]).map(({ field, to }) => `${field}: ${to}`).join(', '),
      ])
      .toReversed()
  }

  describe("the book of a driver's shifts", () => {
    test('has each shift with its vehicle, its hours, and the rides finished in it', async () => {
      const ana = await at.atWork('Anita')
      const drive = async (metres: number) => {
        const { id } = await at.make()
        expect(
          (await at.call('operator', 'dispatcher/assignVehicle', { id_service: id, id_vehicle: ana.vehicle })).status,
        ).toBe(200)
        for (const step of ['onway', 'waiting', 'start', 'arrive']) await ana.post(`services/${id}/${step}`)
        await change('services', id, { id_fare: null, distance: metres })
        const { status, text } = await ana.post(`services/${id}/finish`)
        expect(status, text).toBe(200)
      }
      for (const metres of [1_250, 2_250]) await drive(metres)
      later(3)
      expect((await ana.post('shift/end')).status).toBe(200)
      later(1)
      await ana.post('shift/start')
      expect(await book(ana)).toMatchObject([
        {
          id_driver: ana.id,
          id_vehicle: ana.vehicle,
          state: 'closed',
          date_start: NOON.toISOString(),
          date_end: '2026-11-21T20:00:00.000Z',
          rides: 2,
          distance: 3.5,
        },
        {
          id_driver: ana.id,
          state: 'online',
          date_start: '2026-11-21T21:00:00.000Z',
          date_end: null,
          rides: 0,
          distance: 0,
        },
      ])
      await drive(4_000)
      expect(await book(ana)).toMatchObject([
        { rides: 2, distance: 3.5 },
        { rides: 1, distance: 4 },
      ])
    })

    test("is read by staff of the vehicles' branches alone, and written by nobody", async () => {
      const berta = await at.atWork('Berta')
      const [shift] = await book(berta)
      const north = await at.put('branches', { name: 'Norte' })
      await at.server.database.transaction((tx) =>
        tx.updateTable('users').set({ id_branch: north }).where('id', '=', at.server.ids.users.reader).execute(),
      )
      await expect
        .poll(async () => (await at.get('reader', 'shifts', { id_driver: berta.id })).body['items'])
        .toEqual([])
      await change('vehicles', berta.vehicle, { id_branch: north })
      expect(await book(berta, 'reader')).toMatchObject([{ id: shift?.id }])
      await at.server.database.transaction((tx) =>
        tx.updateTable('users').set({ id_branch: null }).where('id', '=', at.server.ids.users.reader).execute(),
      )
      expect((await at.get('companyA', 'shifts', {})).body['items']).toEqual([])
      expect((await at.get('none', 'shifts', {})).status).toBe(403)
      expect((await at.call('root', 'shifts/create', { id: shift?.id ?? 0, rides: 99 })).status).not.toBe(200)
      expect((await at.call('root', 'shifts/remove', { id: shift?.id ?? 0 })).status).not.toBe(200)
      expect(await book(berta)).toMatchObject([{ rides: 0, state: 'online' }])
    })

    test('every change of a shift is a line of the log with who made it, and what changed nothing is none', async () => {
      const carla = await at.atWork('Carla')
      const [shift] = await book(carla)
      const id = shift?.id ?? 0
      await carla.post('shift/start')
      for (let n = 0; n < 2; n++) await carla.post('shift/pause', { reason: 'Almuerzo' })
      for (let n = 0; n < 2; n++) await carla.post('shift/resume')
      const { body } = await at.get('operator', 'driver_shifts')
      const queue = (body['items'] as readonly { id_driver: number }[]).map(({ id_driver }) => id_driver)
      const order = [carla.id, ...queue.filter((one) => one !== carla.id)]
      for (let n = 0; n < 2; n++)
        expect((await at.call('operator', 'driver_shifts/resort', { id_drivers: order })).status).toBe(200)
      for (let n = 0; n < 2; n++) expect((await carla.post('shift/end')).status).toBe(200)
      await carla.post('shift/start')
      // A log-out ends it as well.
      expect((await carla.post('logout')).status).toBe(200)
      const told = await lines(id)
      expect(told.map(([what, , platform]) => [what, platform])).toEqual([
        ['Inició el turno', 'android'],
        ['Pausó el turno', 'android'],
        ['Reanudó el turno', 'android'],
        ['Movió el turno en la cola', 'web'],
        ['Terminó el turno', 'android'],
      ])
      expect(told.map(([, , , changes]) => changes)).toEqual([
        'state: Conectado',
        'state: En pausa, pause_reason: Almuerzo',
        'state: Conectado, pause_reason: null',
        expect.stringMatching(/^place: /),
        'state: Cerrado',
      ])
      expect(new Set(told.map(([, name]) => name)).size).toBe(2)
      const last = (await book(carla)).at(-1)
      expect((await lines(last?.id ?? 0)).map(([what]) => what)).toEqual(['Inició el turno', 'Terminó el turno'])
    })
  })

  describe('a shift', () => {
    test('does not begin with a licence that has run out; it counts to the end of its day where the vehicle is', async () => {
      const diana = await at.phone('Diana')
      const madrid = await at.put('branches', { name: 'Madrid', timezone: 'Europe/Madrid' })
      await change('vehicles', diana.vehicle, { id_branch: madrid })
      await change('users', diana.id, { date_license: '2026-11-20' })
      // Half past eleven in the evening of the 20th in Madrid; where the house is, and in Greenwich, it is the 20th for
      // longer.
      now = new Date('2026-11-20T22:30:00Z')
      expect((await diana.post('shift/start')).status).toBe(200)
      await diana.post('shift/end')
      now = new Date('2026-11-20T23:30:00Z')
      const { status, body } = await diana.post('shift/start')
      expect([status, body['msg']]).toEqual([
        409,
        'La licencia de conducir venció el 20/11/2026: no se puede iniciar el turno.',
      ])
      expect(await diana.state()).toMatchObject({ shift: null })
      await change('users', diana.id, { date_license: null })
      expect((await diana.post('shift/start')).status).toBe(200)
    })

    test('does not begin with a vehicle whose insurance has run out, and goes on when it runs out meanwhile', async () => {
      const elsa = await at.phone('Elsa')
      await change('vehicles', elsa.vehicle, { date_insurance: '2026-11-20' })
      const { status, body } = await elsa.post('shift/start')
      const { plate } = ((await elsa.get('me')).body['vehicles'] as readonly { plate: string }[])[0] ?? { plate: '' }
      expect([status, body['msg']]).toEqual([
        422,
        `El SOAT de ${plate} venció el 20/11/2026: no se puede iniciar el turno con ese vehículo.`,
      ])
      expect(body['errors']).toEqual({ id_vehicle: `El SOAT de ${plate} venció el 20/11/2026.` })
      await change('vehicles', elsa.vehicle, { date_insurance: '2026-11-21' })
      const begun = await elsa.post('shift/start')
      expect(begun.status, begun.text).toBe(200)
      later(48)
      expect((await elsa.post('shift/start')).body['shift']).toEqual(begun.body['shift'])
      await elsa.post('shift/end')
      expect((await elsa.post('shift/start')).status).toBe(422)
    })

    test('begins whatever the papers say where the setting asks for none', async () => {
      const flor = await at.phone('Flor')
      await change('users', flor.id, { date_license: '2020-01-01' })
      expect((await flor.post('shift/start')).status).toBe(409)
      await set({ shift_needs_papers: 0 })
      at.server.runtime.changed('settings')
      expect((await flor.post('shift/start')).status).toBe(200)
      await set({ shift_needs_papers: 1 })
      at.server.runtime.changed('settings')
      await flor.post('shift/end')
      expect((await flor.post('shift/start')).status).toBe(409)
    })
  })
})
