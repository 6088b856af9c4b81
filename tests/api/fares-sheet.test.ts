import { beforeAll, describe, expect, test } from 'vitest'
import type { SheetColumn } from '../../custom/fares/client/sheet/columns'
import { readTrip } from '../../custom/fares/client/sheet/read-trip'
import { emptyTrip, tripWithMoreStops, tripWithStop, type TripDraft } from '../../custom/fares/client/try/trip-draft'
import { tripRequest } from '../../custom/fares/client/try/trip-request'
import type { QuoteAnswer } from '../../custom/fares/model/quote-call'
import { MAX_TRIPS, type PricedTrip, type SheetTrip } from '../../custom/fares/model/sheet-call'
import { DEFAULT_STYLE } from '../../src/ui/show/style'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { boxAround, wholeApp, FROM, pointAt, TO, type WholeApp } from './whole-app'

const STYLE = { ...DEFAULT_STYLE, zone: 'America/Lima' }

oneEngine((_engine, open) => {
  let at: WholeApp
  const now = new Date('2026-11-21T17:00:00.000Z')
  const id: { [name: string]: number } = {}

  beforeAll(async () => {
    at = await wholeApp(open, () => now)
    const { put } = at
    id.lima = await put('branches', {
      name: 'Lima',
      point: pointAt(-12.1, -77.03),
      area: boxAround(-12.1, -77.03, 0.2),
    })
    id.meter = await put('tarifs', {
      type: '1',
      name: 'Estándar',
      price_base: '5',
      price_minimal: '8',
      km_minimal: '1',
      price_km: '1.5',
      price_minute: '0.25',
      price_wait: '0.7',
      wait_every: '2',
      courtesy_wait_time: '3',
      service_fee_amount: '10',
      high_demands: true,
    })
    id.zoned = await put('tarifs', { type: '2', name: 'Por zonas', price_base: '9', high_demands: false })
    id.south = await put('zones', { id_tarif: id.zoned, name: 'Miraflores', path: boxAround(FROM.lat, FROM.lng, 0.01) })
    id.north = await put('zones', { id_tarif: id.zoned, name: 'San Isidro', path: boxAround(TO.lat, TO.lng, 0.01) })
    await put('prices', { id_tarif: id.zoned, id_zone_from: id.south, id_zone_to: id.north, amount: '21.5' })
    id.taxi = await put('products', {
      name: 'Taxi',
      surname: 'Cuatro plazas',
      id_tarif: id.meter,
      capacity_1: 4,
      accept_return: true,
      rank: 1,
    })
    id.shared = await put('products', {
      name: 'Taxi',
      surname: 'Compartido',
      id_tarif: id.meter,
      capacity_1: 4,
      for_shared_service: true,
      rank: 2,
    })
    id.van = await put('products', { name: 'Van', id_tarif: id.zoned, capacity_1: 8, rank: 3 })
    await put('promotions', { code: 'VERANO', name: 'Verano', type_benefit: '1', amount: '15' })
    await put('high_demands', {
      name: 'Noche',
      flat: false,
      amount: '25',
      days: 'all',
      time_from: '21:00',
      time_to: '02:00',
    })
    await put('locations', {
      type: 'mall',
      name: 'Larcomar',
      address: 'Malecón de la Reserva 610, Miraflores',
      point: pointAt(-12.132, -77.0305),
    })
  })

  const sheet = async (trips: readonly SheetTrip[], more: JsonObject = {}): Promise<readonly PricedTrip[]> => {
    const answer = await at.call('operator', 'fares/sheet', { trips, ...more } as unknown as JsonObject)
    expect(answer.status, answer.text).toBe(200)
    return answer.body['items'] as unknown as readonly PricedTrip[]
  }
  const quoted = async (request: object): Promise<QuoteAnswer> => {
    const answer = await at.call('operator', 'fares/quote', request as JsonObject)
    expect(answer.status, answer.text).toBe(200)
    return answer.body as unknown as QuoteAnswer
  }
  type Cells = { readonly [column in SheetColumn]?: string }
  const row = (cells: Cells): SheetTrip => {
    const { trip, errors } = readTrip((column) => cells[column] ?? '', STYLE)
    expect(errors).toEqual({})
    return trip
  }

  describe('the same trip costs the same', () => {
    const far = { lat: -12.0464, lng: -77.0428 }
    const draft = (change: Partial<TripDraft> = {}): TripDraft =>
      tripWithStop(tripWithStop({ ...emptyTrip(), ...change }, 0, { point: [FROM.lat, FROM.lng] }), 1, {
        point: [TO.lat, TO.lng],
      })
    const between = { from: `${FROM.lat}, ${FROM.lng}`, to: `${TO.lat}, ${TO.lng}` }
    // One trip, as a person tries it, as a program asks it, as a row of a sheet has it.
    const trips: readonly (readonly [
      what: string,
      kind: string,
      tried: () => TripDraft,
      asked: () => object,
      cells: () => Cells,
    ])[] = [
      ['with nothing special', 'distance', () => draft(), () => ({ stops: [FROM, TO] }), () => between],
      [
        'at night, after waiting',
        'high_demand',
        () => tripWithStop(draft({ date: '2026-11-22T03:30:00.000Z' }), 0, { wait: '12.5' }),
        () => ({ stops: [{ ...FROM, wait_s: 750 }, TO], date_scheduled: '2026-11-22T03:30:00Z' }),
        () => ({ ...between, date: '21/11/2026 10:30 pm', wait: '12.5' }),
      ],
      [
        'there and back, with a promotion',
        'promotion',
        () => draft({ is_return: true, promotion: 'verano' }),
        () => ({ stops: [FROM, TO], is_return: true, promotion: 'VERANO' }),
        () => ({ ...between, return: 'sí', promotion: 'Verano' }),
      ],
      [
        'by way of another place',
        'time',
        () => {
          const three = tripWithMoreStops(draft())
          return tripWithStop(tripWithStop(three, 1, { point: [far.lat, far.lng] }), 2, { point: [TO.lat, TO.lng] })
        },
        () => ({ stops: [FROM, far, TO] }),
        () => ({ ...between, via: `${far.lat}, ${far.lng}` }),
      ],
      [
        'for some of the seats',
        'capacity',
        () => draft({ id_product: id.shared ?? 0, capacity: 3 }),
        () => ({ stops: [FROM, TO], id_product: id.shared, capacity_1: 3 }),
        () => ({ ...between, product: 'Taxi Compartido', capacity: '3' }),
      ],
      [
        'between two zones',
        'zones',
        () => draft({ id_product: id.van ?? 0 }),
        () => ({ stops: [FROM, TO], id_product: id.van }),
        () => ({ ...between, product: 'van' }),
      ],
    ]

    test.each(trips)('%s, through the call, the panel and a sheet', async (_what, kind, tried, asked, cells) => {
      const product = { id_product: id.taxi ?? 0 }
      const fromCall = await quoted({ ...product, ...asked() })
      const trip = tried()
      const { request } = tripRequest(trip, trip.id_product === null ? product : { id_product: trip.id_product })
      const fromPanel = await quoted(request ?? {})
      const [fromSheet] = await sheet([row(cells())], product)
      expect(fromSheet?.errors).toEqual({})
      expect(fromCall.fare?.lines.map((line) => line.kind)).toContain(kind)
      expect(fromPanel.fare).toEqual(fromCall.fare)
      expect(fromSheet?.fare).toEqual(fromCall.fare)
      expect(fromSheet).toMatchObject({
        id_tarif: fromCall.id_tarif,
        distance: fromCall.distance,
        duration: fromCall.duration,
      })
    })

    test('and to the dispatcher', async () => {
      const answer = await at.call('root', 'dispatcher/products', { stops: [FROM, TO] })
      expect(answer.status, answer.text).toBe(200)
      const items = answer.body['products'] as readonly {
        readonly id: number
        readonly fare: { readonly lines: unknown } | null
      }[]
      const [taxi] = await sheet([row(between)], { id_product: id.taxi ?? 0 })
      expect(taxi?.fare?.lines.length).toBeGreaterThan(2)
      expect(items.find((one) => one.id === id.taxi)?.fare?.lines).toEqual(taxi?.fare?.lines)
    })
  })

  describe('fares/sheet', () => {
    const stops = [FROM, TO]

    test("prices all trips by the page's tariff, in their order, and finds places by their names", async () => {
      const items = await sheet(
        [
          { stops: [{ address: 'larcomar' }, TO] },
          { stops },
          { stops, distance: 10_000, duration: 1200 },
          { stops: [], distance: 10_000, duration: 1200 },
        ],
        { id_tarif: id.meter ?? 0 },
      )
      expect(items.map(({ errors }) => errors)).toEqual([{}, {}, {}, {}])
      expect(items[0]?.places).toEqual(['Larcomar, Malecón de la Reserva 610, Miraflores', null])
      expect(items[0]?.fare).toEqual(
        (await quoted({ id_tarif: id.meter, stops: [{ lat: -12.132, lng: -77.0305 }, TO] })).fare,
      )
      // 5 + 9 km at 1.5 + 20 min at 0.25, and a tenth of it.
      expect(items.slice(2).map(({ fare }) => fare?.total)).toEqual([2585, 2585])
    })

    test('says at each trip what is wrong, and prices the others', async () => {
      const trip = { stops }
      const items = await sheet(
        [
          trip,
          { stops: [{ address: 'zzqx que no hay' }, { address: '' }] },
          { ...trip, product: 'Nave' },
          { ...trip, product: 'taxi' },
          { ...trip, promotion: 'INVIERNO' },
          { ...trip, product: 'Van', is_return: true },
          { ...trip, capacity_1: 9 },
          { stops: [FROM] },
          { ...trip, distance: 5 },
          trip,
        ],
        { id_product: id.taxi ?? 0 },
      )
      expect(items.map(({ errors }) => Object.keys(errors))).toEqual([
        [],
        ['stops.0', 'stops.1'],
        ['product'],
        ['product'],
        ['promotion'],
        ['is_return'],
        ['capacity_1'],
        ['stops'],
        ['duration'],
        [],
      ])
      expect(items.map(({ fare }) => fare !== null)).toEqual([true, ...Array.from({ length: 8 }, () => false), true])
      expect(items[1]?.errors).toEqual({ 'stops.0': 'No se encontró este lugar.', 'stops.1': 'Complete este campo.' })
      expect(items[3]?.errors['product']).toMatch(/varios productos/)
    })

    test('takes a thousand trips and not one more, and no promotion is used up', async () => {
      const trips = Array.from({ length: MAX_TRIPS }, (_none, index) => ({
        stops,
        promotion: 'VERANO',
        capacity_1: 1 + (index % 4),
      }))
      const items = await sheet(trips, { id_product: id.taxi ?? 0 })
      expect(items.filter(({ fare }) => fare?.lines.some(({ kind }) => kind === 'promotion'))).toHaveLength(MAX_TRIPS)
      const uses = await at.server.database.db.selectFrom('promotion_uses').select('id').execute()
      expect(uses).toEqual([])
      const over = await at.call('operator', 'fares/sheet', {
        trips: [...trips, ...trips.slice(0, 1)],
        id_product: id.taxi ?? 0,
      })
      expect(over.status).toBe(422)
    })

    test('is for those who may see tariffs', async () => {
      expect((await at.call(null, 'fares/sheet', { trips: [{ stops }] })).status).toBe(401)
      expect((await at.call('none', 'fares/sheet', { trips: [{ stops }], id_product: id.taxi ?? 0 })).status).toBe(403)
      const theirs = await at.call('readerA', 'fares/sheet', { trips: [{ stops }], id_tarif: id.meter ?? 0 })
      expect(
        (theirs.body['items'] as unknown as PricedTrip[]).map(({ fare, errors }) => [fare, Object.keys(errors)]),
      ).toEqual([[null, ['id_tarif']]])
    })
  })
})
