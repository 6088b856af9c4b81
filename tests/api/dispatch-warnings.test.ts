import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { wakeJob } from '../../src/server/platform/jobs/wake-job'
import { oneEngine } from '../engines'
import { dispatchApp, type DispatchApp } from './dispatch-fixture'
import { personApp, type Person } from './person-fixture'
import { NOON } from './services-fixture'

const MINUTE_MS = 60_000

interface Warned {
  readonly id: number
  readonly id_service: number
  readonly kind: string
  readonly dr_name: string | null
}

oneEngine((_engine, open) => {
  let at: DispatchApp
  let other: Person
  let now = NOON
  let names = 0
  const named = (name: string) => `${name}${names++}`
  const later = (minutes: number): void => {
    now = new Date(now.getTime() + minutes * MINUTE_MS)
  }

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

  const look = () => wakeJob(at.server.database.db, 'services.warnings')
  const warned = async (id: number, role: 'operator' | 'companyA' = 'operator') =>
    ((await at.get(role, 'dispatcher/alerts')).body['warnings'] as unknown as Warned[]).filter(
      ({ id_service }) => id_service === id,
    )
  const kinds = async (id: number) => (await warned(id)).map(({ kind }) => kind)
  const waits = async (id: number) => (await at.status(id)).phase
  const settle = (settings: JsonObject) => at.call('root', 'settings/general/create', settings)
  /** Nobody is near, and nobody decides. */
  const alone = async () => {
    const { id } = await at.onAir()
    await at.phase(id, 'not_assigned')
    return id
  }

  describe('services that nobody takes', () => {
    test('all wait at one press, those in sight of whoever presses, and are asked for again when a driver logs in', async () => {
      const ids = [await alone(), await alone(), await alone()]
      expect((await other.post('dispatcher/waitAll', {})).body).toMatchObject({ waiting: 0 })
      const all = await at.post('dispatcher/waitAll', {})
      expect(all.body, all.text).toMatchObject({ waiting: 3, msg: '3 servicios esperan un conductor.' })
      expect((await at.post('dispatcher/waitAll', {})).body).toMatchObject({ waiting: 0 })
      for (const id of ids) expect(await waits(id)).toBe('waiting')
      later(1)
      const name = named('Llega')
      await at.standing(name, 0.002)
      await at.wake()
      // One driver is asked for one of them, the longest waiting.
      await at.asks(ids[0]!, name)
      expect(
        (
          await at.server.database.db
            .selectFrom('logs')
            .select('id_target')
            .where('type_log', '=', 'service_wait_driver')
            .where('id_target', 'in', ids)
            .execute()
        ).length,
      ).toBe(3)
    })

    test('wait by themselves where the setting says so, and are asked for when a car comes free, logs in or comes near', async () => {
      await settle({ wait_by_itself: 1 })
      const [busy, far] = [named('Ocupada'), named('Lejana')]
      const driver = await at.standing(busy, 0.002)
      const first = await at.onAir()
      const offer = await at.asks(first.id, busy)
      await at.answer(driver, offer.id, 'accept')
      const { id } = await at.onAir()
      expect((await at.phase(id, 'waiting')).item).toMatchObject({ state: 'unassigned' })
      // Free.
      for (const step of ['onway', 'waiting', 'start', 'finish']) {
        later(1)
        await driver.post(`services/${first.id}/${step}`)
      }
      await at.place(driver, 0.002)
      await at.wake()
      await at.asks(id, busy)
      await driver.post(`offers/${(await at.status(id)).offer!.id}/reject`)
      await at.phase(id, 'waiting')
      // Near: they were at work all the while, but too far away.
      const distant = await at.standing(far, 0.2)
      later(1)
      await at.wake()
      await at.phase(id, 'waiting')
      await at.place(distant, 0.003)
      later(1)
      await at.place(distant, 0.003)
      await at.wake()
      await at.asks(id, far)
      await settle({ wait_by_itself: 0 })
      await at.clear()
      expect(await waits(await alone())).toBe('not_assigned')
    })

    test('an hour of waiting by itself is an alert again', async () => {
      await settle({ wait_by_itself: 1 })
      const { id } = await at.onAir()
      await at.phase(id, 'waiting')
      later(61)
      await at.wake()
      await at.phase(id, 'not_assigned')
      await settle({ wait_by_itself: 0 })
    })
  })

  describe('the board is told', () => {
    test('of a booking whose time comes and that has no driver, once, until somebody sees to it or it has one', async () => {
      // Of a company, whose people see the ride and none of the board's warnings.
      const { id } = await at.make({
        id_client: at.id.beto ?? 0,
        scheduled: 1,
        scheduled_dates: ['2026-11-21T18:00:00.000Z'],
      })
      later(44)
      await look()
      expect(await kinds(id)).toEqual([])
      later(2)
      await look()
      await expect.poll(() => kinds(id)).toEqual(['booking'])
      expect(await warned(id, 'companyA')).toEqual([])
      const [warning] = await warned(id)
      expect((await other.post('dispatcher/handleWarning', { id: warning!.id })).status).toBe(404)
      expect((await at.call('companyA', 'dispatcher/handleWarning', { id: warning!.id })).status).toBe(404)
      const both = await Promise.all([
        at.post('dispatcher/handleWarning', { id: warning!.id }),
        at.call('root', 'dispatcher/handleWarning', { id: warning!.id }),
      ])
      expect(both.map(({ body }) => body['handled']).sort()).toEqual([0, 1])
      expect(both.find(({ body }) => body['handled'] === 0)?.body['msg']).toMatch(
        /^Ya lo atendió (operator|root) Prueba\.$/,
      )
      later(5)
      await look()
      await look()
      expect(await kinds(id)).toEqual([])
    })

    test('of a ride that its driver gives back, until another has it', async () => {
      const [name, next] = [named('Devuelve'), named('Sigue')]
      const driver = await at.standing(name, 0.002)
      const { id } = await at.make()
      await at.post('dispatcher/assignVehicle', { id_service: id, id_vehicle: driver.vehicle })
      expect((await driver.post(`services/${id}/release`)).status).toBe(200)
      expect(await warned(id)).toMatchObject([{ kind: 'give_back', dr_name: name }])
      const second = await at.standing(next, 0.003)
      expect((await at.post('dispatcher/assignVehicle', { id_service: id, id_vehicle: second.vehicle })).status).toBe(
        200,
      )
      expect(await kinds(id)).toEqual([])
      // Given back again, it is told again, whether or not somebody has looked in between.
      await second.post(`services/${id}/release`)
      expect(await warned(id)).toMatchObject([{ kind: 'give_back', dr_name: next }])
      expect((await at.post('dispatcher/assignVehicle', { id_service: id, id_vehicle: driver.vehicle })).status).toBe(
        200,
      )
      await look()
      await driver.post(`services/${id}/release`)
      expect(await warned(id)).toMatchObject([{ kind: 'give_back', dr_name: name }])
    })

    test('of a pick-up that will be late by where the driver is, and of one that is late, until they are there', async () => {
      const name = named('Tarde')
      const driver = await at.standing(name, 0.002)
      const { id } = await at.make({ scheduled: 1, scheduled_dates: ['2026-11-21T18:00:00.000Z'] })
      await at.post('dispatcher/assignVehicle', { id_service: id, id_vehicle: driver.vehicle })
      later(45)
      await at.place(driver, 0.002)
      await at.phase(id, 'assigned')
      await look()
      expect(await kinds(id)).toEqual([])
      // 11 km away with a quarter of an hour to go.
      await at.place(driver, 0.1)
      await look()
      await expect
        .poll(() => warned(id))
        .toMatchObject([
          { kind: 'late', dr_name: name, id_driver: driver.id, id_vehicle: driver.vehicle, cl_phone: '987654321' },
        ])
      // What waiting for them comes to.
      const wait = await at.post('dispatcher/assignPreview', { id_vehicle: driver.vehicle, ids: [id] })
      expect(wait.body, wait.text).toMatchObject({ driver: expect.stringContaining(name), empty_m: expect.any(Number) })
      expect(Number(wait.body['duration_s'])).toBeGreaterThan(300)
      await driver.post(`services/${id}/onway`)
      await driver.post(`services/${id}/waiting`)
      expect(await kinds(id)).toEqual([])
    })
  })
})
