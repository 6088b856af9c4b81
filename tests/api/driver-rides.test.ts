import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DispatcherService } from '../../custom/services/model/dispatcher-service'
import { unchangedInput } from '../../custom/services/model/input-of'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { driverApp, type DriverApp, type Phone } from './driver-fixture'
import { boxAround, FROM, TO } from './whole-app'
import { NOON } from './services-fixture'
import { tellsWhatWasDone } from './told-activity'

const MINUTE_MS = 60_000

oneEngine((_engine, open) => {
  let at: DriverApp
  let ana: Phone
  let beto: Phone
  let now = NOON

  beforeAll(async () => {
    at = await driverApp(open, () => now)
    ana = await at.atWork('Anita')
    beto = await at.atWork('Beto')
  })
  beforeEach(async () => {
    now = NOON
    // What a test leaves under way is nothing for the next.
    await at.server.database.transaction(async (tx) => {
      await sql`update services set state = 'canceled' where state not in ('finalized', 'canceled')`.execute(tx)
      await sql`update service_offers set state = 'canceled' where state = 'pending'`.execute(tx)
      await sql`update driver_shifts set state = 'online' where state = 'busy'`.execute(tx)
    })
  })

  const later = (minutes: number) => {
    now = new Date(now.getTime() + minutes * MINUTE_MS)
  }

  /** A service (a new one) that a driver is asked for. @returns its id and the offer's */
  async function offered(
    driver: Phone,
    input: JsonObject = {},
    existing?: number,
  ): Promise<{ readonly id: number; readonly offer: number }> {
    const id = existing ?? (await at.make(input)).id
    const { status, text } = await at.call('operator', 'dispatcher/requestVehicle', {
      id_service: id,
      id_vehicle: driver.vehicle,
    })
    expect(status, text).toBe(200)
    const { offer } = (await driver.state()) as { offer: { id: number } | null }
    if (!offer) throw new Error('no offer came')
    return { id, offer: offer.id }
  }

  /** A ride that a driver has. */
  async function accepted(driver: Phone, input?: JsonObject, existing?: number): Promise<number> {
    const { id, offer } = await offered(driver, input, existing)
    const { status, text } = await driver.post(`offers/${offer}/accept`)
    expect(status, text).toBe(200)
    return id
  }

  const step = async (driver: Phone, id: number, name: string, input?: JsonObject): Promise<JsonObject> => {
    const { status, body, text } = await driver.post(`services/${id}/${name}`, input)
    expect([name, status], text).toEqual([name, 200])
    return body['service'] as JsonObject
  }
  const stopsOf = async (id: number) => {
    const { rows } = await sql<{ reached: string | null; left: string | null; wait_s: number }>`
      select to_char(date_reached at time zone 'UTC', 'HH24:MI') as reached, to_char(date_left at time zone 'UTC',
        'HH24:MI') as left, wait_s
      from service_stops where id_service = ${id} order by position, id`.execute(at.server.database.db)
    return rows.map(({ reached, left, wait_s }) => [reached, left, wait_s])
  }
  const waitBilled = async (id: number) => {
    const {
      rows: [row],
    } = await sql<{ time_wait: number; price: number }>`
      select time_wait, price_wait::float8 as price from services where id = ${id}`.execute(at.server.database.db)
    return [row?.time_wait, row?.price]
  }
  const logsOf = async (id: number): Promise<string[]> => {
    const { rows } = await sql<{
      type_log: string
    }>`select type_log from logs where target = 'services' and id_target = ${id} order by id`.execute(
      at.server.database.db,
    )
    return rows.map(({ type_log }) => type_log)
  }

  describe('an offer', () => {
    test('is told with the time that is left, and without phone or surname of the client until it is accepted', async () => {
      const { id, offer } = await offered(ana, { notes: 'Portón verde' })
      later(0.1)
      const state = await ana.state()
      expect(state['offer']).toMatchObject({
        id: offer,
        id_service: id,
        left_s: 24,
        service: { id, cl_name: 'Ana', cl_phone: null, notes: 'Portón verde', pr_name: 'Taxi', steps: [] },
      })
      const { body } = await ana.post(`offers/${offer}/accept`)
      expect(body['service']).toMatchObject({
        id,
        state: 'accepted',
        cl_name: 'Ana Quispe',
        cl_phone: '987654321',
        steps: ['onway', 'waiting', 'start', 'release'],
      })
      expect(await ana.state()).toMatchObject({ offer: null, services: [{ id }], shift: { state: 'busy' } })
    })

    test('shows the contacts at the stops only to the driver who accepts it', async () => {
      const [first, last] = at.stops
      const { id, offer } = await offered(ana, {
        stops: [first!, { ...last, contact_name: 'Lucía Vera', contact_phone: '944555666', notes: 'Piso 3' }],
      })
      const asked = (await ana.state())['offer'] as JsonObject
      expect(asked).toMatchObject({
        service: { id, stops: [{}, { contact_name: null, contact_phone: null, notes: 'Piso 3' }] },
      })
      const { body } = await ana.post(`offers/${offer}/accept`)
      expect(body['service']).toMatchObject({ stops: [{}, { contact_name: 'Lucía Vera', contact_phone: '944555666' }] })
    })

    test('tells of a guest what it tells of a client: the first name, and the rest with the acceptance', async () => {
      const { id, offer } = await offered(ana, {
        invited: 1,
        invited_name: ' Rosa María Salas ',
        invited_phone: '955444333',
      })
      expect((await ana.state())['offer']).toMatchObject({ service: { id, cl_name: 'Rosa', cl_phone: null } })
      const { body } = await ana.post(`offers/${offer}/accept`)
      expect(body['service']).toMatchObject({ id, cl_name: 'Rosa María Salas', cl_phone: '955444333' })
    })

    test('accepted again after a lost answer is accepted once; and refused again is refused once', async () => {
      const one = await offered(ana)
      const answers = await Promise.all([1, 2, 3].map(() => ana.post(`offers/${one.offer}/accept`)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      expect((await logsOf(one.id)).filter((type) => type === 'service_accept')).toHaveLength(1)
      const two = await offered(beto)
      for (let i = 0; i < 2; i++)
        expect((await beto.post(`offers/${two.offer}/reject`, { reason: 'Muy lejos' })).status).toBe(200)
      expect((await beto.post(`offers/${two.offer}/accept`)).status).toBe(409)
    })

    test('is marked as seen, and comes too late after its time', async () => {
      const { offer } = await offered(ana)
      expect((await ana.post(`offers/${offer}/seen`)).body).toMatchObject({ offer: { id: offer } })
      later(5)
      expect(await ana.state()).toMatchObject({ offer: null })
      const { status, body } = await ana.post(`offers/${offer}/accept`)
      expect([status, body['code']]).toEqual([409, 'CONFLICT'])
    })

    test('of another driver is not there, whatever is done with it', async () => {
      const { offer, id } = await offered(ana)
      for (const act of ['seen', 'accept', 'reject'])
        expect([act, (await beto.post(`offers/${offer}/${act}`)).status]).toEqual([act, 404])
      for (const act of ['onway', 'start', 'finish', 'release', 'noShow'])
        expect([act, (await beto.post(`services/${id}/${act}`)).status]).toEqual([act, 404])
      // Nor does the service belong to a driver who has only been asked.
      expect((await ana.post(`services/${id}/onway`)).status).toBe(404)
    })
  })

  describe('a ride', () => {
    test('goes from the acceptance to the finish, each step once however often it is told', async () => {
      const id = await accepted(ana)
      const path = [
        ['onway', 'onway'],
        ['waiting', 'waiting'],
        ['start', 'started'],
        ['arrive', 'arrived'],
        ['finish', 'finalized'],
      ] as const
      for (const [name, state] of path) {
        later(2)
        expect(await step(ana, id, name)).toMatchObject({ id, state })
        later(1)
        expect(await step(ana, id, name)).toMatchObject({ id, state })
      }
      const last = await step(ana, id, 'onway')
      expect(last).toMatchObject({
        state: 'finalized',
        steps: [],
        date_onway: '2026-11-21T17:02:00.000Z',
        date_waiting: '2026-11-21T17:05:00.000Z',
      })
      expect(last['price_total']).toBeGreaterThan(5)
      expect((await logsOf(id)).filter((type) => /^service_(go|wait|start|arrive|finalize)$/.test(type))).toEqual([
        'service_go',
        'service_wait',
        'service_start',
        'service_arrive',
        'service_finalize',
      ])
      expect(await ana.state()).toMatchObject({ services: [], shift: { state: 'online' } })
    })

    test('stamps its stops, and charges the waiting beyond the courtesy time', async () => {
      const id = await accepted(ana)
      await step(ana, id, 'waiting')
      later(9.5)
      const started = await step(ana, id, 'start')
      const [origin, end] = started['stops'] as { id: number; date_reached: string | null; date_left: string | null }[]
      expect(origin).toMatchObject({ date_reached: NOON.toISOString(), date_left: now.toISOString() })
      later(5)
      const there = (await step(ana, id, `stops/${end?.id}/reached`))['stops'] as JsonObject[]
      expect(there[1]).toMatchObject({ date_reached: now.toISOString(), date_left: null })
      later(1)
      expect(((await step(ana, id, `stops/${end?.id}/reached`))['stops'] as JsonObject[])[1]).toEqual(there[1])
      await step(ana, id, 'arrive')
      const done = await step(ana, id, 'finish', { pauses: [{ minutes: 4 }], tolls: [{ name: 'Peaje', price: 7.5 }] })
      // 9.5 minutes less 5 of courtesy: five begun at 1; four of pause at 0.5; the toll as it was paid.
      const {
        rows: [priced],
      } = await sql<JsonObject>`
        select price_wait::float8 as wait, price_pause::float8 as pause, price_toll::float8 as toll from services
        where id = ${id}`.execute(at.server.database.db)
      expect(priced).toMatchObject({ wait: 5, pause: 2, toll: 7.5 })
      expect(await step(ana, id, 'finish')).toEqual(done)
    })

    test('costs the tolls of its way and others up to a limit; more than that is refused and the ride goes on', async () => {
      const id = await accepted(ana)
      for (const name of ['waiting', 'start', 'arrive']) await step(ana, id, name)
      const told = (...prices: readonly number[]) =>
        ana.post(`services/${id}/finish`, { tolls: prices.map((price) => ({ name: 'Peaje', price })) })
      const { status, body } = await told(40, 10.01)
      expect([status, body['msg'], body['errors']]).toEqual([
        422,
        'Los peajes suman 50.01; se aceptan hasta 50.00. Consulte con la central.',
        { tolls: 'Suman 50.01; se aceptan hasta 50.00.' },
      ])
      expect(await ana.state()).toMatchObject({ services: [{ id, state: 'arrived' }] })
      expect((await told(40, 10)).status).toBe(200)
      const {
        rows: [priced],
      } = await sql<JsonObject>`select price_toll::float8 as toll from services where id = ${id}`.execute(
        at.server.database.db,
      )
      expect(priced).toMatchObject({ toll: 50 })
      const booth = await at.put('tolls', {
        name: 'Garita',
        price: '6.9',
        coordinates: boxAround((FROM.lat + TO.lat) / 2, (FROM.lng + TO.lng) / 2, 0.012),
      })
      at.server.runtime.changed('tolls')
      const crossing = await accepted(ana)
      await at.server.database.db.deleteFrom('tolls').where('id', '=', booth).execute()
      at.server.runtime.changed('tolls')
      await step(ana, crossing, 'start')
      const paid = (price: number) => ana.post(`services/${crossing}/finish`, { tolls: [{ name: 'Garitas', price }] })
      expect([(await paid(56.91)).status, (await paid(56.9)).status]).toEqual([422, 200])
    })

    test('pauses no longer than it lasts: more is refused and the ride goes on', async () => {
      const id = await accepted(ana)
      for (const name of ['waiting', 'start']) await step(ana, id, name)
      later(6.5)
      const told = (...minutes: readonly number[]) =>
        ana.post(`services/${id}/finish`, { pauses: minutes.map((one) => ({ minutes: one })) })
      const { status, body } = await told(4, 3.5)
      expect([status, body['msg'], body['errors']]).toEqual([
        422,
        'Las pausas suman 8 min y el viaje lleva 7 min. Revise los minutos.',
        { pauses: 'Suman 8 min; el viaje lleva 7 min.' },
      ])
      expect(await ana.state()).toMatchObject({ services: [{ id, state: 'started' }] })
      expect((await told(4, 3)).status).toBe(200)
    })

    test('takes no step out of its order, and says where it stands', async () => {
      const id = await accepted(ana)
      for (const name of ['arrive', 'finish', 'noShow']) {
        const { status, body } = await ana.post(`services/${id}/${name}`)
        expect([name, status, body['state']]).toEqual([name, 409, 'accepted'])
      }
      await step(ana, id, 'start')
      for (const name of ['onway', 'waiting', 'release', 'noShow'])
        expect([name, (await ana.post(`services/${id}/${name}`)).status]).toEqual([name, 409])
    })

    test('given back goes to the next driver; giving it back again changes nothing, and the first driver no longer has any part in it', async () => {
      const id = await accepted(ana)
      await step(ana, id, 'onway')
      for (let i = 0; i < 2; i++)
        expect((await ana.post(`services/${id}/release`, { reason: 'Llanta baja' })).status).toBe(200)
      expect((await ana.post(`services/${id}/onway`)).status).toBe(404)
      expect((await beto.post(`services/${id}/release`)).status).toBe(404)
      expect(await ana.state()).toMatchObject({ services: [], shift: { state: 'online' } })
      expect((await logsOf(id)).filter((type) => type === 'service_release')).toHaveLength(1)
      const { body } = await at.get('operator', 'dispatcher/form', { id })
      expect(body['item']).toMatchObject({ id_driver: null, date_onway: null })
    })

    test('that changes hands while its driver waits is billed for the waiting of the next one alone', async () => {
      const operator = async (path: string, input: JsonObject) => {
        const { status, text } = await at.call('operator', `dispatcher/${path}`, input)
        expect([path, status], text).toEqual([path, 200])
      }
      const changesHands: readonly ((id: number) => Promise<unknown>)[] = [
        async (id) => {
          expect((await ana.post(`services/${id}/release`)).status).toBe(200)
          await accepted(beto, {}, id)
        },
        async (id) => {
          await operator('removeVehicle', { id_service: id })
          await accepted(beto, {}, id)
        },
        (id) => operator('assignVehicle', { id_service: id, id_vehicle: beto.vehicle, replaces: ana.id }),
      ]
      for (const change of changesHands) {
        now = NOON
        const id = await accepted(ana)
        await step(ana, id, 'waiting')
        later(10)
        await change(id)
        expect(await stopsOf(id)).toEqual([
          [null, null, 0],
          [null, null, 0],
        ])
        later(20)
        await step(beto, id, 'waiting')
        later(2)
        await step(beto, id, 'start')
        later(15)
        await step(beto, id, 'arrive')
        expect(await stopsOf(id)).toEqual([
          ['17:30', '17:32', 120],
          ['17:47', null, 0],
        ])
        await step(beto, id, 'finish')
        expect(await waitBilled(id)).toEqual([120, 0])
      }
    })

    test('that an operator says has started waits no longer, whatever its driver says afterwards', async () => {
      const id = await accepted(ana)
      await step(ana, id, 'waiting')
      later(8)
      const { body } = await at.get('operator', 'dispatcher/form', { id })
      const item = unchangedInput(body['item'] as unknown as DispatcherService) as unknown as JsonObject
      const said = new Date(now.getTime() - MINUTE_MS).toISOString()
      const started = await at.call('operator', 'dispatcher/create', {
        ...item,
        new_state: 'started',
        new_state_date: said,
      })
      expect(started.status, started.text).toBe(200)
      later(1)
      await step(ana, id, 'start')
      expect(await stopsOf(id)).toEqual([
        ['17:00', '17:07', 420],
        [null, null, 0],
      ])
      later(20)
      await step(ana, id, 'arrive')
      await step(ana, id, 'finish')
      expect(await stopsOf(id)).toEqual([
        ['17:00', '17:07', 420],
        ['17:29', '17:29', 0],
      ])
      // Seven minutes less five of courtesy, at 1.
      expect(await waitBilled(id)).toEqual([420, 2])
    })

    test('to which nobody came is cancelled by its driver, with the penalty, once', async () => {
      const id = await accepted(ana)
      await step(ana, id, 'waiting')
      later(10)
      expect(await step(ana, id, 'noShow', { reason: 'No salió' })).toMatchObject({ state: 'canceled' })
      expect(await step(ana, id, 'noShow')).toMatchObject({ state: 'canceled' })
      const {
        rows: [row],
      } = await sql<JsonObject>`
        select cancel_by, cancel_reason, price_cancel::float8 as price from services where id = ${id}`.execute(
        at.server.database.db,
      )
      expect(row).toEqual({ cancel_by: 'driver', cancel_reason: 'No salió', price: 4 })
      expect(await ana.state()).toMatchObject({ shift: { state: 'online' } })
    })

    test('that somebody else has cancelled is told so to its driver, who says that nobody came', async () => {
      const id = await accepted(ana)
      await step(ana, id, 'waiting')
      expect((await at.call('operator', 'dispatcher/cancelService', { id_service: id, free: 1 })).status).toBe(200)
      const { status, body } = await ana.post(`services/${id}/noShow`)
      expect([status, body['state']]).toEqual([409, 'canceled'])
    })

    test('keeps its driver on shift, and has stops of its own alone', async () => {
      const id = await accepted(ana)
      expect((await ana.post('shift/end')).status).toBe(409)
      expect((await ana.post('logout')).status).toBe(409)
      const other = await accepted(beto)
      const {
        rows: [stop],
      } = await sql<{ id: number }>`select id from service_stops where id_service = ${other}`.execute(
        at.server.database.db,
      )
      expect((await ana.post(`services/${id}/stops/${stop?.id}/reached`)).status).toBe(404)
      expect((await ana.post(`services/${other}/stops/${stop?.id}/reached`)).status).toBe(404)
    })
  })

  describe('a booking', () => {
    const TOMORROW = new Date(NOON.getTime() + 24 * 60 * MINUTE_MS).toISOString()
    const book = () => at.make({ scheduled: 1, scheduled_dates: [TOMORROW] })

    test('can be asked for by a driver whose vehicle fits, once, and taken back', async () => {
      const { id } = await book()
      const mine = async () =>
        (
          (await ana.get('available')).body['items'] as { service: { id: number }; assignment: JsonObject | null }[]
        ).find(({ service }) => service.id === id)
      expect(await mine()).toMatchObject({ service: { cl_name: 'Ana', cl_phone: null }, assignment: null })
      const first = await ana.post('assignments', { id_service: id })
      expect(first.body, first.text).toMatchObject({ service: { id }, assignment: { state: 'pending' } })
      expect((await ana.post('assignments', { id_service: id })).body).toEqual(first.body)
      const { id: assignment } = first.body['assignment'] as { id: number }
      expect((await beto.post(`assignments/${assignment}/withdraw`)).status).toBe(404)
      for (let i = 0; i < 2; i++) expect((await ana.post(`assignments/${assignment}/withdraw`)).status).toBe(200)
      expect(await mine()).toMatchObject({ assignment: { state: 'withdrawn' } })
    })

    test("that an operator gave a driver is among the driver's bookings, and they may give it back", async () => {
      const { id } = await book()
      const asked = await ana.post('assignments', { id_service: id })
      const { id: assignment } = asked.body['assignment'] as { id: number }
      const given = await at.call('operator', `service_assignments/${assignment}/accept`, {})
      expect(given.status, given.text).toBe(200)
      expect(await ana.state()).toMatchObject({
        services: [],
        bookings: [{ id, state: 'scheduled', cl_phone: '987654321', steps: ['release'] }],
      })
      expect((await beto.get('available')).body['items']).not.toContainEqual(
        expect.objectContaining({ service: expect.objectContaining({ id }) as object }),
      )
      expect((await ana.post(`services/${id}/release`)).status).toBe(200)
      expect(await ana.state()).toMatchObject({ bookings: [] })
      // Once it is no longer theirs, the driver may ask for it again, and be given it again.
      const again = (await ana.post('assignments', { id_service: id })).body['assignment'] as {
        id: number
        state: string
      }
      expect([again.state, again.id === assignment]).toEqual(['pending', false])
      const old = await at.call('operator', `service_assignments/${assignment}/accept`, {})
      expect([old.status, (await at.get('operator', 'dispatcher/form', { id })).body['item']]).toEqual([
        409,
        expect.objectContaining({ id_driver: null }),
      ])
      expect((await at.call('operator', `service_assignments/${again.id}/accept`, {})).status).toBe(200)
      expect(await ana.state()).toMatchObject({ bookings: [{ id }] })
    })

    test('is nothing for a driver whom an operator has refused for it, nor for those of another branch, nor for who rides then', async () => {
      const { id } = await book()
      const isOpen = async (driver: Phone) =>
        ((await driver.get('available')).body['items'] as { service: { id: number } }[]).some(
          ({ service }) => service.id === id,
        )
      const { id: assignment } = (await ana.post('assignments', { id_service: id })).body['assignment'] as {
        id: number
      }
      expect((await at.call('operator', `service_assignments/${assignment}/reject`, {})).status).toBe(200)
      expect([await isOpen(ana), (await ana.post('assignments', { id_service: id })).status]).toEqual([false, 404])
      const cusco = await at.put('branches', { name: 'Cusco' })
      const work = (id_branch: number | null) =>
        at.server.database.db.updateTable('users').set({ id_branch }).where('id', '=', beto.id).execute()
      await work(cusco)
      expect([await isOpen(beto), (await beto.post('assignments', { id_service: id })).status]).toEqual([false, 404])
      await work(null)
      expect(await isOpen(beto)).toBe(true)
      const other = await book()
      expect(
        (await at.call('operator', 'dispatcher/assignVehicle', { id_service: other.id, id_vehicle: beto.vehicle }))
          .status,
      ).toBe(200)
      const { status, body } = await beto.post('assignments', { id_service: id })
      expect([status, body['msg']]).toEqual([409, expect.stringContaining(String(other.id))])
    })

    test('is nothing for a vehicle that is too small, nor for a service that is no booking', async () => {
      const { id } = await at.make({ id_product: at.id.van!, capacity_1: 6, scheduled: 1, scheduled_dates: [TOMORROW] })
      expect((await ana.post('assignments', { id_service: id })).status).toBe(404)
      const { id: immediate } = await at.make()
      expect((await ana.post('assignments', { id_service: immediate })).status).toBe(404)
    })
  })

  tellsWhatWasDone(() => at.server, 'services')
})
