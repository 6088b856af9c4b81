import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import type { Answer } from './fixture-app'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

// Which driver may have a ride beside another one, when an operator gives it to them: nobody is asked and nobody looks
// for drivers.
oneEngine((_engine, open) => {
  let at: ServicesApp
  let driver: { readonly id: number; readonly vehicle: number }
  let names = 0

  beforeAll(async () => {
    at = await servicesApp(open, () => NOON)
  })
  beforeEach(async () => {
    driver = await at.driver(`Marta${names++}`)
  })

  const give = (id_service: number, id_vehicle = driver.vehicle, call = 'assignVehicle'): Promise<Answer> =>
    at.call('operator', `dispatcher/${call}`, { id_service, id_vehicle })
  const told = async (answer: Promise<Answer>) => {
    const { status, body } = await answer
    return status === 200 ? 'given' : `${status} ${String(body['reason'] ?? body['msg'])}`
  }
  const shared = (seats: number, more: JsonObject = {}) =>
    at.make({ id_product: at.id['van']!, capacity_1: seats, ...more })
  const begin = (id_driver: number, id_vehicle: number) =>
    at.put('driver_shifts', { id_driver, id_vehicle, state: 'online', place: names, date_start: NOON.toISOString() })
  const write = (table: string, id: number, row: { readonly [column: string]: unknown }) =>
    at.server.database.db
      .updateTable(table)
      .set({ ...row })
      .where('id', '=', id)
      .execute()

  test('a shared ride is given to whom has seats left for it, to the last one', async () => {
    const [three, two, one] = [await shared(3), await shared(2), await shared(1)]
    expect(await told(give(three.id))).toBe('given')
    expect(await told(give(two.id))).toBe('409 full')
    expect(await told(give(one.id))).toBe('given')
    expect(await told(give((await shared(1)).id))).toBe('409 full')
  })

  test('shares with rides of its own product alone', async () => {
    const other = await at.put('products', {
      name: 'Otra van',
      id_tarif: at.id['fixed'],
      capacity_1: 8,
      for_shared_service: true,
    })
    at.server.runtime.changed('products')
    expect(await told(give((await shared(1)).id))).toBe('given')
    expect(await told(give((await shared(1, { id_product: other })).id))).toBe('409 busy')
    expect(await told(give((await at.make()).id))).toBe('409 busy')
  })

  test('a vehicle that is on a ride is not given another, whoever drives it by now', async () => {
    expect(await told(give((await at.make()).id))).toBe('given')
    const next = await at.driver(`Olga${names++}`)
    await begin(next.id, driver.vehicle)
    expect(await told(give((await at.make()).id))).toBe('409 busy')
  })

  test('a driver is asked with the vehicle that they are at work with, and with no other of theirs', async () => {
    const second = await at.driver(`Rita${names++}`)
    await write('vehicles', second.vehicle, { id_user: driver.id })
    await begin(driver.id, second.vehicle)
    const { id } = await at.make()
    expect(await told(give(id, driver.vehicle, 'requestVehicle'))).toBe('409 no_shift')
    expect(await told(give(id, second.vehicle, 'requestVehicle'))).toBe('given')
  })

  test('a driver does not lose a booking because another is asked, nor because of a search', async () => {
    const other = await at.driver(`Tina${names++}`)
    await begin(other.id, other.vehicle)
    const { id } = await at.make({
      scheduled: 1,
      scheduled_dates: ['2026-11-23T19:00:00.000Z'],
      id_vehicle: driver.vehicle,
    })
    expect(await told(give(id, other.vehicle, 'requestVehicle'))).toBe('409 No se pudo: el servicio está programado.')
    expect(await told(at.call('operator', 'dispatcher/requestVehicle', { id_service: id }))).toBe(
      '409 No se pudo: el servicio está programado.',
    )
    expect((await at.get('operator', 'dispatcher/form', { id })).body['item']).toMatchObject({
      state: 'scheduled',
      id_driver: driver.id,
    })
  })

  test('neither a ride nor a booking is given to a driver or a vehicle that is switched off', async () => {
    const later = await at.make({ scheduled: 1, scheduled_dates: ['2026-11-22T18:00:00.000Z'] })
    const now = await at.make()
    await write('vehicles', driver.vehicle, { state: '0' })
    expect([await told(give(now.id)), await told(give(later.id))]).toEqual(['409 inactive', '409 inactive'])
    await write('vehicles', driver.vehicle, { state: '1' })
    await write('users', driver.id, { state: '0' })
    expect([await told(give(now.id)), await told(give(later.id))]).toEqual(['409 inactive', '409 inactive'])
    await write('users', driver.id, { state: '1' })
    expect([await told(give(now.id)), await told(give(later.id))]).toEqual(['given', 'given'])
  })

  test('a booking is refused that would not be over, by its estimate, when the next one goes on air', async () => {
    const [early, late] = [
      await at.make({ scheduled: 1, scheduled_dates: ['2026-11-22T18:00:00.000Z'] }),
      await at.make({ scheduled: 1, scheduled_dates: ['2026-11-22T18:40:00.000Z'] }),
    ]
    // On air at 18:20, as the setting says.
    expect(await told(give(late.id))).toBe('given')
    await write('services', early.id, { duration: 21 * 60 })
    expect(await told(give(early.id))).toBe(`409 El conductor tiene otro servicio a esa hora: el n.º ${late.id}.`)
    await write('services', early.id, { duration: 20 * 60 })
    expect(await told(give(early.id))).toBe('given')
    // And one whose time on air falls into a ride that lasts.
    await write('services', late.id, { duration: 60 * 60 })
    const after = await at.make({ scheduled: 1, scheduled_dates: ['2026-11-22T19:50:00.000Z'] })
    expect(await told(give(after.id))).toContain(`el n.º ${late.id}.`)
  })

  test('asked for twice, a driver is asked once; another one is asked in their place', async () => {
    const other = await at.driver(`Pía${names++}`)
    for (const one of [driver, other]) await begin(one.id, one.vehicle)
    const { id } = await at.make()
    const asked = async () =>
      (
        await sql<{ id_driver: number; state: string }>`
      select id_driver, state from service_offers where id_service = ${id} order by id`.execute(at.server.database.db)
      ).rows
    for (let i = 0; i < 2; i++) expect(await told(give(id, driver.vehicle, 'requestVehicle'))).toBe('given')
    expect(await asked()).toEqual([{ id_driver: driver.id, state: 'pending' }])
    expect(await told(give(id, other.vehicle, 'requestVehicle'))).toBe('given')
    expect(await asked()).toEqual([
      { id_driver: driver.id, state: 'canceled' },
      { id_driver: other.id, state: 'pending' },
    ])
  })
})
