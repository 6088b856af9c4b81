import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { oneEngine } from '../engines'
import { dispatchApp, type DispatchApp } from './dispatch-fixture'
import { NOON } from './services-fixture'

// How far a search goes, and with what a driver comes who took a booking in advance.
oneEngine((_engine, open) => {
  let at: DispatchApp
  let now = NOON
  let names = 0
  const named = (name: string) => `${name}${names++}`

  beforeAll(async () => {
    at = await dispatchApp(open, () => now)
    await at.server.database.db.insertInto('settings').values({ key: 'most_offers', value: '2' }).execute()
    at.server.runtime.changed('settings')
  })
  beforeEach(() => {
    now = NOON
  })
  afterEach(() => at.clear())

  test('a search asks so many drivers as the setting says and then waits for the operator; on air again it has as many anew', async () => {
    const three = [named('Uno'), named('Dos'), named('Tres')]
    const phones = [
      await at.standing(three[0]!, 0.001),
      await at.standing(three[1]!, 0.002),
      await at.standing(three[2]!, 0.003),
    ]
    const { id } = await at.onAir()
    for (const place of [0, 1]) {
      const offer = await at.asks(id, three[place]!)
      expect((await at.answer(phones[place]!, offer.id, 'reject')).status).toBe(200)
    }
    expect((await at.phase(id, 'not_assigned')).asked).toBe(2)
    now = new Date(NOON.getTime() + 60_000)
    for (const [place, phone] of phones.entries()) await at.place(phone, 0.001 * (place + 1))
    expect((await at.post('dispatcher/requestVehicle', { id_service: id })).status).toBe(200)
    await at.asks(id, three[2]!)
    expect((await at.status(id)).asked).toBe(1)
  })

  test('drivers are looked for within the radius of the product, where it has one of its own', async () => {
    const name = named('Vecino')
    const near = await at.put('products', {
      name: 'Solo cerca',
      id_tarif: at.id['tarif'],
      capacity_1: 4,
      radius_of_request: '0.5',
    })
    at.server.runtime.changed('products')
    const driver = await at.standing(name, 0.006)
    const { id } = await at.onAir({ id_product: near })
    await at.phase(id, 'not_assigned')
    expect((await at.candidates(id)).find((one) => one.id === driver.vehicle)).toMatchObject({
      rank: null,
      reason: 'too_far',
    })
    await at.asks((await at.onAir()).id, name)
  })

  test('an operator who waits after so many is served by whoever comes next', async () => {
    const three = [named('Alba'), named('Blas'), named('Ciro')]
    const phones = [await at.standing(three[0]!, 0.001), await at.standing(three[1]!, 0.002)]
    const { id } = await at.onAir()
    for (const place of [0, 1]) await at.answer(phones[place]!, (await at.asks(id, three[place]!)).id, 'reject')
    await at.phase(id, 'not_assigned')
    expect((await at.post('dispatcher/waitDriver', { id_service: id })).status).toBe(200)
    await at.standing(three[2]!, 0.003)
    await at.wake()
    await at.asks(id, three[2]!)
  })

  test('a booking is driven with the vehicle that its driver is at work with when its time comes', async () => {
    const driver = await at.standing(named('Reservado'), 0.002)
    const { id } = await at.make({ scheduled: 1, scheduled_dates: ['2026-11-21T18:00:00.000Z'] })
    expect((await at.post('dispatcher/assignVehicle', { id_service: id, id_vehicle: driver.vehicle })).status).toBe(200)
    const { vehicle } = await at.driver(named('Otro'))
    const { db } = at.server.database
    await db.updateTable('vehicles').set({ id_user: driver.id }).where('id', '=', vehicle).execute()
    await db
      .updateTable('driver_shifts')
      .set({ id_vehicle: vehicle })
      .where('id_driver', '=', driver.id)
      .where('state', '<>', 'closed')
      .execute()
    now = new Date('2026-11-21T17:40:00.000Z')
    await at.phase(id, 'assigned')
    expect((await at.status(id)).item).toMatchObject({ state: 'accepted', id_driver: driver.id, id_vehicle: vehicle })
  })
})
