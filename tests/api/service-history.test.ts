import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { finishFare, moveService } from '../../custom/services/server'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import type { RoleName } from './fixture-users'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'
import { tellsWhatWasDone } from './told-activity'

const MINUTE = 60_000
const PARTS = [
  'price_base',
  'price_toll',
  'price_wait',
  'price_courier',
  'price_pause',
  'price_parking',
  'price_demand',
  'price_service',
  'price_tax',
] as const

oneEngine((_engine, open) => {
  let at: ServicesApp
  let now = NOON
  beforeAll(async () => {
    at = await servicesApp(open, () => now)
  })
  beforeEach(() => {
    now = NOON
  })

  const minute = (n: number): Date => new Date(NOON.getTime() + n * MINUTE)
  const by = { mover: 'operator', id_user: null, platform: 'web' } as const
  /** A ride that is over; its driver and vehicle are of its own. */
  const ride = async (name: string, input: JsonObject = {}, end: object = {}) => {
    const item = await at.make(input)
    const driver = await at.driver(name)
    const given = await at.call('operator', 'dispatcher/assignVehicle', {
      id_service: item.id,
      id_vehicle: driver.vehicle,
    })
    expect(given.status, given.text).toBe(200)
    await at.server.database.transaction((tx) => moveService(tx, { id: item.id, move: 'start', by, now: minute(3) }))
    await at.server.database.transaction(async (tx) =>
      finishFare(tx, {
        id_service: item.id,
        by,
        now: minute(20),
        settings: await at.server.runtime.settings(),
        ...end,
      }),
    )
    return { id: item.id, item, driver }
  }
  const history = async (id: number, role: RoleName = 'operator') =>
    (await at.get(role, `services/${id}/history`)).body as unknown as { readonly [name: string]: never } & {
      readonly service: JsonObject
      readonly custody: readonly JsonObject[]
      readonly fare: { readonly lines: readonly JsonObject[]; readonly total: number } | null
    }
  const found = async (q: string, role: RoleName = 'operator'): Promise<readonly unknown[]> => {
    const { status, body, text } = await at.get(role, 'services', { q })
    expect(status, text).toBe(200)
    return (body['items'] as unknown as readonly JsonObject[]).map(({ id }) => id)
  }
  const prices = async (id: number) => {
    const {
      rows: [row],
    } = await sql<{
      [name: string]: number
    }>`select price_toll::float8, price_pause::float8, price_total::float8, price_fee::float8, price_driver::float8,
      version, id_fare
      from services where id = ${id}`.execute(at.server.database.db)
    return row!
  }

  describe('a ride is found by whatever the caller says', () => {
    test('by name, whole name, telephone, plate, driver and number, in any letters; a company finds its own alone', async () => {
      const { id, driver } = await ride('Zenobia', { id_client: at.id['beto']! })
      const other = await ride('Yolanda', { id_client: at.id['carla']! })
      const {
        rows: [vehicle],
      } = await sql<{ plate: string }>`select plate from vehicles where id = ${driver.vehicle}`.execute(
        at.server.database.db,
      )
      for (const said of [
        'rios',
        'BETO RÍOS',
        'ríos beto',
        '999000111',
        '0111',
        vehicle!.plate.toLowerCase(),
        'zenobia',
        'zenobia chofer',
      ]) {
        expect(await found(said), said).toContain(id)
        expect(await found(said), said).not.toContain(other.id)
      }
      expect(await found(String(id))).toContain(id)
      // A surname and a street: one word is the client's, the other the ride's.
      expect(await found('rios larco')).toContain(id)
      expect(await found('rios nadie')).toEqual([])
      expect(await found('zenobia', 'companyA')).toContain(id)
      expect(await found('yolanda', 'companyA')).toEqual([])
      expect(await found(String(other.id), 'companyA')).not.toContain(other.id)
    })
  })

  describe('the page of a service', () => {
    test('tells the fare line by line, who had it and what was agreed; others than staff get no more than is theirs', async () => {
      const { id } = await ride('Wanda', { id_client: at.id['beto']! }, { tolls: [{ name: 'Garita', price: 7.5 }] })
      const own = await history(id)
      expect(own.fare!.lines.map(({ kind }) => kind)).toContain('toll')
      expect(own.fare!.lines.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(own.fare!.total)
      expect(own.custody.map(({ verb, dr_name }) => [verb, dr_name])).toContainEqual(['service_accept', 'Wanda Chofer'])
      expect(own).toMatchObject({
        can_edit_price_fee: 1,
        can_edit_in_dispatcher: 0,
        planned: { distance: expect.any(Number) },
      })
      const theirs = await history(id, 'companyA')
      expect(theirs).toMatchObject({
        price_fee: null,
        price_driver: null,
        custody: [],
        client_email: null,
        can_edit_price_fee: 0,
        can_complete_review: 0,
      })
      expect(theirs.fare).not.toBeNull()
    })

    test('hides the fare of a product that hides its price, but from operators', async () => {
      const { id } = await ride('Vilma', { id_client: at.id['beto']!, id_product: at.id['secret']! })
      expect((await history(id)).fare).not.toBeNull()
      expect((await history(id, 'companyA')).fare).toBeNull()
    })

    test('is nobody else’s: every call answers another company as if the ride were not there', async () => {
      const { id } = await ride('Ursula', { id_client: at.id['carla']! })
      for (const path of ['history', 'stops'])
        expect((await at.get('companyA', `services/${id}/${path}`)).status, path).toBe(404)
      for (const [path, body] of [
        ['updatePriceFee', { price_fee: 1 }],
        ['updatePriceDriver', { price_driver: 1 }],
        ['stopsCreate', { stops: [{ id: 1 }] }],
      ] as const)
        expect([403, 404], path).toContain((await at.call('companyA', `services/${id}/${path}`, body)).status)
      expect([403, 404]).toContain((await at.call('companyA', 'services/mailReceipt', { id, email: 'x@y.pe' })).status)
      // A reference to what they do not see is to nothing.
      expect([403, 404, 422]).toContain(
        (await at.call('companyA', 'service_tolls/create', { id_service: id, name: 'X', price: 1 })).status,
      )
      expect(
        (await at.get('companyA', 'service_tolls', { filters: JSON.stringify({ id_service: id }) })).body['items'] ??
          [],
      ).toEqual([])
    })
  })

  describe('tolls and pauses', () => {
    test('change what the ride costs as they are put in, changed and taken out, and the fare says so', async () => {
      const { id } = await ride('Tania', {}, { tolls: [{ name: 'Garita', price: 5 }] })
      const first = await prices(id)
      expect(first).toMatchObject({ price_toll: 5 })
      // What the driver reported is a row like any other.
      const { body } = await at.get('operator', 'service_tolls', { filters: JSON.stringify({ id_service: id }) })
      expect(body['items']).toMatchObject([{ name: 'Garita', price: 5 }])
      const made = await at.call('operator', 'service_tolls/create', { id_service: id, name: 'Villa', price: 3 })
      expect(made.status, made.text).toBe(200)
      expect(await prices(id)).toMatchObject({
        price_toll: 8,
        price_total: expect.closeTo(first['price_total']! + 3, 4),
      })
      const pause = await at.call('operator', 'service_pauses/create', { id_service: id, time: 10, price: 4 })
      expect(pause.status, pause.text).toBe(200)
      expect((await prices(id))['price_pause']).toBe(4)
      expect((await history(id)).fare!.lines.filter(({ kind }) => kind === 'toll')).toHaveLength(2)
      await at.call('operator', 'service_pauses/remove', { id: pause.body['id'] as never })
      await at.call('operator', 'service_tolls/remove', { id: made.body['id'] as never })
      expect(await prices(id)).toMatchObject({
        price_toll: 5,
        price_pause: 0,
        price_total: expect.closeTo(first['price_total']!, 4),
      })
    })

    test('need a name and a price where no toll is chosen, and a ride that has begun', async () => {
      const { id } = await ride('Silvia')
      const { status, body } = await at.call('operator', 'service_tolls/create', { id_service: id })
      expect(status).toBe(422)
      expect(Object.keys(body['errors'] as unknown as object).toSorted()).toEqual(['name', 'price'])
      const toll = await at.put('tolls', { name: `Peaje ${id}`, price: '9.5', coordinates: '((0,0),(0,1),(1,1))' })
      const chosen = await at.call('operator', 'service_tolls/create', { id_service: id, id_toll: toll })
      expect(chosen.status, chosen.text).toBe(200)
      expect((await prices(id))['price_toll']).toBe(9.5)
      const waiting = await at.make({ scheduled: 1, scheduled_dates: ['2026-11-23T17:00:00.000Z'] })
      expect(
        (await at.call('operator', 'service_tolls/create', { id_service: waiting.id, name: 'X', price: 1 })).body[
          'errors'
        ],
      ).toHaveProperty('id_service')
      for (const entity of ['service_tolls', 'service_pauses'])
        for (const id_service of ['abc', -1, 1e300, { toString: 'x', valueOf: 1 }]) {
          expect(await at.call('operator', `${entity}/create`, { id_service })).toMatchObject({
            status: 422,
            body: { errors: { id_service: expect.any(String) } },
          })
        }
    })
  })

  describe('what the house keeps', () => {
    test('is set by hand and leaves the driver the rest, is kept through tolls, and is refused from an old page', async () => {
      const { id } = await ride('Rita')
      const before = await prices(id)
      const both = before['price_fee']! + before['price_driver']!
      const done = await at.call('operator', `services/${id}/updatePriceFee`, {
        price_fee: 2,
        version: before['version']!,
      })
      expect(done.status, done.text).toBe(200)
      expect(await prices(id)).toMatchObject({ price_fee: 2, price_driver: expect.closeTo(both - 2, 4) })
      expect(
        (
          await at.call('operator', `services/${id}/updatePriceDriver`, {
            price_driver: 1,
            version: before['version']!,
          })
        ).status,
      ).toBe(409)
      expect(
        (await at.call('operator', `services/${id}/updatePriceDriver`, { price_driver: both + 1 })).body['errors'],
      ).toHaveProperty('price_driver')
      await at.call('operator', 'service_tolls/create', { id_service: id, name: 'Villa', price: 3 })
      expect((await prices(id))['price_fee']).toBe(2)
    })

    test('is worked out again by the subscription that is chosen, which the ride then says', async () => {
      const { id } = await ride('Sara')
      const before = await prices(id)
      const both = before['price_fee']! + before['price_driver']!
      const [whole, half] = [
        await at.put('subscriptions', { name: 'Sin comisión', fee_percentage: '0', state: '1' }),
        await at.put('subscriptions', { name: 'A medias', fee_percentage: '50', state: '1' }),
      ]
      const change = (role: RoleName, version: number, id_subscription: number) =>
        at.call(role, `services/${id}/updateSubscription`, { id, version, id_subscription })
      for (const role of ['reader', 'companyA'] as const) {
        expect([403, 404]).toContain((await change(role, before['version']!, whole)).status)
      }
      expect((await change('operator', before['version']!, whole)).status).toBe(200)
      const all = await prices(id)
      expect(await history(id)).toMatchObject({ subscription: 'Sin comisión' })
      expect((await change('operator', before['version']!, half)).status).toBe(409)
      expect((await change('operator', all['version']!, half)).status).toBe(200)
      expect(await history(id)).toMatchObject({ subscription: 'A medias' })
      const after = await prices(id)
      expect(after['price_driver']).toBeCloseTo(all['price_driver']! / 2, 2)
      for (const shared of [all, after]) expect(shared['price_fee']! + shared['price_driver']!).toBeCloseTo(both, 4)
    })
  })

  describe('a review', () => {
    test('waits where the ride cost more than agreed, and ends one by one: each that could not be says so', async () => {
      const usual = await ride('Quena')
      const { id } = await ride('Paula', {}, { tolls: [{ name: 'Garita', price: 9 }] })
      const pending = async () =>
        ((await at.get('operator', 'review_services')).body['items'] as unknown as readonly JsonObject[]).map(
          (one) => one['id'],
        )
      expect(await pending()).toContain(id)
      expect(await pending()).not.toContain(usual.id)
      const { body } = await at.call('operator', 'review_services/finalize', { id_services: [id, usual.id, 999_999] })
      expect((body['results'] as unknown as readonly JsonObject[]).map(({ ok }) => ok)).toEqual([true, false, false])
      expect(await pending()).not.toContain(id)
      expect(await history(id)).toMatchObject({ review: 'done', can_complete_review: 0 })
      expect((await at.call('companyA', 'review_services/finalize', { id_services: [id] })).status).toBe(403)
      expect((await at.get('companyA', 'review_services')).body['items'] ?? []).toEqual([])
    })
  })

  describe('stops', () => {
    test('are shown with the way, and their words corrected; prices by stop are for rides put in afterwards', async () => {
      const { id } = await ride('Olga')
      const { body } = await at.get('operator', `services/${id}/stops`)
      const stops = body['stops'] as unknown as readonly { readonly id: number; readonly address: string }[]
      expect(stops.map(({ address }) => address)).toEqual(at.stops.map((stop) => stop['address']))
      const form = await at.get('operator', `services/${id}/stopsForm`)
      const saved = await at.call('operator', `services/${id}/stopsCreate`, {
        version: form.body['version'] as never,
        stops: [{ id: stops[0]!.id, address: 'Av. Larco 400', notes: 'Puerta azul' }],
      })
      expect(saved.status, saved.text).toBe(200)
      expect((await history(id)).service).toMatchObject({ org_address: 'Av. Larco 400' })
      expect(
        (
          await at.call('operator', `services/${id}/stopsCreate`, {
            version: form.body['version'] as never,
            stops: [{ id: stops[0]!.id, notes: 'Otra' }],
          })
        ).status,
      ).toBe(409)
      expect(
        (await at.call('operator', `services/${id}/stopsCreate`, { stops: [{ id: stops[0]!.id, price_base: 4 }] }))
          .body['errors'],
      ).toHaveProperty(['stops.0.price_base'])
      const foreign = await ride('Nora')
      const theirs = (await at.get('operator', `services/${foreign.id}/stops`)).body['stops'] as unknown as readonly {
        readonly id: number
      }[]
      expect(
        (await at.call('operator', `services/${id}/stopsCreate`, { stops: [{ id: theirs[0]!.id, notes: 'Ajena' }] }))
          .body['errors'],
      ).toHaveProperty(['stops.0.id'])
    })
  })

  describe('a ride that went on without the program', () => {
    const past = (more: JsonObject = {}): JsonObject => ({
      id_branch: at.id['lima']!,
      id_client: at.id['ana']!,
      id_product: at.id['taxi']!,
      id_payment: at.id['cash']!,
      id_tarif: at.id['tarif']!,
      date_finalized: '2026-11-20T15:00:00.000Z',
      date_started: '2026-11-20T14:30:00.000Z',
      org_address: 'Av. Grau 100',
      dst_address: 'Jr. Unión 200',
      price_base: 20,
      price_wait: 2,
      price_promo: 1,
      ...more,
    })

    test('is put in while the settings allow it, whole and not in the future, and changed by who reads it last', async () => {
      const { vehicle, id: driver } = await at.driver('Lucía')
      expect((await at.call('operator', 'services/createPast', past({ id_vehicle: vehicle }))).status).toBe(403)
      const settings = await at.call('root', 'settings/general/create', { can_create_past_services: 1 })
      expect(settings.status, settings.text).toBe(200)
      for (const name of [
        'id_branch',
        'id_client',
        'id_product',
        'id_payment',
        'id_vehicle',
        'id_tarif',
        'date_finalized',
      ]) {
        const { [name]: _left, ...rest } = past({ id_vehicle: vehicle })
        expect((await at.call('operator', 'services/createPast', rest)).body['errors'], name).toHaveProperty(name)
      }
      expect(
        (
          await at.call(
            'operator',
            'services/createPast',
            past({ id_vehicle: vehicle, date_finalized: '2026-12-24T00:00:00.000Z' }),
          )
        ).body['errors'],
      ).toHaveProperty('date_finalized')
      const made = await at.call('operator', 'services/createPast', past({ id_vehicle: vehicle }))
      expect(made.status, made.text).toBe(200)
      const id = Number(made.body['id'])
      expect((await history(id)).service).toMatchObject({
        state: 'finalized',
        is_past_service: 1,
        price_total: 21,
        id_driver: driver,
        duration: 1800,
      })
      // Without a fare of its own its tolls are added as they are, and its stops have prices.
      expect(
        (await at.call('operator', 'service_tolls/create', { id_service: id, name: 'Villa', price: 4 })).status,
      ).toBe(200)
      expect(await prices(id)).toMatchObject({ price_toll: 4, price_total: 25 })
      const { stops, version } = (await at.get('operator', `services/${id}/stopsForm`)).body as unknown as {
        stops: readonly { id: number }[]
        version: number
      }
      expect(
        (
          await at.call('operator', `services/${id}/stopsCreate`, {
            version,
            stops: stops.map((stop) => ({ id: stop.id, price_base: 12, price_parking: 1.5 })),
          })
        ).status,
      ).toBe(200)
      expect(await prices(id)).toMatchObject({ price_total: 31 })
      const changed = await at.call('operator', 'services/updatePast', {
        id,
        version: version + 1,
        ...past({ id_vehicle: vehicle, price_base: 30 }),
      })
      expect(changed.status, changed.text).toBe(200)
      // What its stops cost more stays, as its tolls do.
      expect(await prices(id)).toMatchObject({ price_total: 38 })
      const {
        body: { service: shown },
      } = (await at.get('operator', `services/${id}/history`)) as unknown as {
        body: { service: { readonly [name: string]: number | null } }
      }
      expect(PARTS.reduce((sum, name) => sum + Number(shown[name] ?? 0), 0) - Number(shown['price_promo'])).toBe(38)
      expect(
        (await at.call('operator', 'services/updatePast', { id, version, ...past({ id_vehicle: vehicle }) })).status,
      ).toBe(409)
      const usual = await ride('Kelly')
      expect(
        (await at.call('operator', 'services/updatePast', { id: usual.id, ...past({ id_vehicle: vehicle }) })).status,
      ).toBe(409)
      expect((await at.call('companyA', 'services/createPast', past({ id_vehicle: vehicle }))).status).toBe(403)
    })
  })

  describe('the receipt', () => {
    test('goes to the client as a pdf in their language, and not before the ride is over', async () => {
      await sql`update users set email = 'ana@cliente.pe', language = 'en' where id = ${at.id['ana']!}`.execute(
        at.server.database.db,
      )
      const { id } = await ride('Mirta')
      const sent = await at.call('operator', 'services/mailReceipt', { id })
      expect(sent.status, sent.text).toBe(200)
      const mail = (await at.server.database.db
        .selectFrom('mail_outbox')
        .selectAll()
        .where('recipient', '=', 'ana@cliente.pe')
        .executeTakeFirstOrThrow()) as unknown as JsonObject
      expect(mail['subject']).toBe(`Receipt of your service No. ${id}`)
      const { name, base64 } = mail['attachment'] as { name: string; base64: string }
      expect(name).toBe(`Service receipt No. ${id}.pdf`)
      expect(Buffer.from(base64, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
      const open = await at.make()
      expect((await at.call('operator', 'services/mailReceipt', { id: open.id })).status).toBe(409)
      expect(
        (await at.call('operator', 'services/mailReceipt', { id, email: 'a@b.pe, c@d.pe' })).body['errors'],
      ).toHaveProperty('email')
    })

    test('is what the service is as a pdf; one that is not over has a voucher', async () => {
      const { id } = await ride('Nelly')
      const open = await at.make()
      const paper = async (which: number, role: 'operator' | 'companyA' = 'operator') =>
        (await at.get(role, `services/${which}`, { export: 'html' })).text
      const receipt = await paper(id)
      for (const words of [`Service receipt No. ${id}`, String(at.stops[0]?.['address']), 'Total'])
        expect(receipt).toContain(words)
      expect(receipt).not.toContain('id_company')
      expect(await paper(open.id)).toContain(`voucher No. ${open.id}`)
      expect((await at.get('companyB', `services/${id}`, { export: 'pdf' })).status).toBe(404)
    })

    test('is seen, while its mail is written, for the ride that is chosen: one that has ended and that the writer sees', async () => {
      const [one, two, open] = [await ride('Nora'), await ride('Olga'), await at.make()]
      const preview = (id_record: number | null) =>
        at.call('root', 'mails/preview', { id: 'receipt', subject: 'Recibo %{id}', body: '<p>%{name}</p>', id_record })
      expect((await preview(one.id)).body).toMatchObject({
        id_record: one.id,
        subject: `Recibo ${one.id}`,
        title: String(one.id),
      })
      expect((await preview(null)).body).toMatchObject({ id_record: two.id, subject: `Recibo ${two.id}` })
      for (const id of [open.id, 999_999]) expect((await preview(id)).body['errors']).toHaveProperty('id_record')
      expect((await at.get('root', 'mails/form', { id: 'receipt' })).body['item']).toMatchObject({
        about: { entity: 'services', resource: 'services' },
      })
      expect((await at.get('root', 'mails/form', { id: 'recovery' })).body['item']).toMatchObject({ about: null })
    })
  })

  tellsWhatWasDone(() => at.server, 'services')
})
