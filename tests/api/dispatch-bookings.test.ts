import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Assignment } from '../../custom/services/model/assignment-calls'
import type { DispatcherService } from '../../custom/services/model/dispatcher-service'
import { unchangedInput } from '../../custom/services/model/input-of'
import { putForward } from '../../custom/services/server'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { dispatchApp, type DispatchApp } from './dispatch-fixture'
import type { Phone } from './driver-fixture'
import { NOON } from './services-fixture'

oneEngine((_engine, open) => {
  let at: DispatchApp
  let now = NOON
  let names = 0
  const named = (name: string) => `${name}${names++}`
  const stateOf = async (id: number) => (await at.status(id)).item.state

  beforeAll(async () => {
    at = await dispatchApp(open, () => now)
  })
  beforeEach(() => {
    now = NOON
  })
  afterEach(() => at.clear())

  /** A booking for then. */
  const booked = (when: string, more: JsonObject = {}) => at.make({ scheduled: 1, scheduled_dates: [when], ...more })
  const assign = (id_service: number, { vehicle }: Phone, more: JsonObject = {}) =>
    at.post('dispatcher/assignVehicle', { id_service, id_vehicle: vehicle, ...more })

  describe('a booking', () => {
    test('goes on air twenty minutes before its time, over midnight and a change of clocks as on any other day', async () => {
      // Lima's midnight, and the hour that clocks in New York repeat: a moment is a moment.
      for (const [from, when] of [
        ['2026-11-22T04:00:00.000Z', '2026-11-22T05:10:00.000Z'],
        ['2026-11-22T05:00:00.000Z', '2026-11-22T06:00:00.000Z'],
      ] as const) {
        now = new Date(from)
        const { id, date_onair } = await booked(when)
        expect(date_onair).toBe(new Date(Date.parse(when) - 20 * 60_000).toISOString())
        now = new Date(Date.parse(when) - 20 * 60_000 - 1000)
        await at.wake()
        expect(await stateOf(id)).toBe('scheduled')
        now = new Date(Date.parse(when) - 20 * 60_000)
        await at.phase(id, 'not_assigned')
      }
    })

    test('that no server was there for goes on air late rather than never', async () => {
      const { id } = await booked('2026-11-21T18:00:00.000Z')
      now = new Date('2026-11-21T18:30:00.000Z')
      await at.phase(id, 'not_assigned')
    })

    test('goes, when its time comes, to the driver who took it', async () => {
      const driver = await at.standing(named('Reservado'), 0.002)
      const { id } = await booked('2026-11-21T18:00:00.000Z')
      expect((await assign(id, driver)).body['item']).toMatchObject({ state: 'scheduled', id_driver: driver.id })
      expect(await driver.state()).toMatchObject({
        services: [],
        bookings: [expect.objectContaining({ id })],
        shift: { state: 'online' },
      })
      now = new Date('2026-11-21T17:40:00.000Z')
      await at.phase(id, 'assigned')
      expect((await at.status(id)).item).toMatchObject({
        state: 'accepted',
        id_driver: driver.id,
        date_accepted: now.toISOString(),
      })
    })

    test('is taken from a driver who is paused at its time, which the log says, and goes to another', async () => {
      const [late, there] = [named('Pausado'), named('Presente')]
      const driver = await at.standing(late, 0.002)
      const { id } = await booked('2026-11-21T18:00:00.000Z')
      await assign(id, driver)
      await driver.post('shift/pause')
      now = new Date('2026-11-21T17:39:59.000Z')
      const other = await at.standing(there, 0.004)
      now = new Date('2026-11-21T17:40:00.000Z')
      const offer = await at.asks(id, there)
      await at.answer(other, offer.id, 'accept')
      expect(await stateOf(id)).toBe('accepted')
      const log = await at.server.database.db
        .selectFrom('logs')
        .select(['type_log', 'note'])
        .where('target', '=', 'services')
        .where('id_target', '=', id)
        .orderBy('id')
        .execute()
      expect(log.map(({ type_log }) => type_log)).toEqual(
        expect.arrayContaining(['service_reserve', 'service_unreserve', 'service_request', 'service_accept']),
      )
      expect(log.find(({ type_log }) => type_log === 'service_unreserve')?.note).toBe('paused')
    })

    test('is taken from a driver who comes with another vehicle, too small for it or of a kind that its product does not take', async () => {
      const kindOf = (name: string) => at.put('type_vehicles', { name, icon: 'car' })
      const [van, car, bus] = [await kindOf('Van'), await kindOf('Sedán'), await kindOf('Bus')]
      const product = await at.put('products', { name: named('Grupo'), id_tarif: at.id['tarif']!, capacity_1: 8 })
      await at.server.database.db
        .insertInto('products_type_vehicles')
        .values([van, bus].map((id_target, rank) => ({ id_own: product, id_target, rank })))
        .execute()
      // What they put themselves forward with, what they come with, and what the log tells of it; null: it is theirs.
      const days = [
        [[6, van], [4, van], 'too_small'],
        [[6, van], [6, car], 'other_type'],
        [[6, van], [7, bus], null],
      ] as const
      for (const [[, own], [seats, kind], note] of days) {
        now = NOON
        const driver = await at.phone(named('Grupero'))
        const { id_brand_vehicle, model, year } = await at.server.database.db
          .selectFrom('vehicles')
          .selectAll()
          .where('id', '=', driver.vehicle)
          .executeTakeFirstOrThrow()
        const vehicle = (capacity_1: number, id_type_vehicle: number) =>
          at.put('vehicles', {
            plate: named('GRU-'),
            id_user: driver.id,
            capacity_1,
            id_type_vehicle,
            id_brand_vehicle,
            model,
            year,
          } as JsonObject)
        const fitting = await vehicle(6, own)
        const { id } = await booked('2026-11-21T18:00:00.000Z', { id_product: product, capacity_1: 6 })
        const { id: forward } = (await driver.post('assignments', { id_service: id })).body['assignment'] as {
          id: number
        }
        expect((await at.post(`service_assignments/${forward}/accept`, {})).status).toBe(200)
        expect((await at.status(id)).item).toMatchObject({
          state: 'scheduled',
          id_driver: driver.id,
          id_vehicle: fitting,
        })
        const other = await vehicle(seats, kind)
        expect((await driver.post('shift/start', { id_vehicle: other })).status).toBe(200)
        now = new Date('2026-11-21T17:40:00.000Z')
        const { item } = await at.phase(id, note ? 'not_assigned' : 'assigned')
        expect(item).toMatchObject(
          note
            ? { state: 'unassigned', id_driver: null, id_vehicle: null }
            : { state: 'accepted', id_driver: driver.id, id_vehicle: other },
        )
        const log = await at.server.database.db
          .selectFrom('logs')
          .select('note')
          .where('target', '=', 'services')
          .where('id_target', '=', id)
          .where('type_log', '=', 'service_unreserve')
          .execute()
        expect(log.map((line) => line['note'])).toEqual(note ? [note] : [])
      }
    })

    test('stays with the vehicle that an operator chose for it, small as it is', async () => {
      const driver = await at.standing(named('Elegido'), 0.002)
      const { id } = await booked('2026-11-21T18:00:00.000Z', { id_product: at.id['van']!, capacity_1: 6 })
      expect((await assign(id, driver)).body['item']).toMatchObject({ state: 'scheduled', id_vehicle: driver.vehicle })
      now = new Date('2026-11-21T17:40:00.000Z')
      await at.phase(id, 'assigned')
      expect((await at.status(id)).item).toMatchObject({
        state: 'accepted',
        id_driver: driver.id,
        id_vehicle: driver.vehicle,
      })
    })

    test('is not given to a driver who has another one then', async () => {
      const driver = await at.standing(named('Ocupado'), 0.002)
      const [first, second, third] = [
        await booked('2026-11-21T18:00:00.000Z'),
        await booked('2026-11-21T18:10:00.000Z'),
        await booked('2026-11-21T20:00:00.000Z'),
      ]
      expect((await assign(first.id, driver)).status).toBe(200)
      const refused = await assign(second.id, driver)
      expect([refused.status, refused.body['msg']]).toEqual([
        409,
        `El conductor tiene otro servicio a esa hora: el n.º ${first.id}.`,
      ])
      expect((await assign(third.id, driver)).status).toBe(200)
      expect((await at.post('dispatcher/removeVehicle', { id_service: first.id })).body['item']).toMatchObject({
        state: 'scheduled',
        id_driver: null,
      })
      expect((await assign(second.id, driver)).status).toBe(200)
    })

    test('is not moved to where its driver has another one, and is moved elsewhere', async () => {
      const driver = await at.standing(named('Doble'), 0.002)
      const first = await booked('2026-11-21T18:00:00.000Z')
      const second = await booked('2026-11-21T20:00:00.000Z')
      for (const { id } of [first, second]) expect((await assign(id, driver)).status).toBe(200)
      const read = async () =>
        (await at.get('operator', 'dispatcher/form', { id: second.id })).body['item'] as unknown as DispatcherService
      const moved = async (when: string) =>
        at.post('dispatcher/create', {
          ...(unchangedInput(await read()) as unknown as JsonObject),
          scheduled_dates: [when],
        })
      const refused = await moved('2026-11-21T18:10:00.000Z')
      expect([refused.status, refused.body['msg']]).toEqual([
        409,
        `El conductor tiene otro servicio a esa hora: el n.º ${first.id}.`,
      ])
      expect(await read()).toMatchObject({ date_scheduled: '2026-11-21T20:00:00.000Z', id_driver: driver.id })
      expect((await moved('2026-11-21T21:00:00.000Z')).body['item']).toMatchObject({
        date_scheduled: '2026-11-21T21:00:00.000Z',
        id_driver: driver.id,
      })
    })

    test('asks nobody whose wallet holds less than the least, where drivers have wallets; an operator may give it to them all the same', async () => {
      const driver = await at.standing(named('Deudor'), 0.002)
      const ride = await at.make()
      const found = async () => (await at.candidates(ride.id)).find((one) => one.id === driver.vehicle)?.reason
      const set = async (values: JsonObject): Promise<void> => {
        const { status, text } = await at.server.call('root', 'POST', 'app_driver/save', values)
        expect(status, text).toBe(200)
      }
      try {
        await set({ app_driver_wallet_enabled: 1, app_driver_wallet_block_amount: 10 })
        expect(await found()).toBe('low_wallet')
        await set({ app_driver_wallet_block_amount: -0.5 })
        expect(await found()).not.toBe('low_wallet')
        await set({ app_driver_wallet_enabled: 1, app_driver_wallet_block_amount: 0.01 })
        expect(await found()).toBe('low_wallet')
        expect((await assign(ride.id, driver)).status).toBe(200)
      } finally {
        await set({ app_driver_wallet_enabled: 0, app_driver_wallet_block_amount: null })
      }
    })

    test('asks nobody whose licence or insurance has run out, where the house wants papers in force; an operator may give it to them all the same', async () => {
      const driver = await at.standing(named('Vencido'), 0.002)
      const ride = await at.make()
      const found = async () => (await at.candidates(ride.id)).find((one) => one.id === driver.vehicle)?.reason
      const put = (date_license: string | null, date_insurance: string | null) =>
        at.server.database.transaction(async (tx) => {
          await tx.updateTable('users').set({ date_license }).where('id', '=', driver.id).execute()
          await tx.updateTable('vehicles').set({ date_insurance }).where('id', '=', driver.vehicle).execute()
        })
      const wanted = async (papers_in_force: 0 | 1) =>
        expect((await at.server.call('root', 'POST', 'settings/general/save', { papers_in_force })).status).toBe(200)
      await put('2026-11-20', '2027-01-31')
      expect(await found()).not.toBe('expired_papers')
      try {
        await wanted(1)
        expect(await found()).toBe('expired_papers')
        await put('2026-11-21', null)
        expect(await found()).not.toBe('expired_papers')
        await put(null, '2026-11-20')
        expect(await found()).toBe('expired_papers')
        expect((await assign(ride.id, driver)).status).toBe(200)
      } finally {
        await wanted(0)
      }
    })

    test('keeps those who leave at once from rides that would not be over in time', async () => {
      const driver = await at.standing(named('Pronto'), 0.002)
      const { id } = await booked('2026-11-21T17:31:00.000Z')
      await assign(id, driver)
      const ride = await at.make()
      const [found] = (await at.candidates(ride.id)).filter((one) => one.id === driver.vehicle)
      expect([found?.rank, found?.reason]).toEqual([null, 'booked_soon'])
    })
  })

  describe('drivers who put themselves forward', () => {
    const listed = async (id_service: number) =>
      (await at.get('operator', 'service_assignments', { id_service })).body['items'] as unknown as Assignment[]
    const forward = (id_service: number, { id, vehicle }: Phone) =>
      at.server.database.transaction((tx) =>
        putForward(tx, { id_service, id_driver: id, id_vehicle: vehicle, distance: 800, now }),
      )

    test('are answered by the operator: one gets it, the others are told that it is given away', async () => {
      const [ana, luis, eva] = [
        await at.standing(named('Ana'), 0.002),
        await at.standing(named('Luis'), 0.003),
        await at.standing(named('Eva'), 0.004),
      ]
      const { id } = await booked('2026-11-21T19:00:00.000Z')
      const [first, second, third] = [await forward(id, ana), await forward(id, luis), await forward(id, eva)]
      expect(await forward(id, ana)).toBe(first)
      expect((await listed(id)).map(({ dr_id, can_response }) => [dr_id, can_response])).toEqual([
        [ana.id, 1],
        [luis.id, 1],
        [eva.id, 1],
      ])
      expect((await at.post(`service_assignments/${third}/reject`, {})).status).toBe(200)
      for (let i = 0; i < 2; i++) expect((await at.post(`service_assignments/${second}/accept`, {})).status).toBe(200)
      expect((await at.status(id)).item).toMatchObject({ state: 'scheduled', id_driver: luis.id })
      const states = new Map(
        (await listed(id)).map(({ dr_id, state_obj, can_response }) => [dr_id, [state_obj.id, can_response]]),
      )
      expect([ana, luis, eva].map((one) => states.get(one.id))).toEqual([
        ['closed', 0],
        ['accepted', 0],
        ['rejected', 0],
      ])
      const over = await at.post(`service_assignments/${first}/accept`, {})
      expect([over.status, over.body['msg']]).toEqual([409, 'Esta postulación ya se respondió o se retiró.'])
    })
  })

  describe('whoever is not of the house', () => {
    test('requests, assigns and sees no drivers', async () => {
      const driver = await at.standing(named('Ajeno'), 0.002)
      const { id } = await at.make()
      const input = { id_service: id, id_vehicle: driver.vehicle }
      for (const role of ['companyA', 'reader', 'none'] as const) {
        for (const path of ['requestVehicle', 'assignVehicle', 'removeVehicle']) {
          const { status } = await at.server.call(role, 'POST', `dispatcher/${path}`, input)
          expect([403, 404], `${role} ${path}`).toContain(status)
        }
      }
      for (const path of [
        `dispatcher/${id}/getNearbyVehicles2`,
        `dispatcher/offers?id_service=${id}`,
        `service_assignments?id_service=${id}`,
      ]) {
        expect([403, 404], path).toContain((await at.get('companyA', path)).status)
      }
      expect((await at.get('companyA', 'dispatcher/verifyVehicleAccepted', { id_service: id })).status).toBe(404)
      expect(await stateOf(id)).toBe('created')
    })

    test("is told of their own services that wait for a driver, and of nobody's panic", async () => {
      const own = await at.onAir({ id_client: at.id.beto!, id_company: at.server.ids.companies.a })
      const others = await at.onAir({ id_client: at.id.carla!, id_company: at.server.ids.companies.b })
      await Promise.all([at.phase(own.id, 'not_assigned'), at.phase(others.id, 'not_assigned')])
      const driver = await at.standing(named('Ayuda'), 0.002)
      expect((await driver.post('panic', { lat: -12.1, lng: -77 })).status).toBe(200)
      const alerts = async (role: 'companyA' | 'operator') =>
        (await at.get(role, 'dispatcher/alerts')).body as unknown as { unassigned: { id: number }[]; panics: object[] }
      expect(await alerts('companyA')).toMatchObject({ unassigned: [{ id: own.id }], panics: [] })
      const house = await alerts('operator')
      expect(house.unassigned.map(({ id }) => id).sort()).toEqual([own.id, others.id].sort())
      expect(house.panics).toHaveLength(1)
    })
  })
})
