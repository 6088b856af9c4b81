import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startShift } from '../../custom/fleet/server'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

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
  const quoteFor = async (input: JsonObject = {}): Promise<string> => {
    const { status, body, text } = await at.call('operator', 'fares/quote', {
      id_client: at.id['ana']!,
      id_product: at.id['taxi']!,
      stops: [...at.stops],
      ...input,
    })
    expect(status, text).toBe(200)
    return String(body['token'])
  }
  const wrongAt = async (input: JsonObject): Promise<string> => {
    const { status, body, text } = await at.send(input)
    expect(status, text).toBe(422)
    return Object.keys(body['errors'] as JsonObject).join()
  }
  const count = async (table: string): Promise<number> =>
    Number(
      (
        await at.server.database.db
          .selectFrom(table)
          .select((all) => all.fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    )

  describe('a new service', () => {
    test('is priced by the server where there is no quote, with its stops and the way', async () => {
      const item = await at.make({ notes: '  Portón verde ' })
      expect(item).toMatchObject({
        state: 'created',
        id_client: at.id['ana'],
        cl_name: 'Ana',
        pr_name: 'Taxi',
        notes: 'Portón verde',
        by_operator: 1,
        scheduled: 0,
        org_address: 'Av. Larco 345, Miraflores',
        dst_address: 'Calle Las Begonias 441, San Isidro',
        id_branch: at.id['lima'],
      })
      expect(item.stops.map(({ position, lat }) => [position, lat])).toEqual([
        [0, at.stops[0]!['lat']],
        [1, at.stops[1]!['lat']],
      ])
      expect(item.price_total).toBeGreaterThan(item.price_base!)
      expect(item.polyline).toBeTruthy()
    })

    test('is told by its number in the activity, and not by what it refers to', async () => {
      const { id } = await at.make()
      const { body } = await at.server.call('operator', 'GET', 'logs', { target: 'services', id_target: id })
      const lines = body['items'] as JsonObject[]
      const named = lines.flatMap(({ targets }) => (targets as JsonObject[]).map(({ name }) => name))
      expect(new Set(named)).toEqual(new Set([String(id)]))
    })

    test('goes on air at once when the operator saves and searches', async () => {
      expect(await at.make({ after: 'search' })).toMatchObject({
        state: 'requested',
        date_requested: NOON.toISOString(),
      })
    })

    test('costs what its quote said whatever has changed since, and a quote makes one service', async () => {
      const quote = await quoteFor()
      const {
        body: { item: plain },
      } = await at.send()
      await at.startsAt('50')
      const first = await at.make({ quote })
      await at.startsAt('5')
      expect(first.price_total).toBe((plain as JsonObject)['price_total'])
      const again = await at.send({ quote })
      expect(again.status).toBe(409)
    })

    test('that differs from its quote is told at the field that differs, and the quote stays good', async () => {
      const quote = await quoteFor()
      const elsewhere = [{ ...at.stops[0]!, lat: -12.119 }, at.stops[1]!]
      expect(await wrongAt({ quote, stops: elsewhere })).toBe('stops')
      expect(await wrongAt({ quote, id_product: at.id['secret']! })).toBe('id_product')
      expect(await wrongAt({ quote, id_client: at.id['beto']! })).toBe('id_client')
      expect(await wrongAt({ quote, is_return: true })).toBe('is_return')
      expect(await wrongAt({ quote, is_return: 1 })).toBe('is_return')
      expect(await wrongAt({ quote, is_price_edited: 1, price_base: 1 })).toBe('price_base')
      expect(await wrongAt({ quote, scheduled: 1, scheduled_dates: [inTime(3 * HOUR)] })).toBe('scheduled_dates.0')
      expect(await wrongAt({ quote: `${quote}x` })).toBe('quote')
      await at.make({ quote })
    })

    test('says yes and no in any way: a return is priced and booked alike as true, 1 and "1"', async () => {
      const dates = [inTime(5 * HOUR)]
      const ways = await Promise.all(
        [true, 1, '1'].map(async (yes) => {
          const offers = await at.call('operator', 'dispatcher/products', {
            id_client: at.id['ana']!,
            stops: [...at.stops],
            is_return: yes,
          })
          const fare = (offers.body['products'] as { id: number; fare: JsonObject }[]).find(
            ({ id }) => id === at.id['taxi'],
          )?.fare
          const asked = { is_return: yes, scheduled: yes, scheduled_dates: dates, invited: yes, invited_name: 'Eva' }
          const { is_return, scheduled, invited, price_total } = await at.make(asked)
          return { price: fare?.['price'], error: fare?.['error'], is_return, scheduled, invited, price_total }
        }),
      )
      expect(ways[0]).toMatchObject({
        error: null,
        is_return: 1,
        scheduled: 1,
        invited: 1,
        price_total: expect.any(Number) as number,
      })
      expect(ways.slice(1)).toEqual([ways[0], ways[0]])
    })

    test('sent twice with one key is made once, also when both come at once', async () => {
      const before = await count('services')
      const input = { idempotency: 'clave-de-una-llamada', quote: await quoteFor() }
      const answers = await Promise.all([at.send(input), at.send(input), at.send(input)])
      expect(
        answers.map(({ status }) => status),
        answers.map(({ text }) => text).join('\n'),
      ).toEqual([200, 200, 200])
      expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1)
      expect(await count('services')).toBe(before + 1)
    })

    test('sent again to search, where it was only saved and the answer was lost, is searched for once', async () => {
      const input = { idempotency: 'respuesta-perdida' }
      const saved = await at.make(input)
      expect(saved.state).toBe('created')
      const again = await at.make({ ...input, after: 'search' })
      expect([again.id, again.state]).toEqual([saved.id, 'requested'])
      await at.call('operator', 'dispatcher/cancelService', { id_service: saved.id })
      expect(await at.make({ ...input, after: 'search' })).toMatchObject({ id: saved.id, state: 'canceled' })
    })
  })

  describe('what is wrong is told at its field and nothing is kept', () => {
    test('client, product, payment, stops, guest, seats and price', async () => {
      const before = [await count('services'), await count('fares')]
      const [one = {}, two = {}] = at.stops
      expect(await wrongAt({ id_client: null })).toBe('id_client')
      expect(await wrongAt({ id_client: 999_999 })).toBe('id_client')
      expect(await wrongAt({ id_product: 999_999 })).toBe('id_product')
      expect(await wrongAt({ id_payment: at.id['off']! })).toBe('id_payment')
      expect(await wrongAt({ id_payment: at.id['credit']! })).toBe('id_payment')
      expect(await wrongAt({ stops: [one] })).toBe('stops')
      expect(await wrongAt({ stops: [one, { ...two, address: '  ' }] })).toBe('stops.1.address')
      expect(await wrongAt({ stops: [one, { ...two, contact_email: 'nadie' }] })).toBe('stops.1.contact_email')
      expect(await wrongAt({ stops: Array.from({ length: 11 }, () => one) })).toBe('stops')
      expect(await wrongAt({ invited: 1 })).toBe('invited_name')
      expect(await wrongAt({ capacity_1: 5 })).toBe('capacity_1')
      expect(await wrongAt({ promotion: 'NADA' })).toBe('promotion')
      expect(await wrongAt({ id_product: at.id['van']!, is_price_edited: 1, price_base: 3 })).toBe('price_base')
      expect(await wrongAt({ is_price_edited: 1 })).toBe('price_base')
      expect(await wrongAt({ custom_fields: { id_driver: 1 } })).toBe('custom_fields.id_driver')
      expect(await wrongAt({ id_company: at.server.ids.companies.a })).toBe('id_company')
      expect(await wrongAt({ new_state: 'started' })).toBe('new_state')
      expect(await wrongAt({ id_service_cloned: 999_999 })).toBe('id_service_cloned')
      expect(await wrongAt({ stops: [one, { ...two, address: 'Calle\u0000 1' }] })).toBe('stops.1.address')
      expect([await count('services'), await count('fares')]).toEqual(before)
    })

    test('a time that is over, too near, too far, twice the same, or not offered', async () => {
      expect(await wrongAt({ scheduled: 1 })).toBe('scheduled_dates')
      expect(await wrongAt({ scheduled: 1, scheduled_dates: [inTime(-HOUR)] })).toBe('scheduled_dates.0')
      expect(await wrongAt({ scheduled: 1, scheduled_dates: [inTime(2 * HOUR), inTime(20 * MINUTE)] })).toBe(
        'scheduled_dates.1',
      )
      expect(await wrongAt({ scheduled: 1, scheduled_dates: [inTime(2 * HOUR), inTime(2 * HOUR)] })).toBe(
        'scheduled_dates.1',
      )
      expect(await wrongAt({ scheduled: 1, scheduled_dates: [inTime(2 * HOUR), '2062-11-21T15:00:00.000Z'] })).toBe(
        'scheduled_dates.1',
      )
      expect(await wrongAt({ scheduled: 1, scheduled_dates: [inTime((366 * 24 + 1) * HOUR)] })).toBe(
        'scheduled_dates.0',
      )
      expect(await at.make({ scheduled: 1, scheduled_dates: [inTime((366 * 24 - 1) * HOUR)] })).toMatchObject({
        state: 'scheduled',
      })
      expect(await wrongAt({ id_product: at.id['later']! })).toBe('scheduled')
      expect(await wrongAt({ id_product: at.id['now']!, scheduled: 1, scheduled_dates: [inTime(2 * HOUR)] })).toBe(
        'scheduled',
      )
    })

    test('a guest has a name, and only of guests it is kept', async () => {
      expect(await at.make({ invited: 1, invited_name: 'Rosa Díaz', invited_phone: '987 111 222' })).toMatchObject({
        invited: 1,
        invited_name: 'Rosa Díaz',
      })
      expect(await at.make({ invited: 0, invited_name: 'Rosa Díaz' })).toMatchObject({ invited: 0, invited_name: null })
    })
  })

  describe('a booking', () => {
    test('of several dates is a service for each, all or none, each priced for its own time', async () => {
      // 20:30 in Lima: the surcharge of the night.
      const dates = [inTime(3 * HOUR), new Date('2026-11-23T01:30:00.000Z').toISOString()]
      const { status, body, text } = await at.send({
        scheduled: 1,
        scheduled_dates: dates,
        quote: await quoteFor({ date_scheduled: dates[0]! }),
      })
      expect(status, text).toBe(200)
      const ids = body['ids'] as number[]
      expect(ids).toHaveLength(2)
      const items = await Promise.all(
        ids.map(async (id) => (await at.get('operator', 'dispatcher/form', { id })).body['item'] as JsonObject),
      )
      expect(items.map(({ date_scheduled }) => date_scheduled)).toEqual(dates)
      expect(items.map(({ state }) => state)).toEqual(['scheduled', 'scheduled'])
      expect(Number(items[1]!['price_total'])).toBeGreaterThan(Number(items[0]!['price_total']) * 1.3)
      const before = await count('services')
      expect(await wrongAt({ scheduled: 1, scheduled_dates: [inTime(4 * HOUR), inTime(-HOUR)] })).toBe(
        'scheduled_dates.1',
      )
      expect(await count('services')).toBe(before)
    })

    test('goes on air the setting before its time, or earlier where its product needs longer to come', async () => {
      const time = inTime(5 * HOUR)
      expect(await at.make({ scheduled: 1, scheduled_dates: [time] })).toMatchObject({
        date_onair: inTime(5 * HOUR - 20 * MINUTE),
      })
      expect(await at.make({ id_product: at.id['van']!, scheduled: 1, date_scheduled: time })).toMatchObject({
        date_onair: inTime(5 * HOUR - 45 * MINUTE),
      })
    })

    test('with a vehicle is reserved for its driver, and stays a booking', async () => {
      const { id, vehicle } = await at.driver('Rita')
      const item = await at.make({ scheduled: 1, scheduled_dates: [inTime(6 * HOUR)], id_vehicle: vehicle })
      expect(item).toMatchObject({ state: 'scheduled', id_driver: id, id_vehicle: vehicle })
    })
  })

  describe('for now with a chosen vehicle', () => {
    test('asks its driver in the same call, and saves nothing if they are not free', async () => {
      const { id, vehicle } = await at.driver('Irma')
      const input = { id_vehicle: vehicle, after: 'request' }
      const before = await count('services')
      const off = await at.send(input)
      expect([off.status, off.body['reason']]).toEqual([409, 'no_shift'])
      expect(await count('services')).toBe(before)
      await at.server.database.transaction((tx) =>
        startShift(tx, { id_driver: id, id_vehicle: vehicle, app_version_code: 125, now }),
      )
      expect(await at.make(input)).toMatchObject({ state: 'requested', id_driver: null, vehicle_requesting: vehicle })
      expect(await at.make({ id_vehicle: vehicle, after: 'none' })).toMatchObject({
        state: 'created',
        id_vehicle: null,
      })
    })
  })

  describe('where the destination is optional', () => {
    test('the start is enough, and the destination comes when it is known', async () => {
      const setting = (value: boolean) => at.call('root', 'settings/general/create', { optional_destination: value })
      const on = await setting(true)
      expect(on.status, on.text).toBe(200)
      const item = await at.make({ stops: [at.stops[0]!] })
      expect(item).toMatchObject({ dst_address: null, dst_lat: null, distance: 0 })
      const known = await at.make({
        id: item.id,
        version: item.version,
        stops: [{ ...at.stops[0]!, id: item.stops[0]!.id }, at.stops[1]!],
      })
      expect(known.distance).toBeGreaterThan(1000)
      expect(known.price_total).toBeGreaterThan(item.price_total!)
      await setting(false)
    })
  })

  describe('a client who is blocked', () => {
    test('is told to be so, and staff why, where somebody noted it', async () => {
      const id = await at.put('users', { type_user: '3', name: 'Dino', surname: 'Paz', state: '0' })
      expect((await at.send({ id_client: id })).body['errors']).toEqual({ id_client: 'Este cliente está bloqueado.' })
      await at.server.database.db
        .updateTable('users')
        .set({ reason: 'Debe tres viajes' })
        .where('id', '=', id)
        .execute()
      expect((await at.send({ id_client: id })).body['errors']).toEqual({
        id_client: 'Este cliente está bloqueado: Debe tres viajes',
      })
      expect((await at.get('operator', 'dispatcher/clients', { q: 'Dino Paz' })).body['items']).toMatchObject([
        { id, state: '0', reason: 'Debe tres viajes' },
      ])
    })
  })

  describe('a shared service', () => {
    test('costs its seats', async () => {
      const all = await at.make({ id_product: at.id['van']!, capacity_1: 8 })
      const two = await at.make({ id_product: at.id['van']!, capacity_1: 2 })
      expect(two).toMatchObject({ for_shared_service: 1, capacity_1: 2, price_base: all.price_base! / 4 })
    })
  })

  describe('an edited price', () => {
    test('stands as written where the tariff permits it', async () => {
      expect(await at.make({ is_price_edited: 1, price_base: 17.5 })).toMatchObject({
        is_price_edited: 1,
        price_base: 17.5,
      })
    })
  })

  describe('who is not of the house', () => {
    test('books for themselves and goes on air; a company administrator for their people, nobody for another company', async () => {
      const own = await at.send({ id_client: null, id_payment: null }, 'companyA')
      expect(own.status, own.text).toBe(200)
      expect(own.body['item']).toMatchObject({
        id_client: at.server.ids.users.companyA,
        id_company: at.server.ids.companies.a,
        state: 'requested',
        by_operator: 0,
      })
      const other = await at.make({ id_client: at.id['beto']!, id_payment: at.id['credit']! }, 'companyA')
      expect(other).toMatchObject({ id_client: at.id['beto'], for_another: 1, id_payment: at.id['credit'] })
      expect((await at.send({ id_client: at.id['carla']! }, 'companyA')).body['errors']).toHaveProperty('id_client')
      expect((await at.send({ id_client: at.id['ana']! }, 'companyA')).body['errors']).toHaveProperty('id_client')
      expect((await at.send({}, 'none')).status).toBe(403)
      expect(
        (
          await at.send(
            { id_client: at.id['beto']!, id_vehicle: (await at.driver('Luz')).vehicle, after: 'request' },
            'companyA',
          )
        ).status,
      ).toBe(403)
    })

    test('sees neither the price of a product that hides it, nor services of others', async () => {
      const hidden = await at.make({ id_client: at.id['beto']!, id_product: at.id['secret']! })
      expect(hidden.price_total).toBeGreaterThan(0)
      const seen = await at.get('companyA', 'dispatcher/form', { id: hidden.id })
      expect(seen.body['item']).toMatchObject({ id: hidden.id, price_total: null, price_base: null })
      expect((await at.get('companyB', 'dispatcher/form', { id: hidden.id })).status).toBe(404)
      // A colleague who administers nothing sees only their own.
      expect((await at.get('readerA', 'dispatcher/form', { id: hidden.id })).status).toBe(404)
    })
  })

  describe('the limit of a company', () => {
    test('holds for the month, also for two bookings at once, and the client is told what is left', async () => {
      const company = at.server.ids.companies.b
      const one = await at.make({ id_client: at.id['carla']! })
      const limit = one.price_total! * 2 + 1
      await at.server.database.transaction((tx) =>
        tx.updateTable('companies').set({ spending_limit: limit }).where('id', '=', company).execute(),
      )
      const two = await Promise.all([at.send({ id_client: at.id['carla']! }), at.send({ id_client: at.id['carla']! })])
      expect(two.map(({ status }) => status).sort()).toEqual([200, 422])
      expect(two.find(({ status }) => status === 422)!.body['errors']).toHaveProperty('id_client')
      // Another month has its own.
      const next = await at.send({
        id_client: at.id['carla']!,
        scheduled: 1,
        scheduled_dates: ['2026-12-05T15:00:00.000Z'],
      })
      expect(next.status, next.text).toBe(200)
      const told = await at.get('operator', 'dispatcher/dataClient', { id_client: at.id['carla']! })
      expect(told.body['company_left']).toBeCloseTo(limit - one.price_total! * 2, 5)
    })
  })

  describe('the limit of a company nearly spent', () => {
    test('is told once in the month, to those who administer the company and to the house, and at the next booking', async () => {
      const company = at.server.ids.companies.b
      const setTo = (values: object) =>
        at.server.database.transaction((tx) =>
          tx.updateTable('companies').set(values).where('id', '=', company).execute(),
        )
      const known = async () => (await at.get('operator', 'dispatcher/dataClient', { id_client: at.id['carla']! })).body
      await setTo({ spending_limit: null, spending_warned: null })
      const { price_total } = await at.make({ id_client: at.id['carla']! })
      await setTo({ spending_limit: 1_000_000 })
      const spent = 1_000_000 - Number((await known())['company_left'])
      await setTo({ spending_limit: (spent + price_total! * 1.5) / 0.8 })
      const warned = async () =>
        (
          await at.server.database.db
            .selectFrom('companies')
            .select('spending_warned')
            .where('id', '=', company)
            .executeTakeFirstOrThrow()
        )['spending_warned']
      await at.make({ id_client: at.id['carla']! })
      expect([await warned(), (await known())['company_near']]).toEqual([null, 0])
      await at.make({ id_client: at.id['carla']! })
      expect([await warned(), (await known())['company_near'], (await known())['company_reached']]).toEqual([
        '2026-11',
        1,
        0,
      ])
      await setTo({ spending_limit: null })
    })
  })

  describe('fields of the administrators', () => {
    test('are checked like any other and told at their place', async () => {
      const form = await at.call('root', 'forms/create', {
        name: 'Equipaje',
        target: '4',
        fields: [{ key: 'equipaje', label: 'Equipaje', type: 'integer' }],
      })
      expect(form.status, form.text).toBe(200)
      expect((await at.call('root', 'forms/publish', { id: (form.body.item as JsonObject).id ?? null })).status).toBe(
        200,
      )
      expect(await at.make({ custom_fields: { equipaje: 3 } })).toMatchObject({ custom_fields: { equipaje: 3 } })
      expect(await wrongAt({ custom_fields: { equipaje: 'mucho' } })).toBe('custom_fields.equipaje')
      expect(await wrongAt({ custom_fields: { otro: 1 } })).toBe('custom_fields.otro')
    })
  })

  test('a new service stands in the log with who made it', async () => {
    const { id } = await at.make()
    const { rows } = await sql<{ type_log: string; id_user: number }>`
      select type_log, id_user from logs where target = 'services' and id_target = ${id}`.execute(at.server.database.db)
    expect(rows).toEqual([{ type_log: 'create', id_user: at.server.ids.users.operator }])
  })
})
