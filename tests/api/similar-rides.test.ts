import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { personApp } from './person-fixture'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

const MINUTE_MS = 60_000

oneEngine((_engine, open) => {
  let at: ServicesApp
  let now = NOON
  let clients = 0

  beforeAll(async () => {
    at = await servicesApp(open, () => now)
  })
  beforeEach(() => {
    now = NOON
  })

  /** Nobody has booked for them yet. */
  const caller = async () => ({
    id_client: await at.put('users', { type_user: '3', name: 'Quien llama', phone: String(900_000_000 + ++clients) }),
    similar: [] as number[],
  })
  const later = (minutes: number): string => new Date(now.getTime() + minutes * MINUTE_MS).toISOString()
  const there = () => ({ lat: at.stops[0]!['lat']!, lng: at.stops[0]!['lng']! })
  const told = async (input: JsonObject) =>
    (await at.get('operator', 'dispatcher/similar', { ...there(), ...input })).body['items']

  describe('two operators who book the same caller from the same place within minutes', () => {
    test('are told before saving who did it, when, and which ride it is', async () => {
      const { id_client } = await caller()
      const { id } = await at.make({ id_client })
      now = new Date(NOON.getTime() + 9 * MINUTE_MS)
      expect(await told({ id_client })).toMatchObject([
        {
          id,
          us_name: 'operator Prueba',
          is_own: 1,
          date_created: NOON.toISOString(),
          org_address: 'Av. Larco 345, Miraflores',
        },
      ])
      // The next street, another caller, a quarter of an hour later, a ride that was given up: another ride.
      expect(await told({ id_client, lat: Number(at.stops[0]!['lat']) + 0.003 })).toEqual([])
      expect(await told({ id_client: at.id['carla']! })).toEqual([])
      now = new Date(NOON.getTime() + 15 * MINUTE_MS)
      expect(await told({ id_client })).toEqual([])
      now = NOON
      await at.call('operator', 'dispatcher/cancelService', { id_service: id })
      expect(await told({ id_client })).toEqual([])
    })

    test('are asked again by the server as they save, and the answer is one field more', async () => {
      const input = await caller()
      const { id } = await at.make(input)
      const refused = await at.send(input, 'root')
      expect(refused.body, refused.text).toMatchObject({
        code: 'CONFLICT',
        msg: `operator Prueba ya pidió este viaje: el n.º ${id}. ¿Guardarlo de todos modos?`,
        similar: [{ id, is_own: 0 }],
      })
      const second = await at.make({ ...input, similar: [id] }, 'root')
      const third = await at.send({ ...input, similar: [id] })
      expect(third.body['similar'], third.text).toMatchObject([{ id: second.id, us_name: 'root Prueba' }])
    })

    test('at the same moment make one ride: the other is asked', async () => {
      const input = await caller()
      const answers = await Promise.all([at.send(input), at.send(input, 'root')])
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
    })

    test('are asked about bookings by the time they are for, each date of them', async () => {
      const input = await caller()
      const { id } = await at.make({ ...input, scheduled: 1, scheduled_dates: [later(180)] })
      expect(await told({ id_client: input.id_client })).toEqual([])
      expect(await told({ id_client: input.id_client, date: later(185) })).toMatchObject([{ id }])
      const refused = await at.send({ ...input, scheduled: 1, scheduled_dates: [later(600), later(175)] })
      expect(refused.body, refused.text).toMatchObject({ code: 'CONFLICT', similar: [{ id }] })
    })
  })

  test('nobody is asked whose program says nothing of similar rides, who copies their own ride, or where the setting is 0', async () => {
    const input = await caller()
    const { similar: _none, ...program } = input
    const { id } = await at.make(input)
    await at.make(program)
    await at.make({ ...input, id_service_cloned: id })
    expect((await at.send({ ...input, id_service_cloned: id }, 'root')).status).toBe(409)
    const settle = (similar_min: number) => at.call('root', 'settings/general/create', { similar_min })
    expect((await settle(0)).status).toBe(200)
    expect([await told({ id_client: input.id_client }), (await at.send(input)).status]).toEqual([[], 200])
    await settle(10)
  })

  test('a ride of another branch is not told to an operator of one', async () => {
    const cusco = await at.put('branches', { name: 'Cusco', timezone: 'America/Lima' })
    const other = await personApp(
      at,
      'cusqueña',
      { type_user: '1', id_branch: cusco },
      { name: 'Operador Cusco', rights: 'all' },
    )
    await at.put('user_branches', { id_user: other.id, id_branch: cusco })
    const { id_client } = await caller()
    await at.make({ id_client })
    expect((await other.get('dispatcher/similar', { ...there(), id_client })).body['items']).toEqual([])
    expect(await told({ id_client })).toHaveLength(1)
  })
})
