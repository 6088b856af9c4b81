import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { driverApp, type DriverApp } from './driver-fixture'
import { personApp, type Person } from './person-fixture'
import { NOON } from './services-fixture'

oneEngine((_engine, open) => {
  let at: DriverApp
  let eva: Person
  let now = NOON

  const book = async (input: JsonObject = {}): Promise<JsonObject> => {
    const { status, body, text } = await eva.post('dispatcher/create', {
      id_client: eva.id,
      id_product: at.id['taxi']!,
      id_payment: at.id['credit']!,
      stops: [...at.stops],
      ...input,
    })
    expect(status, text).toBe(200)
    return body['item'] as JsonObject
  }

  beforeAll(async () => {
    at = await driverApp(open, () => now)
    eva = await personApp(
      at,
      'eva',
      { type_user: '3', id_company: at.server.ids.companies.a, requires_validation: true },
      { name: 'Empleada', rights: { dispatcher: 'edit', actives: 'see' } },
    )
  })

  describe('a ride that its passenger follows', () => {
    test('leaves the list when it is over, and its page goes on', async () => {
      const { id } = await at.make({ id_client: at.id['beto']! })
      const listed = async (more: JsonObject = {}) =>
        (await at.get('companyA', 'dispatcher', { filters: { id }, ...more })).body['items']
      expect(await listed()).toHaveLength(1)
      expect((await at.call('operator', 'dispatcher/cancelService', { id_service: id })).status).toBe(200)
      expect(await listed()).toEqual([])
      expect((await at.get('operator', `dispatcher/${id}`)).body['item']).toMatchObject({ id, state: 'canceled' })
      expect((await at.get('operator', `services/${id}/history`)).status).toBe(200)
      const { body } = await at.get('operator', 'dispatcher/board', { by: 'state' })
      expect(
        (body['columns'] as { value: string }[] | undefined)
          ?.map(({ value }) => value)
          .filter((value) => value === 'finalized' || value === 'canceled') ?? [],
      ).toEqual([])
    })

    test('says that it waits for its company, and why its company said no', async () => {
      const { id } = await book()
      const own = async (key: 'active' | 'past') =>
        ((await eva.get('dispatcher/ownRides', {})).body[key] as JsonObject[]).find((one) => one['id'] === id)
      expect(await own('active')).toMatchObject({ state: 'created', va_state: 'pending' })
      const rows = (await at.get('companyA', 'service_validations', { filters: { state: 'pending' } })).body[
        'items'
      ] as JsonObject[]
      const row = rows.find((one) => one['id_service'] === id)
      expect(
        (await at.call('companyA', `service_validations/${Number(row?.['id'])}/reject`, { reason: 'Vaya con Beto.' }))
          .status,
      ).toBe(200)
      expect(await own('past')).toMatchObject({ state: 'canceled', va_state: 'rejected', va_reason: 'Vaya con Beto.' })
    })

    test('that nobody took is searched for anew by whoever follows it, and by nobody else', async () => {
      const { id } = await at.make({ id_client: at.id['beto']! })
      const nobody = { state: 'unassigned', keep_searching: false }
      await at.server.database.db.updateTable('services').set(nobody).where('id', '=', id).execute()
      const found = async () => (await at.get('operator', `dispatcher/${id}`)).body['item'] as JsonObject
      expect(await found()).toMatchObject({ state: 'unassigned', keep_searching: 0 })
      for (const role of ['companyB', 'readerA', 'none'] as const) {
        expect([403, 404]).toContain((await at.call(role, 'dispatcher/waitDriver', { id_service: id })).status)
      }
      expect(await found()).toMatchObject({ keep_searching: 0 })
      expect((await at.call('companyA', 'dispatcher/waitDriver', { id_service: id })).status).toBe(200)
      expect(await found()).toMatchObject({ keep_searching: 1 })
    })

    test('says beforehand what its cancellation costs, and costs that', async () => {
      const { id } = await at.make({ id_client: at.id['beto']! })
      const driver = await at.driver('Ciro')
      expect(
        (await at.call('operator', 'dispatcher/assignVehicle', { id_service: id, id_vehicle: driver.vehicle })).status,
      ).toBe(200)
      const cost = async () =>
        (await at.get('companyA', 'dispatcher/cancelCost', { id_service: id })).body['price_cancel']
      expect(await cost()).toBe(0)
      now = new Date(NOON.getTime() + 30 * 60_000)
      const said = await cost()
      expect(said).toBeGreaterThan(0)
      // Nobody learns by it of a service that they do not see.
      for (const role of ['companyB', 'none'] as const) {
        expect([403, 404]).toContain((await at.get(role, 'dispatcher/cancelCost', { id_service: id })).status)
      }
      expect((await at.call('companyA', 'dispatcher/cancelService', { id_service: id })).body['price_cancel']).toBe(
        said,
      )
      expect(await cost()).toBe(0)
      now = NOON
    })
  })
})
