import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { dispatchApp, type DispatchApp } from './dispatch-fixture'
import { NOON } from './services-fixture'

const MEASURES = [
  'state',
  'outcome',
  'missed',
  'cancel_from',
  'time_offer',
  'time_accept',
  'time_pickup',
  'time_late',
  'distance_empty',
]

oneEngine((_engine, open) => {
  let at: DispatchApp
  let now = NOON
  let names = 0
  const later = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000)
  }
  const named = (name: string) => `${name}${names++}`

  beforeAll(async () => {
    at = await dispatchApp(open, () => now)
  })
  beforeEach(() => {
    now = NOON
  })
  afterEach(() => at.clear())

  const rows = async (path: string, filters: JsonObject): Promise<JsonObject[]> => {
    const { status, body, text } = await at.get('operator', path, { filters: JSON.stringify(filters) })
    expect(status, text).toBe(200)
    return body['items'] as JsonObject[]
  }
  const measured = async (id: number): Promise<JsonObject> => {
    const { body } = await at.get('operator', `services/${id}`)
    const item = body['item'] as JsonObject
    return Object.fromEntries(MEASURES.map((name) => [name, item[name] ?? null]))
  }

  describe('what a service keeps for reports', () => {
    test('are its waits from the first request, by whom it was taken in the end, and what every driver who was asked answered', async () => {
      const [near, far] = [named('Cerca'), named('Lejos')]
      const second = await at.standing(far, 0.006)
      const first = await at.standing(near, 0.002)
      const { id } = await at.onAir()
      const { id: refused } = await at.asks(id, near)
      later(20)
      await at.answer(first, refused, 'reject')
      const { id: taken } = await at.asks(id, far)
      expect(await measured(id)).toMatchObject({ time_offer: 0, time_accept: null, missed: 0 })
      later(10)
      await at.answer(second, taken, 'accept')
      const [accepted] = await rows('service_offers', { id_service: id, state: 'accepted' })
      expect(await measured(id)).toMatchObject({
        state: 'accepted',
        time_offer: 0,
        time_accept: 30,
        time_pickup: null,
        distance_empty: accepted?.['distance'],
      })
      expect(Number(accepted?.['distance'])).toBeGreaterThan(500)
      later(300)
      for (const step of ['onway', 'waiting']) expect((await second.post(`services/${id}/${step}`)).status).toBe(200)
      later(60)
      for (const step of ['start', 'finish']) expect((await second.post(`services/${id}/${step}`)).status).toBe(200)
      expect(await measured(id)).toEqual({
        state: 'finalized',
        outcome: 'finalized',
        missed: 0,
        cancel_from: null,
        time_offer: 0,
        time_accept: 30,
        time_pickup: 330,
        time_late: null,
        distance_empty: accepted?.['distance'],
      })
      expect(
        (await rows('service_offers', { id_service: id })).map(({ state, id_driver, time_answer }) => [
          state,
          id_driver,
          time_answer,
        ]),
      ).toEqual([
        ['accepted', second.id, 10],
        ['rejected', first.id, 20],
      ])
      expect((await second.post('shift/end')).status).toBe(200)
      const [shift] = await rows('shifts', { id_driver: second.id })
      expect(shift).toMatchObject({
        rides: 1,
        time_online: 390,
        time_busy: 360,
        distance_empty: Number(accepted?.['distance']) / 1000,
      })
    })

    test('is that nobody came: until a driver takes it, or for good where it is cancelled', async () => {
      const { id } = await at.onAir()
      await at.phase(id, 'not_assigned')
      expect(await measured(id)).toMatchObject({ state: 'unassigned', outcome: 'on_air', missed: 1, time_offer: null })
      const driver = await at.standing(named('Tarde'), 0.002)
      later(90)
      expect((await at.post('dispatcher/assignVehicle', { id_service: id, id_vehicle: driver.vehicle })).status).toBe(
        200,
      )
      expect(await measured(id)).toMatchObject({
        state: 'accepted',
        missed: 0,
        time_accept: 90,
        distance_empty: expect.any(Number) as unknown,
      })
      expect((await at.post('dispatcher/removeVehicle', { id_service: id })).status).toBe(200)
      expect(await measured(id)).toMatchObject({
        state: 'unassigned',
        missed: 0,
        time_accept: null,
        distance_empty: null,
      })
      expect((await at.post('dispatcher/cancelService', { id_service: id })).status).toBe(200)
      expect(await measured(id)).toMatchObject({
        state: 'canceled',
        outcome: 'canceled',
        missed: 1,
        cancel_from: 'unassigned',
      })
      expect((await rows('services', { missed: 1 })).map((row) => row['id'])).toEqual([id])
    })

    test('is in which state it was cancelled, and a service that nobody looked for is not missed', async () => {
      const { id } = await at.make()
      expect((await at.post('dispatcher/cancelService', { id_service: id })).status).toBe(200)
      expect(await measured(id)).toMatchObject({ state: 'canceled', cancel_from: 'created', missed: 0 })
    })

    test('is how late its driver came to a booking', async () => {
      const driver = await at.standing(named('Puntual'), 0.002)
      const { id } = await at.make({
        scheduled: 1,
        scheduled_dates: [new Date(NOON.getTime() + 7_200_000).toISOString()],
      })
      expect((await at.post('dispatcher/assignVehicle', { id_service: id, id_vehicle: driver.vehicle })).status).toBe(
        200,
      )
      now = new Date(NOON.getTime() + 7_200_000 - 600_000)
      await at.place(driver, 0.002)
      await at.wake()
      await expect.poll(async () => (await measured(id))['state']).toBe('accepted')
      later(600 + 240)
      expect((await driver.post(`services/${id}/waiting`)).status).toBe(200)
      expect(await measured(id)).toMatchObject({ time_late: 240, time_pickup: null, time_accept: null })
    })

    test('is seen by the house alone: a company sees no offers, a reader changes none', async () => {
      expect((await at.get('reader', 'service_offers')).status).toBe(200)
      const answer = await at.get('companyA', 'service_offers')
      expect([answer.status, answer.body['items'] ?? []]).toEqual([answer.status === 200 ? 200 : 403, []])
      expect((await at.post('service_offers/create', { state: 'accepted' })).status).toBe(403)
    })
  })
})
