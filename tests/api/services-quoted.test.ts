import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { DispatcherService } from '../../custom/services/model/dispatcher-service'
import { unchangedInput } from '../../custom/services/model/input-of'
import { BY_SYSTEM, moveService } from '../../custom/services/server'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { FROM, TO } from './whole-app'
import type { RoleName } from './fixture-users'
import { NOON, servicesApp, type ServicesApp } from './services-fixture'

const MINUTE = 60_000
/** Half past ten at night in Lima: until eleven a ride costs half as much again. */
const NIGHT = new Date('2026-11-22T03:30:00.000Z')
const BETWEEN = { lat: (FROM.lat + TO.lat) / 2, lng: (FROM.lng + TO.lng) / 2, address: 'Av. Arequipa 3000, Lince' }

// What is said beside a quote, and what is not priced, when a service is saved.
oneEngine((_engine, open) => {
  let at: ServicesApp
  let now = NOON

  beforeAll(async () => {
    at = await servicesApp(open, () => now)
  })
  beforeEach(() => {
    now = NOON
  })

  const inTime = (minutes: number): string => new Date(now.getTime() + minutes * MINUTE).toISOString()
  const quoteFor = async (input: JsonObject): Promise<string> => {
    const trip = {
      id_client: at.id['ana']!,
      id_product: at.id['taxi']!,
      id_payment: at.id['cash']!,
      stops: [...at.stops],
    }
    const { status, body, text } = await at.call('operator', 'fares/quote', { ...trip, ...input })
    expect(status, text).toBe(200)
    return String(body['token'])
  }
  /** Where it is refused, or what it costs now. */
  const said = async (input: JsonObject, role: RoleName = 'operator'): Promise<string | number | null> => {
    const { status, body, text } = await at.send(input, role)
    if (status === 200) return (body['item'] as unknown as DispatcherService).price_total
    return `${status} ${Object.keys((body['errors'] ?? { [text]: '' }) as JsonObject).join()}`
  }
  const back = (item: DispatcherService, more: JsonObject = {}): JsonObject => ({
    ...(unchangedInput(item) as unknown as JsonObject),
    ...more,
  })
  const between = (item: DispatcherService): JsonObject[] => {
    const [first = {}, last = {}] = unchangedInput(item).stops as unknown as JsonObject[]
    return [first, BETWEEN, last]
  }

  test("the price of another hour is nobody's for now, neither when a ride is made nor when it is changed", async () => {
    now = NIGHT
    const usual = await at.make()
    const later = { date_scheduled: inTime(40) }
    expect(await said({ quote: await quoteFor(later) })).toBe('422 scheduled')
    expect(await said({ quote: await quoteFor({}) })).toBe(usual.price_total)
    const stops = between(usual)
    expect(
      await said(
        back(usual, { stops, quote: await quoteFor({ ...later, stops: [at.stops[0]!, BETWEEN, at.stops[1]!] }) }),
      ),
    ).toBe('422 scheduled')
    const anew = await said(back(usual, { stops }))
    expect(anew).toBeGreaterThan(usual.price_total!)
    const other = await at.make()
    const quote = await quoteFor({ stops: [at.stops[0]!, BETWEEN, at.stops[1]!] })
    now = new Date(NIGHT.getTime() + 10 * MINUTE)
    expect(await said(back(other, { stops: between(other), quote }))).toBe(anew)
  })

  test('a booking is changed by a quote of its own time alone', async () => {
    now = NIGHT
    const stops = [at.stops[0]!, BETWEEN, at.stops[1]!]
    const item = await at.make({ scheduled: 1, scheduled_dates: ['2026-11-23T02:00:00.000Z'] })
    const quote = await quoteFor({ stops, date_scheduled: '2026-11-23T17:00:00.000Z' })
    expect(await said(back(item, { stops: between(item), quote }))).toBe('422 scheduled_dates.0')
    expect(
      await said(
        back(item, {
          stops: between(item),
          quote: await quoteFor({ stops, date_scheduled: '2026-11-23T02:00:00.000Z' }),
        }),
      ),
    ).toBeGreaterThan(item.price_total!)
  })

  test('another product asks of the time that stands what it asks of a new one', async () => {
    const item = await at.make({ scheduled: 1, scheduled_dates: [inTime(60)] })
    expect(await said(back(item, { id_product: at.id['now']! }))).toBe('422 scheduled')
    const forNow = await at.make()
    expect(await said(back(forNow, { id_product: at.id['later']! }))).toBe('422 scheduled')
  })

  test('seats that cost nothing are changed like words', async () => {
    const item = await at.make({ capacity_1: 2 })
    const { status, body, text } = await at.send(back(item, { capacity_1: 4 }))
    expect([status, text]).toEqual([200, text])
    expect(body['item']).toMatchObject({ capacity_1: 4, id_fare: item.id_fare, price_total: item.price_total })
  })

  test('is saved by POST alone, and whoever tries otherwise is told so once', async () => {
    expect(await at.get('operator', 'dispatcher/create', { id_product: at.id['taxi']! })).toMatchObject({
      status: 405,
      headers: { allow: 'POST' },
    })
  })

  test("a key of somebody else's request is nobody's way to what it made", async () => {
    const key = { idempotency: 'una-clave-de-otro' }
    const mine = await at.make({ ...key, notes: 'de la central' })
    const theirs = await at.make({ ...key, id_client: at.id['beto']! }, 'companyA')
    expect(theirs.id).not.toBe(mine.id)
    expect(theirs).toMatchObject({ id_client: at.id['beto']!, notes: null })
    expect((await at.make(key)).id).toBe(mine.id)
  })

  test('a client who changes words of a ride for which nobody was found starts no search: that is decided, not a by-product', async () => {
    const item = await at.make({ id_client: at.id['beto']! }, 'companyA')
    await at.server.database.transaction((tx) => moveService(tx, { id: item.id, move: 'exhaust', by: BY_SYSTEM, now }))
    const { body, text } = await at.send(back(item, { version: null, notes: 'Portón verde' }), 'companyA')
    expect(body['item'], text).toMatchObject({ state: 'unassigned', notes: 'Portón verde' })
  })

  test('a price that the house has edited and the product hides is no obstacle to a client who changes something else', async () => {
    const made = await at.make({
      id_client: at.id['beto']!,
      id_product: at.id['secret']!,
      is_price_edited: 1,
      price_base: 12,
      scheduled: 1,
      scheduled_dates: [inTime(120)],
    })
    const item = (await at.get('companyA', 'dispatcher/form', { id: made.id })).body[
      'item'
    ] as unknown as DispatcherService
    expect([item.price_base, item.is_price_edited]).toEqual([null, 1])
    const { status, body, text } = await at.send(back(item, { notes: 'Con maleta' }), 'companyA')
    expect([status, text]).toEqual([200, text])
    expect(body['item']).toMatchObject({ notes: 'Con maleta', id_fare: made.id_fare })
    expect((await at.get('operator', 'dispatcher/form', { id: made.id })).body['item']).toMatchObject({
      price_base: made.price_base,
      price_total: made.price_total,
      is_price_edited: 1,
    })
  })
})
