import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { DispatcherService } from '../../custom/services/model/dispatcher-service'
import { unchangedInput } from '../../custom/services/model/input-of'
import { finishFare, moveService } from '../../custom/services/server'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { FROM, TO } from './whole-app'
import type { RoleName } from './fixture-users'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

// What was agreed is what counts: a quote, a month's limit, the way a phone told, the terms of a driver.
oneEngine((_engine, open) => {
  let at: ServicesApp
  let now = NOON
  let names = 0

  beforeAll(async () => {
    at = await servicesApp(open, () => now)
  })
  beforeEach(() => {
    now = NOON
  })

  const minute = (n: number): Date => new Date(NOON.getTime() + n * 60_000)
  const quoteFor = async (input: JsonObject): Promise<string> => {
    const { status, body, text } = await at.call('operator', 'fares/quote', {
      id_client: at.id['ana']!,
      id_product: at.id['taxi']!,
      id_payment: at.id['cash']!,
      stops: [...at.stops],
      ...input,
    })
    expect(status, text).toBe(200)
    return String(body['token'])
  }
  const wrongAt = async (input: JsonObject, role: RoleName = 'operator'): Promise<string> => {
    const { status, body, text } = await at.send(input, role)
    return status === 200
      ? 'nothing'
      : `${status} ${Object.keys((body['errors'] ?? { [text]: '' }) as JsonObject).join()}`
  }
  const write = (table: string, id: number, row: { readonly [column: string]: unknown }) =>
    at.server.database.db
      .updateTable(table)
      .set({ ...row })
      .where('id', '=', id)
      .execute()

  test('a promotion that was quoted for one means of payment is not had with another', async () => {
    const code = 'EFECTIVO'
    await at.put('promotions', { code, name: 'Paga en efectivo', type_benefit: '2', amount: '2' })
    const card = await at.put('payment_methods', { name: 'Tarjeta', type: 'card' })
    const quote = await quoteFor({ promotion: code })
    expect(await wrongAt({ quote, promotion: code, id_payment: card })).toBe('422 id_payment')
    expect(await wrongAt({ quote, promotion: code })).toBe('nothing')
  })

  test('a price that the house has edited is booked by the house alone, whoever holds its quote', async () => {
    const beto = at.id['beto']!
    const quote = await quoteFor({ id_client: beto, price_edited: 3 })
    const trip = { id_client: beto, quote, is_price_edited: 1, price_base: 3 }
    expect(await wrongAt(trip, 'companyA')).toBe('422 price_base')
    expect(await wrongAt(trip)).toBe('nothing')
  })

  test('nobody books for a client who is blocked, until they are unblocked', async () => {
    await write('users', at.id['ana']!, { state: '0' })
    const { status, body } = await at.send()
    expect([status, body['errors']]).toEqual([422, { id_client: 'Este cliente está bloqueado.' }])
    await write('users', at.id['ana']!, { state: '1' })
    expect(await wrongAt({})).toBe('nothing')
  })

  test("of a company's month a cancelled ride takes its penalty alone, and one that is changed not its old price as well", async () => {
    const edited = (price_base: number): JsonObject => ({ id_client: at.id['carla']!, is_price_edited: 1, price_base })
    const first = await at.make(edited(20))
    // Room for one and a half of it.
    await write('companies', at.server.ids.companies.b, { spending_limit: first.price_total! * 1.5 })
    expect(await wrongAt(edited(20))).toBe('422 id_client')
    const changed = (price_base: number) =>
      at.call('operator', 'dispatcher/create', {
        ...(unchangedInput(first) as unknown as JsonObject),
        ...edited(price_base),
        version: null,
      })
    expect((await changed(40)).status).toBe(422)
    const { status, text } = await changed(25)
    expect(status, text).toBe(200)
    expect((await at.call('operator', 'dispatcher/cancelService', { id_service: first.id })).status).toBe(200)
    expect(await wrongAt(edited(20))).toBe('nothing')
  })

  /** A ride that was driven from the first minute to the `until`th. */
  const driven = async (
    until: number,
    beside: (driver: { readonly id: number; readonly vehicle: number }) => Promise<unknown>,
  ) => {
    const item = await at.make()
    const driver = await at.driver(`Uma${names++}`)
    expect(
      (await at.call('operator', 'dispatcher/assignVehicle', { id_service: item.id, id_vehicle: driver.vehicle }))
        .status,
    ).toBe(200)
    const by = { mover: 'operator', id_user: null, platform: 'web' } as const
    await at.server.database.transaction((tx) => moveService(tx, { id: item.id, move: 'start', by, now: minute(1) }))
    await beside(driver)
    const settings = await at.server.runtime.settings()
    await at.server.database.transaction((tx) =>
      finishFare(tx, { id_service: item.id, by, now: minute(until), settings }),
    )
    const { body } = await at.get('operator', 'dispatcher/form', { id: item.id })
    return { item, after: body['item'] as unknown as DispatcherService }
  }

  test('a phone that spoke too rarely has not told the way: the ride costs what was agreed', async () => {
    const far =
      (fixes: number) =>
      async ({ id, vehicle }: { readonly id: number; readonly vehicle: number }) => {
        for (let n = 0; n < fixes; n++) {
          await at.put('trackings', {
            id_driver: id,
            id_vehicle: vehicle,
            lat: FROM.lat + (TO.lat - FROM.lat) * (n / (fixes - 1)) * 4,
            lng: FROM.lng,
            date_fix: minute(1 + (n * 40) / (fixes - 1)),
            date_received: minute(1 + (n * 40) / (fixes - 1)),
          })
        }
      }
    const silent = await driven(41, far(4))
    expect(silent.after.price_total).toBe(silent.item.price_total)
    // A fix every two minutes is enough.
    const spoke = await driven(41, far(21))
    expect(spoke.after.price_total).toBeGreaterThan(spoke.item.price_total!)
  })

  test('a subscription that is switched off decides nothing any more', async () => {
    const off = await at.put('subscriptions', { name: 'Antigua', fee_percentage: '90', fee_amount: '0', state: '0' })
    const { item } = await driven(9, ({ id }) => write('users', id, { id_subscription: off }))
    const row = await at.server.database.db
      .selectFrom('services')
      .select(['id_subscription', 'price_fee', 'price_total'])
      .where('id', '=', item.id)
      .executeTakeFirstOrThrow()
    expect(row['id_subscription']).toBeNull()
    expect(Number(row['price_fee'])).toBeLessThan(Number(row['price_total']) / 2)
  })
})
