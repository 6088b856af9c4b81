import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { driverApp, type DriverApp, type Phone } from './driver-fixture'
import { FROM, pointAt } from './whole-app'
import type { Answer } from './fixture-app'
import { personApp, type Person } from './person-fixture'
import { NOON } from './services-fixture'

/** Any reader of the console. */
type Reader = (path: string, input?: JsonObject) => Promise<Answer>

const ASKING = ['vehicle_requesting', 'requesting_name', 'requesting_plate', 'date_deadline', 'left_s']

oneEngine((_engine, open) => {
  let at: DriverApp
  let vera: Person
  let rosa: Phone
  let plate: string

  beforeAll(async () => {
    at = await driverApp(open, () => NOON)
    const { database } = at.server
    vera = await personApp(
      at,
      'Vera',
      { type_user: '3', id_branch: at.id['lima'] },
      { name: 'Cliente', rights: { dispatcher: 'edit', actives: 'see', services: 'see' } },
    )
    rosa = await at.atWork('Rosa')
    await at.put('vehicle_positions', {
      id_vehicle: rosa.vehicle,
      point: pointAt(FROM.lat + 0.0123, FROM.lng),
      availability: 'online',
      date_fix: NOON.toISOString(),
    })
    plate = String(
      (
        await database.db
          .selectFrom('vehicles')
          .select('plate')
          .where('id', '=', rosa.vehicle)
          .executeTakeFirstOrThrow()
      ).plate,
    )
  })

  const staff: Reader = (path, input) => at.get('operator', path, input)
  const readers = (): readonly (readonly [who: string, id_client: number, get: Reader])[] => [
    ['a company', at.id['beto']!, (path, input) => at.get('companyA', path, input)],
    ['a client', vera.id, (path, input) => vera.get(path, input)],
  ]
  /** Every way by which a console reads a ride. */
  const ways = (get: Reader, id: number): Promise<readonly Answer[]> =>
    Promise.all([
      get('dispatcher', { filters: { id } }),
      get('services', { filters: { id } }),
      get(`dispatcher/${id}`),
      get(`services/${id}`),
      get('dispatcher', { filters: { id }, format: 'csv' }),
      get('services', { filters: { id }, format: 'html' }),
      get('dispatcher/form', { id }),
      get('services/info', { id }),
      get('dispatcher/verifyVehicleAccepted', { id_service: id }),
      get('dispatcher/alerts'),
    ])
  const shared = async (id: number): Promise<readonly Answer[]> => {
    const { body } = await at.server.call('operator', 'POST', 'dispatcher/urlShare', { id })
    const tk = String(body['url']).split('/').at(-1)!
    return Promise.all(
      ['tracking?tk=', 'tracking/location/'].map((path) =>
        at.server.request({ method: 'GET', url: `/api/admin/${path}${tk}` }),
      ),
    )
  }
  const tells = ({ text }: Answer): boolean => /Rosa|999123456|-12\.0?\d*123/.test(text) || text.includes(plate)
  /** The values of these keys anywhere in an answer, but null. */
  const named = (value: unknown, keys: readonly string[]): unknown[] =>
    typeof value !== 'object' || value === null
      ? []
      : Object.entries(value).flatMap(([key, inner]): unknown[] =>
          keys.includes(key) && inner !== null ? [inner] : named(inner, keys),
        )

  const offerIn = ({ body }: Answer): string => String(named(body, ['offer']).map((one) => (one as JsonObject)['id']))

  describe('a driver who is only being asked', () => {
    test('is known to the house, and not at all to a company, a client or whoever has the link until the driver accepts', async () => {
      for (const [who, id_client, get] of readers()) {
        const { id } = await at.make({ id_client })
        const asked = await at.server.call('operator', 'POST', 'dispatcher/requestVehicle', {
          id_service: id,
          id_vehicle: rosa.vehicle,
        })
        expect(asked.body['status'], asked.text).toMatchObject({ phase: 'requesting', offer: { dr_name: 'Rosa' } })
        const [row, , , , , , , , status] = await ways(staff, id)
        expect([tells(row!), tells(status!)], who).toEqual([true, true])
        for (const answer of [...(await ways(get, id)), ...(await shared(id))]) {
          expect(answer.status, answer.text).toBe(200)
          expect([tells(answer), named(answer.body, [...ASKING, 'offer', 'told'])], `${who}: ${answer.text}`).toEqual([
            false,
            [],
          ])
        }
        expect((await get('dispatcher/verifyVehicleAccepted', { id_service: id })).body['status']).toMatchObject({
          phase: 'verifying',
          left_s: null,
        })
        const refused = await rosa.post(`offers/${offerIn(asked)}/reject`, { reason: 'Lejos' })
        expect(refused.status, refused.text).toBe(200)
        expect(tells(await staff('dispatcher/verifyVehicleAccepted', { id_service: id }))).toBe(true)
        for (const answer of await ways(get, id))
          expect([tells(answer), answer.text.includes('Lejos')], `${who}, refused: ${answer.text}`).toEqual([
            false,
            false,
          ])
        const again = await at.server.call('operator', 'POST', 'dispatcher/requestVehicle', {
          id_service: id,
          id_vehicle: rosa.vehicle,
        })
        expect((await rosa.post(`offers/${offerIn(again)}/accept`)).status).toBe(200)
        expect((await get('dispatcher/verifyVehicleAccepted', { id_service: id })).body['status']).toMatchObject({
          phase: 'assigned',
          told: 'Rosa Chofer aceptó el servicio',
        })
        for (const path of ['dispatcher', 'services'])
          expect(tells(await get(path, { filters: { id } })), `${who}, accepted`).toBe(true)
        expect((await shared(id)).map(tells)).toEqual([true, true])
        expect((await rosa.post(`services/${id}/release`, { reason: 'Se pinchó una llanta' })).status).toBe(200)
        for (const answer of [...(await ways(get, id)), ...(await shared(id))])
          expect(tells(answer), `${who}, given back: ${answer.text}`).toBe(false)
      }
    })
  })

  test('the activity of a ride is read by operators alone, in the console and by its call, and why is told', async () => {
    const { id } = await at.make({ id_client: vera.id })
    for (const target of ['actives', 'services']) {
      const lines = await staff('logs', { target, id_target: id })
      expect((lines.body['items'] as JsonObject[]).length, lines.text).toBeGreaterThan(0)
      const tabs = ({ body }: Answer) =>
        (
          (
            body['model'] as {
              readonly resources: {
                readonly [name: string]: { readonly detail: { readonly tabs: readonly JsonObject[] } }
              }
            }
          ).resources[target]?.detail.tabs ?? []
        ).map(({ kind }) => kind)
      expect(tabs(await staff('model/now'))).toEqual(expect.arrayContaining(['logs']))
      for (const [who, , get] of readers()) {
        const refused = await get('logs', { target, id_target: id })
        expect([refused.status, refused.body['code']], `${who}: ${refused.text}`).toEqual([403, 'FORBIDDEN'])
        expect(tabs(await get('model/now')), who).not.toContain('logs')
        expect(
          (await get(`${target === 'actives' ? 'dispatcher' : target}/why`, { action: 'logs', id })).body,
          who,
        ).toMatchObject({ allowed: false, why: expect.stringContaining('operador') as string })
      }
    }
  })
})
