import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DispatcherService } from '../../custom/services/model/dispatcher-service'
import { BY_SYSTEM, moveService } from '../../custom/services/server'
import { unchangedInput } from '../../custom/services/model/input-of'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { FROM, TO } from './whole-app'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

const MINUTE = 60_000

oneEngine((_engine, open) => {
  let at: ServicesApp
  let now = NOON

  beforeAll(async () => {
    at = await servicesApp(open, () => now)
  })
  beforeEach(() => {
    now = NOON
  })

  const inTime = (ms: number): string => new Date(NOON.getTime() + ms).toISOString()
  const back = (item: DispatcherService, more: JsonObject = {}): JsonObject => ({
    ...(unchangedInput(item) as unknown as JsonObject),
    ...more,
  })
  const change = async (
    item: DispatcherService,
    more: JsonObject = {},
    role: 'operator' | 'companyA' = 'operator',
  ): Promise<DispatcherService> => {
    const { status, body, text } = await at.call(role, 'dispatcher/create', back(item, more))
    expect(status, text).toBe(200)
    return body['item'] as unknown as DispatcherService
  }
  const refused = async (item: DispatcherService, more: JsonObject, role: 'operator' | 'companyA' = 'operator') => {
    const { status, body } = await at.call(role, 'dispatcher/create', back(item, more))
    return { status, at: Object.keys((body['errors'] ?? {}) as JsonObject).join(), body }
  }
  const MIDDLE = {
    lat: (FROM.lat + TO.lat) / 2 + 0.004,
    lng: (FROM.lng + TO.lng) / 2,
    address: 'Av. Arequipa 3000, Lince',
  }
  const assigned = async (name: string): Promise<DispatcherService> => {
    const { id } = await at.make()
    const { vehicle } = await at.driver(name)
    const { status, text, body } = await at.call('operator', 'dispatcher/assignVehicle', {
      id_service: id,
      id_vehicle: vehicle,
    })
    expect(status, text).toBe(200)
    return body['item'] as unknown as DispatcherService
  }
  const faresOf = async (id: number): Promise<number> => {
    const {
      rows: [row],
    } = await sql<{ id_fare: number }>`select id_fare from services where id = ${id}`.execute(at.server.database.db)
    return row!.id_fare
  }

  describe('a change', () => {
    test('of words keeps the price, even where the tariff has another one by now', async () => {
      const item = await at.make()
      const fare = await faresOf(item.id)
      await at.startsAt('40')
      const after = await change(item, { notes: 'Timbre 3', invited: 1, invited_name: 'Rosa' })
      await at.startsAt('5')
      expect(after).toMatchObject({
        notes: 'Timbre 3',
        invited_name: 'Rosa',
        price_total: item.price_total,
        version: item.version + 1,
      })
      expect(await faresOf(item.id)).toBe(fare)
      expect(after.stops.map(({ id }) => id)).toEqual(item.stops.map(({ id }) => id))
    })

    test('of the way, the product or an edited price is priced anew, and stops keep who they are', async () => {
      const item = await at.make()
      const [first = {}, last = {}] = unchangedInput(item).stops as unknown as JsonObject[]
      const longer = await change(item, { stops: [first, MIDDLE, last] })
      expect(longer.price_total).toBeGreaterThan(item.price_total!)
      expect(longer.stops.map(({ address }) => address)).toEqual([
        item.stops[0]!.address,
        MIDDLE.address,
        item.stops[1]!.address,
      ])
      expect(longer.stops[2]!.id).toBe(item.stops[1]!.id)
      // Its record has them in the order of the ride, not in that in which they were made.
      const {
        body: { item: record },
      } = await at.get('operator', `services/${item.id}`)
      expect(((record as JsonObject)['stops'] as JsonObject[]).map(({ address }) => address)).toEqual(
        longer.stops.map(({ address }) => address),
      )
      const edited = await change(longer, { is_price_edited: 1, price_base: 12 })
      expect(edited).toMatchObject({ price_base: 12, is_price_edited: 1 })
      // Sent back as it was read, nothing changes.
      expect(await change(edited)).toMatchObject({
        price_total: edited.price_total,
        price_base: 12,
        is_price_edited: 1,
      })
      const { body, status, text } = await at.call('operator', 'dispatcher/removeStop', { id: longer.stops[1]!.id })
      expect(status, text).toBe(200)
      expect((body['item'] as unknown as DispatcherService).stops).toHaveLength(2)
      expect((await at.call('operator', 'dispatcher/removeStop', { id: item.stops[0]!.id })).status).toBe(422)
    })

    test('of what somebody else changed meanwhile is told with who and what', async () => {
      const item = await at.make()
      await change(item, { notes: 'primero' })
      const { status, body } = await refused(item, { notes: 'segundo' })
      expect(status).toBe(409)
      expect(body['conflict']).toMatchObject({
        by: 'operator Prueba',
        fields: expect.arrayContaining(['notes']) as unknown,
      })
    })

    test('keeps a promotion whose limit it has reached itself, and gives it back when it is taken off', async () => {
      const code = `UNA${at.server.ids.users.root}`
      await at.put('promotions', { code, name: 'Una vez', type_benefit: '2', amount: '2', use_limit_client: 1 })
      const item = await at.make({ promotion: code })
      expect(item.price_promo).toBe(2)
      const moved = await change(item, { stops: [...at.stops, MIDDLE] })
      expect(moved.price_promo).toBe(2)
      // A quote for the new way that says nothing of promotions takes none away.
      const {
        body: { token },
      } = await at.call('operator', 'fares/quote', {
        id_client: at.id['ana']!,
        id_product: at.id['taxi']!,
        stops: [...at.stops],
      })
      const requoted = await change(moved, { stops: [...at.stops], quote: token! })
      expect(requoted.price_promo).toBe(2)
      expect((await at.send({ promotion: code })).status).toBe(422)
      expect((await change(requoted, { promotion: null })).price_promo).toBe(0)
      expect((await at.send({ promotion: code })).status).toBe(200)
    })

    test('has the code of its promotion in its form, and is quoted with it though it is used up or has ended; nobody else comes by that quote', async () => {
      const [code, first] = [`FIN${at.server.ids.users.root}`, `NUEVO${at.server.ids.users.root}`]
      const id_promotion = await at.put('promotions', {
        code,
        name: 'Hasta hoy',
        type_benefit: '2',
        amount: '2',
        use_limit: 1,
      })
      const item = await at.make({ promotion: code })
      expect(item).toMatchObject({ promo_code: code, id_fare: await faresOf(item.id) })
      await at.server.database.transaction((tx) =>
        tx.updateTable('promotions').set({ valid_to: '2020-01-01' }).where('id', '=', id_promotion).execute(),
      )
      const way = {
        id_client: at.id['ana']!,
        id_payment: at.id['cash']!,
        stops: [...at.stops, MIDDLE],
        promotion: code,
      }
      const quoteOf = async (input: JsonObject) =>
        at.call('operator', 'fares/quote', { id_product: at.id['taxi']!, ...way, ...input })
      expect((await quoteOf({})).status).toBe(422)
      // Another client's ride proves nothing.
      expect((await quoteOf({ id_client: at.id['beto']!, id_fare: item.id_fare })).status).toBe(422)
      expect((await quoteOf({ promotion: 'OTRO', id_fare: item.id_fare })).status).toBe(422)
      const {
        body: { token },
      } = await quoteOf({ id_fare: item.id_fare })
      const offers = await at.call('operator', 'dispatcher/products', { ...way, id_fare: item.id_fare })
      expect(
        (offers.body['products'] as { id: number; fare: JsonObject }[]).find(({ id }) => id === at.id['taxi'])?.fare,
      ).toMatchObject({ price_promo: 2, error: null })
      const stolen = await at.send({ stops: way.stops, promotion: code, quote: token! })
      expect([stolen.status, Object.keys(stolen.body['errors'] as JsonObject)]).toEqual([422, ['promotion']])
      const moved = await change(item, { stops: way.stops, promotion: code, quote: token! })
      expect(moved).toMatchObject({ price_promo: 2, promo_code: code })
      expect(moved.id_fare).not.toBe(item.id_fare)
      // A first ride keeps its promotion for new clients, though the client has ridden since.
      await at.put('promotions', { code: first, name: 'Primero', type_benefit: '2', amount: '3', only_new: true })
      const dora = await at.put('users', { type_user: '3', name: 'Dora', surname: 'Luna', phone: '999000333' })
      const one = await at.make({ promotion: first, id_client: dora })
      await at.make({ id_client: dora })
      expect((await change(one, { promotion: first, stops: way.stops })).price_promo).toBe(3)
    })

    test('keeps its promotion for the trip that it was granted for: paid otherwise, on a later day or for another client it is asked anew', async () => {
      const code = `TARJETA${at.server.ids.users.root}`
      const terms = {
        name: 'Con tarjeta',
        type_benefit: '2',
        amount: '2',
        only_card: true,
        use_limit_client: 1,
        valid_to: '2026-11-25',
      }
      await at.put('promotions', { code, ...terms })
      const card = await at.put('payment_methods', { name: 'Tarjeta', type: 'card', state: '1' })
      at.server.runtime.changed('payment_methods')
      const trip = { promotion: code, id_payment: card, scheduled: 1, scheduled_dates: ['2026-11-24T15:00:00.000Z'] }
      const eva = await at.put('users', { type_user: '3', name: 'Eva', surname: 'Luna', phone: '999000334' })
      await at.make({ ...trip, id_client: eva })
      const item = await at.make(trip)
      const others: readonly JsonObject[] = [
        { id_payment: at.id['cash']! },
        { scheduled_dates: ['2026-11-27T15:00:00.000Z'] },
        { id_client: eva },
      ]
      for (const other of others) {
        const asked: JsonObject = { scheduled: 1, scheduled_dates: trip.scheduled_dates, ...other }
        expect(await refused(item, { ...asked, promotion: code })).toMatchObject({ status: 422, at: 'promotion' })
        expect(await refused(item, asked)).toMatchObject({ status: 422, at: 'promotion' })
      }
      const way = {
        id_client: at.id['ana']!,
        id_product: at.id['taxi']!,
        stops: [...at.stops],
        promotion: code,
        id_fare: item.id_fare,
        date_scheduled: trip.scheduled_dates[0]!,
      }
      expect(
        (await at.call('operator', 'fares/quote', { ...way, id_payment: at.id['cash']! })).body['errors'],
      ).toHaveProperty('promotion')
      expect((await at.call('operator', 'fares/quote', { ...way, id_payment: card })).status).toBe(200)
      const kept = await change(item, {
        ...trip,
        scheduled_dates: ['2026-11-25T15:00:00.000Z'],
        stops: [...at.stops, MIDDLE],
      })
      expect(kept).toMatchObject({ price_promo: 2, promo_code: code })
    })

    test('keeps the promotion of its last day after midnight while it is for now; a booking of the next day does not', async () => {
      const code = `ULTIMO${at.server.ids.users.root}`
      await at.put('promotions', { code, name: 'Último día', type_benefit: '2', amount: '2', valid_to: '2026-11-21' })
      const item = await at.make({ promotion: code })
      const booked = await at.make({ promotion: code, scheduled: 1, scheduled_dates: ['2026-11-21T23:30:00.000Z'] })
      // Ten past midnight in Lima.
      now = new Date('2026-11-22T05:10:00.000Z')
      const way = {
        id_client: at.id['ana']!,
        id_payment: at.id['cash']!,
        stops: [...at.stops, MIDDLE],
        promotion: code,
      }
      const offers = await at.call('operator', 'dispatcher/products', { ...way, id_fare: item.id_fare })
      expect(offers.status, offers.text).toBe(200)
      const { fare } = (offers.body['products'] as { id: number; fare: JsonObject }[]).find(
        ({ id }) => id === at.id['taxi'],
      )!
      expect(fare).toMatchObject({ price_promo: 2, error: null })
      const over = { promotion: 'Esta promoción venció el 21/11/2026.' }
      // For another day than was granted it is over: as a new ride, as a booking made of it, as a ride for now made of
      // a booking.
      for (const asked of [
        way,
        { ...way, id_fare: item.id_fare, date_scheduled: '2026-11-22T20:00:00.000Z' },
        { ...way, id_fare: booked.id_fare },
      ]) {
        const { status, body } = await at.call('operator', 'dispatcher/products', asked)
        expect([status, body['errors']]).toEqual([422, over])
      }
      const moved = await change(item, { stops: way.stops, promotion: code, quote: fare['quote']! })
      expect(moved).toMatchObject({ price_promo: 2, promo_code: code, date_scheduled: null })
    })

    test('keeps what its stops are called, in the lists as well, until another place is chosen', async () => {
      const [from, to] = at.stops
      const item = await at.make({ stops: [{ ...from, name: ' Casa ' }, to!] })
      expect([item.org_name, item.dst_name, ...item.stops.map(({ name }) => name)]).toEqual([
        'Casa',
        null,
        'Casa',
        null,
      ])
      const { body } = await at.get('operator', 'dispatcher', { filters: { id: item.id } })
      expect((body['items'] as JsonObject[])[0]).toMatchObject({ org_name: 'Casa', dst_name: null })
      const { body: known } = await at.get('operator', 'dispatcher/dataClient', { id_client: at.id['ana']! })
      const places = known['locations'] as readonly JsonObject[]
      expect(places.find(({ name }) => name === 'Casa')).toMatchObject({
        is_named: 1,
        address: String(from?.['address']),
      })
      const [first = {}, last = {}] = unchangedInput(item).stops as unknown as JsonObject[]
      const moved: readonly JsonObject[] = [
        { ...first, ...MIDDLE, name: null },
        { ...last, name: 'Oficina' },
      ]
      expect(await change(item, { stops: moved })).toMatchObject({ org_name: null, dst_name: 'Oficina' })
      expect((await at.send({ stops: [{ ...from, name: 'x'.repeat(101) }, to!] })).status).toBe(422)
    })
  })

  describe('time', () => {
    test('a booking gets another hour, becomes one for now, and goes back', async () => {
      const item = await at.make({ scheduled: 1, scheduled_dates: [inTime(120 * MINUTE)] })
      const later = await change(item, { scheduled_dates: [inTime(240 * MINUTE)] })
      expect(later).toMatchObject({
        state: 'scheduled',
        date_scheduled: inTime(240 * MINUTE),
        date_onair: inTime(220 * MINUTE),
      })
      const soon = await change(later, { scheduled: 0, date_scheduled: null })
      expect(soon).toMatchObject({ state: 'created', scheduled: 0, date_scheduled: null, date_onair: null })
      expect(await change(soon, { scheduled: 1, scheduled_dates: [inTime(60 * MINUTE)] })).toMatchObject({
        state: 'scheduled',
        scheduled: 1,
      })
      expect((await refused(later, { scheduled_dates: [inTime(60 * MINUTE), inTime(90 * MINUTE)] })).at).toBe(
        'scheduled_dates.1',
      )
    })

    test('of a booking that found nobody stays, whatever else is changed of it, until it gets another one', async () => {
      const item = await at.make({ scheduled: 1, scheduled_dates: [inTime(60 * MINUTE)] })
      await at.server.database.transaction(async (tx) => {
        await moveService(tx, { id: item.id, move: 'request', by: BY_SYSTEM, now: NOON })
        await moveService(tx, { id: item.id, move: 'exhaust', by: BY_SYSTEM, now: NOON })
      })
      const lone = (await at.get('operator', 'dispatcher/form', { id: item.id })).body[
        'item'
      ] as unknown as DispatcherService
      const noted = await change(lone, { notes: 'Llamar antes' })
      expect(noted).toMatchObject({ state: 'unassigned', date_scheduled: inTime(60 * MINUTE) })
      expect(await change(noted, { scheduled_dates: [inTime(120 * MINUTE)] })).toMatchObject({
        state: 'scheduled',
        date_onair: inTime(100 * MINUTE),
      })
    })

    test('stays as it is once the service is on air', async () => {
      const item = await at.make({ after: 'search' })
      expect((await refused(item, { scheduled: 1, scheduled_dates: [inTime(120 * MINUTE)] })).at).toBe(
        'scheduled_dates.0',
      )
    })
  })

  describe('a state by hand', () => {
    test('is set with its date: not before the last one, not in the future, never backwards, and only with a driver', async () => {
      const plain = await at.make()
      expect((await refused(plain, { new_state: 'started' })).at).toBe('new_state')
      const item = await assigned('Sonia')
      expect((await at.get('operator', 'dispatcher/form', { id: item.id })).body['new_states']).toMatchObject([
        { id: 'onway' },
        { id: 'waiting' },
        { id: 'started' },
      ])
      expect((await refused(item, { new_state: 'onway', new_state_date: inTime(5 * MINUTE) })).at).toBe(
        'new_state_date',
      )
      expect((await refused(item, { new_state: 'onway', new_state_date: inTime(-5 * MINUTE) })).at).toBe(
        'new_state_date',
      )
      expect((await refused(item, { new_state: 'finalized' })).at).toBe('new_state')
      now = new Date(NOON.getTime() + 20 * MINUTE)
      const started = await change(item, { new_state: 'started', new_state_date: inTime(8 * MINUTE) })
      expect(started).toMatchObject({ state: 'started', date_started: inTime(8 * MINUTE) })
      expect((await refused(started, { new_state: 'onway' })).at).toBe('new_state')
      const over = await change(started, { new_state: 'finalized', new_state_date: inTime(19 * MINUTE) })
      expect(over).toMatchObject({ state: 'finalized', date_finalized: inTime(19 * MINUTE), is_past_service: 1 })
      expect((await refused(over, { notes: 'tarde' })).status).toBe(409)
    })

    test('that is typed to the minute never comes before what happened within that minute', async () => {
      const before = now
      now = new Date(Math.floor(before.getTime() / MINUTE) * MINUTE + MINUTE + 30_500)
      const item = await assigned('Nadia')
      const minute = new Date(Math.floor(now.getTime() / MINUTE) * MINUTE).toISOString()
      // An old client sends its state back with it, which says nothing.
      const onway = await change(item, { new_state: 'onway', new_state_date: minute, state_obj: { ...item.state_obj } })
      expect([item.date_accepted, onway.date_onway]).toEqual([now.toISOString(), now.toISOString()])
      now = before
    })

    test('stamps its stops as the steps of the driver do, at the moment that is said', async () => {
      let item = await assigned('Tania')
      const [origin, end] = item.stops
      now = new Date(NOON.getTime() + 30 * MINUTE)
      for (const [new_state, minutes] of [
        ['waiting', 5],
        ['started', 8],
        ['arrived', 19],
      ] as const) {
        item = await change(item, { new_state, new_state_date: inTime(minutes * MINUTE) })
      }
      expect(item.stops).toMatchObject([
        { id: origin!.id, date_reached: inTime(5 * MINUTE), date_left: inTime(8 * MINUTE) },
        { id: end!.id, date_reached: inTime(19 * MINUTE), date_left: null },
      ])
      const stop = await at.server.database.db
        .selectFrom('service_stops')
        .select(['wait_s', 'date_updated'])
        .where('id', '=', origin!.id)
        .executeTakeFirstOrThrow()
      expect([stop['wait_s'], new Date(String(stop['date_updated'])).toISOString()]).toEqual([180, now.toISOString()])
    })

    test('where the driver has been stays a stop, until they are taken off', async () => {
      const item = await assigned('Julia')
      await at.server.database.transaction((tx) =>
        tx.updateTable('service_stops').set({ date_reached: NOON }).where('id', '=', item.stops[0]!.id).execute(),
      )
      const { body } = await at.get('operator', 'dispatcher/form', { id: item.id })
      const live = body['item'] as unknown as DispatcherService
      const [first = {}, last = {}] = unchangedInput(live).stops as unknown as JsonObject[]
      expect((await refused(live, { stops: [{ ...first, lat: -12.119 }, last] })).at).toBe('stops.0.address')
      expect((await refused(live, { stops: [last, MIDDLE] })).at).toBe('stops.0.address')
      const moved = await change(live, { stops: [first, MIDDLE] })
      expect(moved.dst_address).toBe(MIDDLE.address)
      const free = (await at.call('operator', 'dispatcher/removeVehicle', { id_service: item.id })).body[
        'item'
      ] as unknown as DispatcherService
      const [begin = {}, ...rest] = unchangedInput(free).stops as unknown as JsonObject[]
      expect((await change(free, { stops: [{ ...begin, lat: -12.119 }, ...rest] })).stops[0]).toMatchObject({
        id: item.stops[0]!.id,
        lat: -12.119,
        date_reached: null,
      })
    })
  })

  describe('who is not of the house', () => {
    test('changes their booking until a driver has it, and sets neither states nor drivers', async () => {
      const item = await at.make(
        { id_client: at.id['beto']!, scheduled: 1, scheduled_dates: [inTime(120 * MINUTE)] },
        'companyA',
      )
      const after = await change(item, { notes: 'Portería' }, 'companyA')
      expect(after.notes).toBe('Portería')
      expect((await refused(after, { new_state: 'started' }, 'companyA')).status).toBe(403)
      const { vehicle } = await at.driver('Nora')
      const given = await at.call('operator', 'dispatcher/assignVehicle', { id_service: item.id, id_vehicle: vehicle })
      expect(given.status, given.text).toBe(200)
      const held = given.body['item'] as unknown as DispatcherService
      expect((await refused(held, { notes: 'Otra', id_vehicle: null }, 'companyA')).status).toBe(409)
      const other = await at.make()
      expect((await refused(other, { notes: 'ajeno' }, 'companyA')).status).toBe(404)
    })
  })

  test('a clone begins as a new service, and one that is not there is told so', async () => {
    const item = await assigned('Olga')
    const { body } = await at.get('operator', 'dispatcher/form', { id: item.id, clone: 1 })
    expect(body['item']).toMatchObject({
      id_client: item.id_client,
      state: 'created',
      id_driver: null,
      dr_id: null,
      id_fare: null,
      promo_code: null,
      time_wait: null,
      date_accepted: null,
    })
    const none = await at.get('operator', 'dispatcher/form', { id: 999_999, clone: 1 })
    expect([none.status, none.body['msg']]).toEqual([404, 'No se reconoce el servicio a clonar.'])
  })
})
