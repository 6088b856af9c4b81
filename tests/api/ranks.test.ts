import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { wakeJob } from '../../src/server/platform/jobs/wake-job'
import { oneEngine } from '../engines'
import { dispatchApp, type DispatchApp } from './dispatch-fixture'
import type { Phone } from './driver-fixture'
import { FROM } from './whole-app'
import { personApp } from './person-fixture'
import { NOON } from './services-fixture'

interface Queue {
  readonly id: number
  readonly drivers: readonly {
    readonly id_driver: number
    readonly us_name: string
    readonly rank: number | null
    readonly date_away: string | null
  }[]
}

oneEngine((_engine, open) => {
  let at: DispatchApp
  let now = NOON
  let names = 0
  const zone: Record<'near' | 'far', number> = { near: 0, far: 0 }
  const named = (name: string) => `${name}${names++}`
  const later = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000)
  }
  /** A square around a place so many degrees north of where trips begin. */
  const square = (north: number) =>
    [
      [-1, -1],
      [-1, 1],
      [1, 1],
      [1, -1],
    ].map(([y = 0, x = 0]) => ({ lat: FROM.lat + north + y * 0.002, lng: FROM.lng + x * 0.002 }))

  beforeAll(async () => {
    at = await dispatchApp(open, () => now)
    zone.far = await at.put('rank_zones', { name: 'Lejos', path: polygon(square(0.1)), state: '1' })
    zone.near = await at.put('rank_zones', {
      name: 'Centro',
      path: polygon(square(0)),
      id_next_1: zone.far,
      state: '1',
    })
    await at.server.database.transaction((tx) => tx.updateTable('products').set({ search_by: 'zones' }).execute())
  })
  beforeEach(() => {
    now = NOON
  })
  afterEach(async () => {
    await at.clear()
    await at.server.database.transaction((tx) => tx.deleteFrom('rank_places').execute())
  })

  const polygon = (ring: readonly { lat: number; lng: number }[]) =>
    `(${ring.map(({ lat, lng }) => `(${lng},${lat})`).join(',')})`
  const queue = async (id: number) => {
    const { body, status, text } = await at.get('operator', 'ranks')
    expect(status, text).toBe(200)
    return (body['items'] as unknown as Queue[]).find((one) => one.id === id)?.drivers ?? []
  }
  const told = async (id: number) => (await queue(id)).map(({ us_name, rank }) => [us_name, rank])
  const inQueue = async (id: number, wanted: unknown) => {
    await expect
      .poll(
        async () => {
          await wakeJob(at.server.database.db, 'ranks.keep')
          return told(id)
        },
        { interval: 100, timeout: 8000 },
      )
      .toEqual(wanted)
  }
  /** Comes to a zone, a second after whoever came before. */
  const comes = async (name: string, north: number): Promise<Phone> => {
    later(1)
    return at.standing(name, north)
  }

  test('a zone comes with its corners, and a vehicle with the place of its driver, for who has the dispatcher and that zone', async () => {
    const first = named('Ficha')
    const phone = await comes(first, 0.0001)
    const second = await comes(named('Detras'), 0.0002)
    await expect
      .poll(
        async () => {
          await wakeJob(at.server.database.db, 'ranks.keep')
          return (await queue(zone.near)).length
        },
        { interval: 100, timeout: 8000 },
      )
      .toBe(2)
    const rings = (await at.get('operator', 'ranks')).body['items'] as unknown as { id: number; ring: number[][] }[]
    const ring = rings.find(({ id }) => id === zone.near)?.ring ?? []
    expect(ring).toHaveLength(4)
    expect(ring[0]?.[0]).toBeCloseTo(FROM.lat - 0.002, 9)
    expect(ring[0]?.[1]).toBeCloseTo(FROM.lng - 0.002, 9)
    const rankOf = async (
      who: { get(path: string, input: JsonObject): Promise<{ status: number; body: JsonObject }> },
      { vehicle }: Phone,
    ) => {
      const { status, body } = await who.get('live/infoVehicle', { id_vehicle: vehicle })
      expect(status).toBe(200)
      return body['rank']
    }
    const operator = { get: (path: string, input: JsonObject) => at.get('operator', path, input) }
    expect(await rankOf(operator, phone)).toEqual({ id_zone: zone.near, zone: 'Centro', rank: 1, of: 2 })
    expect(await rankOf(operator, second)).toMatchObject({ rank: 2, of: 2 })
    const garage = await personApp(
      at,
      named('Taller'),
      { type_user: '1' },
      { name: 'Taller', rights: { vehicles: 'see' } },
    )
    expect(await rankOf(garage, phone)).toBeNull()
    const branch = await at.put('branches', { name: named('Cusco'), timezone: 'America/Lima' })
    await at.server.database.transaction((tx) =>
      tx.updateTable('rank_zones').set({ id_branch: branch }).where('id', '=', zone.near).execute(),
    )
    try {
      await at.server.database.transaction((tx) =>
        tx
          .updateTable('vehicles')
          .set({ id_branch: at.id['lima'] ?? null })
          .where('id', 'in', [phone.vehicle, second.vehicle])
          .execute(),
      )
      const ofLima = await personApp(
        at,
        named('Limena'),
        { type_user: '1', id_branch: at.id['lima'] ?? null },
        { name: named('Lima'), rights: 'all' },
      )
      await at.put('user_branches', { id_user: ofLima.id, id_branch: at.id['lima'] ?? null })
      at.server.runtime.changed('user_branches')
      const { body } = await ofLima.get('ranks')
      const seesZone = (body['items'] as unknown as { id: number }[]).some(({ id }) => id === zone.near)
      expect(seesZone).toBe(false)
      // The vehicle is in their sight, and where it waits is not.
      const { status, body: info } = await ofLima.get('live/infoVehicle', { id_vehicle: phone.vehicle })
      expect(status).toBe(200)
      expect(info['rank']).toBeNull()
      for (const verb of ['move', 'remove'])
        expect((await ofLima.post(`ranks/${verb}`, { id_zone: zone.near, id_driver: second.id })).status, verb).toBe(
          409,
        )
      expect((await queue(zone.near)).map(({ rank }) => rank)).toEqual([1, 2])
    } finally {
      await at.server.database.transaction((tx) =>
        tx.updateTable('rank_zones').set({ id_branch: null }).where('id', '=', zone.near).execute(),
      )
      await at.server.database.transaction((tx) =>
        tx
          .updateTable('vehicles')
          .set({ id_branch: null })
          .where('id', 'in', [phone.vehicle, second.vehicle])
          .execute(),
      )
    }
  })

  test('who is free and stands in a zone queues there as they came, and the first is asked, not the nearest; then the next zone, then nearness', async () => {
    const [first, second, beyond, outside] = [named('Primera'), named('Segunda'), named('Vecina'), named('Suelta')]
    const one = await comes(first, 0.0015)
    const two = await comes(second, 0.0001)
    const three = await comes(beyond, 0.1)
    const four = await comes(outside, 0.004)
    await inQueue(zone.near, [
      [first, 1],
      [second, 2],
    ])
    await inQueue(zone.far, [[beyond, 1]])
    const { id } = await at.onAir()
    const why: string[] = []
    for (const [phone, name] of [
      [one, first],
      [two, second],
      [three, beyond],
      [four, outside],
    ] as const) {
      const { id: offer } = await at.asks(id, name)
      why.push(
        String(
          (await at.get('operator', 'dispatcher/offers', { id_service: id })).body['items']?.[0 as never]?.[
            'reason_text'
          ],
        ),
      )
      expect((await at.answer(phone, offer, 'reject')).status).toBe(200)
    }
    expect(why[0]).toMatch(/^El primero de la cola de Centro/)
    expect(why[1]).toMatch(/^El primero de la cola de Centro/)
    expect(why[2]).toMatch(/^Espera en Lejos, la zona que sigue/)
    expect(why[3]).toMatch(/^No espera en la zona/)
    // Each went to the end after their refusal: they are as they were.
    expect(await told(zone.near)).toEqual([
      [first, 1],
      [second, 2],
    ])
    expect(await told(zone.far)).toEqual([[beyond, 1]])
  })

  test('a refusal leads to the end, or costs nothing where the setting says so', async () => {
    const [first, second] = [named('Primera'), named('Segunda')]
    const one = await comes(first, 0)
    await comes(second, 0.0001)
    await inQueue(zone.near, [
      [first, 1],
      [second, 2],
    ])
    const { id } = await at.onAir()
    const asked = await at.asks(id, first)
    expect((await at.answer(one, asked.id, 'reject')).status).toBe(200)
    expect(await told(zone.near)).toEqual([
      [second, 1],
      [first, 2],
    ])
    // Nor does who lets it pass keep theirs.
    await at.asks(id, second)
    later(31)
    await at.phase(id, 'not_assigned')
    expect(await told(zone.near)).toEqual([
      [first, 1],
      [second, 2],
    ])
    await at.call('root', 'settings/general/create', { rank_refusal_end: 0 })
    const next = await at.onAir()
    const again = await at.asks(next.id, first)
    expect((await at.answer(one, again.id, 'reject')).status).toBe(200)
    expect(await told(zone.near)).toEqual([
      [first, 1],
      [second, 2],
    ])
    await at.call('root', 'settings/general/create', { rank_refusal_end: 1 })
  })

  test('a place is kept for minutes, lost after them, and lost at once with a ride or the end of the shift', async () => {
    const [first, second, third] = [named('Primera'), named('Segunda'), named('Tercera')]
    const one = await comes(first, 0)
    const two = await comes(second, 0.0001)
    const three = await comes(third, 0.0002)
    await inQueue(zone.near, [
      [first, 1],
      [second, 2],
      [third, 3],
    ])
    await at.place(one, 0.01)
    await expect
      .poll(
        async () => {
          await wakeJob(at.server.database.db, 'ranks.keep')
          return (await queue(zone.near))[0]?.date_away
        },
        { interval: 100 },
      )
      .not.toBeNull()
    expect((await one.get('rank')).body['rank']).toMatchObject({
      zone: 'Centro',
      rank: 1,
      of: 3,
      date_lost: new Date(now.getTime() + 180_000).toISOString(),
    })
    later(170)
    await at.place(one, 0)
    await at.place(two, 0.0001)
    await at.place(three, 0.0002)
    await expect
      .poll(
        async () => {
          await wakeJob(at.server.database.db, 'ranks.keep')
          return (await queue(zone.near))[0]?.date_away
        },
        { interval: 100 },
      )
      .toBeNull()
    await inQueue(zone.near, [
      [first, 1],
      [second, 2],
      [third, 3],
    ])
    // The second leaves for good.
    await at.place(two, 0.01)
    await expect
      .poll(
        async () => {
          await wakeJob(at.server.database.db, 'ranks.keep')
          return (await queue(zone.near))[1]?.date_away
        },
        { interval: 100 },
      )
      .not.toBeNull()
    later(181)
    for (const [phone, north] of [
      [one, 0],
      [three, 0.0002],
    ] as const)
      await at.place(phone, north)
    await inQueue(zone.near, [
      [first, 1],
      [third, 2],
    ])
    expect((await two.get('rank')).body['rank']).toBeNull()
    const { id } = await at.make()
    expect((await at.post('dispatcher/assignVehicle', { id_service: id, id_vehicle: one.vehicle })).status).toBe(200)
    await inQueue(zone.near, [[third, 1]])
    expect((await three.post('shift/end')).status).toBe(200)
    await inQueue(zone.near, [])
  })

  test('an operator moves a driver and takes one out, with a line of the log; others may not', async () => {
    const [first, second, third] = [named('Primera'), named('Segunda'), named('Tercera')]
    const one = await comes(first, 0)
    const two = await comes(second, 0.0001)
    const three = await comes(third, 0.0002)
    await inQueue(zone.near, [
      [first, 1],
      [second, 2],
      [third, 3],
    ])
    const ask = { id_zone: zone.near }
    expect((await at.post('ranks/move', { ...ask, id_driver: three.id, before: one.id })).status).toBe(200)
    expect(await told(zone.near)).toEqual([
      [third, 1],
      [first, 2],
      [second, 3],
    ])
    expect((await at.post('ranks/move', { ...ask, id_driver: one.id })).status).toBe(200)
    expect(await told(zone.near)).toEqual([
      [third, 1],
      [second, 2],
      [first, 3],
    ])
    expect((await at.post('ranks/remove', { ...ask, id_driver: three.id })).status).toBe(200)
    await wakeJob(at.server.database.db, 'ranks.keep')
    await inQueue(zone.near, [
      [second, 1],
      [first, 2],
      [third, null],
    ])
    expect((await three.get('rank')).body['rank']).toMatchObject({ rank: null, of: 2 })
    const { id } = await at.onAir()
    await at.asks(id, second)
    expect((await at.post('ranks/remove', { ...ask, id_driver: three.id })).status).toBe(409)
    expect((await at.post('ranks/move', { ...ask, id_driver: three.id, before: 999_999 })).status).toBe(409)
    expect((await at.post('ranks/move', { ...ask, id_driver: three.id, before: two.id })).status).toBe(200)
    expect(await told(zone.near)).toEqual([
      [third, 1],
      [second, 2],
      [first, 3],
    ])
    const lines = await at.server.database.db
      .selectFrom('logs')
      .where('target', '=', 'rank_zones')
      .select(['type_log', 'id_target', 'changes'])
      .orderBy('id')
      .execute()
    expect(lines.map((line) => [line['type_log'], line['changes']])).toEqual([
      ['rank_move', { place: { from: 3, to: 1 } }],
      ['rank_move', { place: { from: 2, to: 3 } }],
      ['rank_remove', { place: { from: 1, to: null } }],
      ['rank_move', { place: { from: null, to: 1 } }],
    ])
    expect((await at.server.call('reader', 'POST', 'ranks/move', { ...ask, id_driver: three.id })).status).toBe(403)
  })

  test('an operator of another branch neither sees a driver nor moves them, and a driver asks for their own rank alone', async () => {
    const [first, second] = [named('Primera'), named('Segunda')]
    const one = await comes(first, 0)
    const two = await comes(second, 0.0001)
    await inQueue(zone.near, [
      [first, 1],
      [second, 2],
    ])
    expect([(await one.get('rank')).body['rank'], (await two.get('rank')).body['rank']]).toMatchObject([
      { rank: 1, of: 2 },
      { rank: 2, of: 2 },
    ])
    const [here, there] = [
      await at.put('branches', { name: 'Ica', timezone: 'America/Lima' }),
      await at.put('branches', { name: 'Piura', timezone: 'America/Lima' }),
    ]
    await at.server.database.transaction((tx) =>
      tx.updateTable('vehicles').set({ id_branch: here }).where('id', 'in', [one.vehicle, two.vehicle]).execute(),
    )
    const far = await personApp(at, 'piura', { type_user: '1', id_branch: there }, { name: 'Mesa', rights: 'all' })
    await at.put('user_branches', { id_user: far.id, id_branch: there })
    at.server.runtime.changed('user_branches')
    const seen = ((await far.get('ranks')).body['items'] as unknown as Queue[]).flatMap(({ drivers }) => drivers)
    expect([seen, (await far.get('ranks/shares')).body['items']]).toEqual([[], []])
    for (const verb of ['move', 'remove'])
      expect(
        (
          await far.post(`ranks/${verb}`, {
            id_driver: two.id,
            id_zone: zone.near,
            ...(verb === 'move' && { before: one.id }),
          })
        ).status,
        verb,
      ).toBe(409)
    expect(await told(zone.near)).toEqual([
      [first, 1],
      [second, 2],
    ])
    expect(
      (await at.server.call('reader', 'POST', 'ranks/remove', { id_driver: two.id, id_zone: zone.near })).status,
    ).toBe(403)
  })

  test('the shares of a shift: rides, income and the minutes that neither rides nor pauses took, for who sees the fleet', async () => {
    const name = named('Justa')
    const phone = await comes(name, 0)
    const share = async () =>
      ((await at.get('operator', 'ranks/shares')).body['items'] as unknown as JsonObject[]).find(
        ({ id_driver }) => id_driver === phone.id,
      )
    later(600)
    expect(await share()).toMatchObject({ rides: 0, income: 0, waiting_s: 600, idle_s: 600 })
    expect((await phone.post('shift/pause', { reason: 'Almuerzo' })).status).toBe(200)
    later(300)
    expect(await share()).toMatchObject({ waiting_s: 600 })
    expect((await phone.post('shift/resume')).status).toBe(200)
    later(60)
    expect(await share()).toMatchObject({ waiting_s: 660 })
    const { id } = await at.make()
    expect((await at.post('dispatcher/assignVehicle', { id_service: id, id_vehicle: phone.vehicle })).status).toBe(200)
    later(120)
    expect(await share()).toMatchObject({ waiting_s: 660, idle_s: null })
    await at.server.database.transaction((tx) =>
      tx
        .updateTable('services')
        .set({ state: 'finalized', price_total: '25.5', price_driver: '20', date_finalized: now.toISOString() })
        .where('id', '=', id)
        .execute(),
    )
    later(30)
    expect(await share()).toMatchObject({ rides: 1, income: 25.5, income_driver: 20, waiting_s: 690 })
    expect((await at.get('companyA', 'ranks/shares')).body['items']).toEqual([])
  })
})
