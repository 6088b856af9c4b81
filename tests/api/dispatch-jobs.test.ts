import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AssignPreview, RideJob } from '../../custom/services/model/jobs-call'
import { wakeJob } from '../../src/server/platform/jobs/wake-job'
import { oneEngine } from '../engines'
import { dispatchApp, type DispatchApp } from './dispatch-fixture'
import { personApp, type Person } from './person-fixture'
import { NOON } from './services-fixture'

const MINUTE_MS = 60_000

oneEngine((_engine, open) => {
  let at: DispatchApp
  let other: Person
  let now = NOON
  let names = 0
  const named = (name: string) => `${name}${names++}`
  const later = (minutes: number): void => {
    now = new Date(now.getTime() + minutes * MINUTE_MS)
  }
  const soon = (minutes: number): string => new Date(now.getTime() + minutes * MINUTE_MS).toISOString()

  beforeAll(async () => {
    at = await dispatchApp(open, () => now)
    const cusco = await at.put('branches', { name: 'Cusco', timezone: 'America/Lima' })
    other = await personApp(
      at,
      'cusqueña',
      { type_user: '1', id_branch: cusco },
      { name: 'Operador Cusco', rights: 'all' },
    )
    await at.put('user_branches', { id_user: other.id, id_branch: cusco })
  })
  beforeEach(async () => {
    now = NOON
    await at.clear()
  })

  const jobs = async (role: 'operator' | 'companyA' = 'operator') => {
    const { status, body, text } = await at.get(role, 'dispatcher/jobs')
    expect(status, text).toBe(200)
    return { items: body['items'] as unknown as RideJob[], total: body['total'] }
  }
  const job = async (id: number) => (await jobs()).items.find((one) => one.id === id)
  const book = (minutes: number, more = {}) =>
    at.make({ scheduled: 1, scheduled_dates: [soon(minutes)], id_client: at.id['beto'] ?? 0, ...more })
  const assign = async (id_service: number, { vehicle }: { vehicle: number }) => {
    const { status, text } = await at.post('dispatcher/assignVehicle', { id_service, id_vehicle: vehicle })
    expect(status, text).toBe(200)
  }
  const preview = async (vehicle: number, ids: readonly number[]) => {
    const { status, body, text } = await at.post('dispatcher/assignPreview', { id_vehicle: vehicle, ids: [...ids] })
    expect(status, text).toBe(200)
    return body as unknown as AssignPreview
  }

  describe('the jobs panel', () => {
    test('tells before the drop which rides the driver cannot have: one at a time, and a booking beside it', async () => {
      const driver = await at.standing(named('Uno'), 0.002)
      const [first, second, later] = [await at.make(), await at.make(), await book(6 * 60)]
      const taken = async (...ids: readonly number[]) => (await preview(driver.vehicle, ids)).taken
      expect(await taken(first.id, later.id)).toEqual([])
      expect(await taken(first.id, second.id)).toEqual([second.id])
      await assign(first.id, driver)
      expect(await taken(second.id, later.id)).toEqual([second.id])
      const { status } = await at.post('dispatcher/assignVehicle', {
        id_service: second.id,
        id_vehicle: driver.vehicle,
      })
      expect(status).toBe(409)
      await assign(later.id, driver)
    })

    test('has every ride that is not over, the next pick-up first, and counts a booking to its pick-up', async () => {
      const tomorrow = await book(24 * 60)
      const tonight = await book(8 * 60)
      const over = await at.make()
      await at.call('operator', 'dispatcher/cancelService', { id_service: over.id })
      const { items, total } = await jobs()
      expect(items.map(({ id }) => id)).toEqual([tonight.id, tomorrow.id])
      expect(total).toBe(2)
      // Drivers are asked before it; the passenger waits for this moment.
      expect(items[0]).toMatchObject({
        state: 'scheduled',
        date_pickup: soon(8 * 60),
        date_scheduled: soon(8 * 60),
        date_since: now.toISOString(),
        late: 0,
        given_back: null,
      })
      expect(items[0]?.state_obj).toMatchObject({ id: 'scheduled', name: 'Programado' })
    })

    test('says who is asked, who has it and until when they are there, and what other operators took', async () => {
      const name = named('Nora')
      const driver = await at.standing(name, 0.002)
      const { id } = await at.onAir()
      const offer = await at.asks(id, name)
      expect(await job(id)).toMatchObject({
        state: 'requested',
        asked_name: `${name} Chofer`,
        date_deadline: offer.date_deadline,
        dr_name: null,
        date_pickup: null,
      })
      await at.answer(driver, offer.id, 'accept')
      const taken = await job(id)
      expect(taken).toMatchObject({
        state: 'accepted',
        asked_name: null,
        dr_name: `${name} Chofer`,
        id_vehicle: driver.vehicle,
      })
      expect(taken?.date_pickup).toBe(new Date(now.getTime() + Number(offer.duration) * 1000).toISOString())
      expect(taken?.op_name).toContain('operator')
    })

    test('marks what was given back, until another has it, and what will be late', async () => {
      const [first, second] = [named('Devuelve'), named('Sigue')]
      const driver = await at.standing(first, 0.002)
      const next = await at.standing(second, 0.003)
      const { id } = await at.make()
      await assign(id, driver)
      expect(await job(id)).toMatchObject({ given_back: null })
      await driver.post(`services/${id}/release`)
      expect(await job(id)).toMatchObject({ given_back: `${first} Chofer`, id_driver: null })
      await assign(id, next)
      expect(await job(id)).toMatchObject({ given_back: null, dr_name: `${second} Chofer` })
      await at.place(driver, 0.002)
      const booked = await book(60)
      await assign(booked.id, driver)
      later(45)
      await at.phase(booked.id, 'assigned')
      expect(await job(booked.id)).toMatchObject({ late: 0 })
      await at.place(driver, 0.1)
      await wakeJob(at.server.database.db, 'services.warnings')
      await expect.poll(async () => (await job(booked.id))?.late).toBe(1)
    })

    test('says by how much a driver will be late by where they are, below zero in time, and of a ride under way nothing', async () => {
      const driver = await at.standing(named('Lejos'), 0.002)
      const booked = await book(60)
      expect((await job(booked.id))?.late_s).toBe(-3600)
      await assign(booked.id, driver)
      later(45)
      await at.phase(booked.id, 'assigned')
      await at.place(driver, 0)
      expect(await job(booked.id)).toMatchObject({ state: 'accepted', late_s: -900, id_warning: null })
      // 11 km away with a quarter of an hour left.
      await at.place(driver, 0.1)
      const { late_s = 0 } = (await job(booked.id)) ?? {}
      expect(late_s).toBeGreaterThan(300)
      expect(late_s).toBeLessThan(3600)
      later(1)
      await at.place(driver, 0.1)
      expect((await job(booked.id))?.late_s).toBe(Number(late_s) + 60)
      await wakeJob(at.server.database.db, 'services.warnings')
      await expect.poll(async () => (await job(booked.id))?.id_warning ?? 0).toBeGreaterThan(0)
      // Nobody knows where the driver is: they are late once the time has come.
      later(30)
      expect((await job(booked.id))?.late_s).toBe(16 * 60)
      await at.clear()
      const { id } = await at.make()
      await at.server.database.transaction((tx) =>
        tx.updateTable('services').set({ state: 'started' }).where('id', '=', id).execute(),
      )
      expect(await job(id)).toMatchObject({ state: 'started', late_s: null, id_warning: null })
    })

    test('keeps to the arrival that was told as an operator gave it by hand, and forgets it with the driver', async () => {
      const driver = await at.standing(named('Dada'), 0.02)
      const { id } = await at.make()
      const { duration_s } = await preview(driver.vehicle, [id])
      await assign(id, driver)
      const given = await job(id)
      expect(given).toMatchObject({
        state: 'accepted',
        date_pickup: new Date(now.getTime() + Number(duration_s) * 1000).toISOString(),
      })
      expect((await at.get('operator', 'services/info', { id })).body['timer']).toMatchObject({
        date_end: given?.date_pickup,
      })
      // Ten minutes later the driver has not come nearer.
      later(10)
      await at.place(driver, 0.02)
      expect((await job(id))?.late_s).toBeGreaterThan(500)
      expect((await at.post('dispatcher/removeVehicle', { id_service: id })).status).toBe(200)
      expect(await job(id)).toMatchObject({ id_driver: null, date_pickup: null })
      // Where nobody knows where the driver is, nothing is promised.
      later(10)
      await assign(id, driver)
      expect(await job(id)).toMatchObject({ state: 'accepted', date_pickup: null })
    })

    test('shows rides of their branches to staff, and none to those who book for themselves', async () => {
      const { id } = await book(60)
      expect((await jobs()).items.map((one) => one.id)).toContain(id)
      expect((await other.get('dispatcher/jobs')).body).toMatchObject({ items: [], total: 0 })
      expect(await jobs('companyA')).toMatchObject({ items: [], total: 0 })
    })
  })

  describe('before a ride is given to a vehicle', () => {
    test('it is told in how many minutes the driver is there and how far they come empty, and nothing has changed', async () => {
      const name = named('Cerca')
      const driver = await at.standing(name, 0.01)
      const { id } = await at.make()
      const told = await preview(driver.vehicle, [id])
      expect(told).toMatchObject({ driver: name, after: null, late: [] })
      expect(told.empty_m).toBeGreaterThan(1100)
      expect(told.duration_s).toBeGreaterThan(60)
      expect(await job(id)).toMatchObject({ id_driver: null, state: 'created' })
    })

    test('a driver who is under way comes from the end of that ride, and who waits for them is named', async () => {
      const name = named('Lleno')
      const driver = await at.standing(name, 0.002)
      const booked = await book(60)
      await assign(booked.id, driver)
      later(33)
      await at.place(driver, 0.002)
      const first = await at.make()
      const { id } = await at.make()
      await assign(first.id, driver)
      const alone = await preview((await at.standing(named('Libre'), 0.002)).vehicle, [id])
      const told = await preview(driver.vehicle, [id])
      expect(told.after).toBe(first.id)
      expect(told.duration_s).toBeGreaterThan((alone.duration_s ?? 0) + (first.duration ?? 0))
      // Two rides do not fit before the booking.
      expect(told.late.map((one) => one.id)).toEqual([booked.id])
      expect(told.late[0]).toMatchObject({ cl_name: expect.any(String), date_pickup: soon(27) })
      expect(told.late[0]?.late_s).toBeGreaterThan(300)
      // A booking for which there is time harms nobody.
      expect((await preview(driver.vehicle, [(await book(7 * 60)).id])).late).toEqual([])
    })

    test('several at once are driven one after the other', async () => {
      const driver = await at.standing(named('Varios'), 0.002)
      const [one, two] = [await book(40), await book(45)]
      expect((await preview(driver.vehicle, [one.id])).late).toEqual([])
      const told = await preview(driver.vehicle, [one.id, two.id])
      expect(told.late.map(({ id }) => id)).toEqual([two.id])
      expect(told.empty_m).toBeGreaterThan((await preview(driver.vehicle, [one.id])).empty_m ?? 0)
    })

    test('what is out of sight is not there, and who is no operator asks in vain', async () => {
      const driver = await at.standing(named('Vista'), 0.002)
      const { id } = await at.make()
      expect((await other.post('dispatcher/assignPreview', { id_vehicle: driver.vehicle, ids: [id] })).status).toBe(404)
      expect(
        (await at.call('companyA', 'dispatcher/assignPreview', { id_vehicle: driver.vehicle, ids: [id] })).status,
      ).toBe(403)
      expect(
        (await at.post('dispatcher/assignPreview', { id_vehicle: driver.vehicle, ids: [id, 999_999] })).status,
      ).toBe(404)
    })
  })
})
