import { beforeAll, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { dispatchApp, type DispatchApp } from './dispatch-fixture'
import { FROM } from './whole-app'
import { NOON } from './services-fixture'

oneEngine((_engine, open) => {
  let at: DispatchApp
  beforeAll(async () => {
    at = await dispatchApp(open, () => NOON)
  })

  const pickup = async (input: JsonObject = {}, role: 'operator' | 'companyA' = 'operator') =>
    at.get(role, 'dispatcher/pickup', { lat: FROM.lat, lng: FROM.lng, id_product: at.id['taxi']!, ...input })
  const seconds = async (input?: JsonObject): Promise<number | null> => {
    const { status, body, text } = await pickup(input)
    expect(status, text).toBe(200)
    return body['duration'] as number | null
  }

  test('before a ride is saved its pick-up is told: by the nearest who would be asked, and it becomes no ride', async () => {
    const count = async () => (await at.server.database.db.selectFrom('services').select('id').execute()).length
    const before = await count()
    expect(await seconds()).toBeNull()
    await at.standing('Lejana', 0.012, { capacity_1: 8 })
    const far = await seconds()
    expect(far).toBeGreaterThan(0)
    const near = await at.standing('Cercana', 0.002)
    const soon = await seconds()
    expect(soon).toBeLessThan(far!)
    // A vehicle that has not the seats is not the one that comes.
    expect(await seconds({ capacity_1: 8 })).toBe(far)
    // Nor one that has a ride.
    const { id } = await at.make()
    expect((await at.post('dispatcher/assignVehicle', { id_service: id, id_vehicle: near.vehicle })).status).toBe(200)
    expect(await seconds()).toBe(far)
    expect(await count()).toBe(before + 1)
  })

  test('a client learns nothing of the fleet by it', async () => {
    expect((await pickup({}, 'companyA')).status).toBe(403)
  })
})
