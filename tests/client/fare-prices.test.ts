import { expect, test } from 'vitest'
import { pricedFile } from '../../custom/fares/client/sheet/csv-file'
import { currencySums, withAnswer, type SheetTripRow } from '../../custom/fares/client/sheet/sheet-rows'
import { minorText, lineSentence } from '../../custom/fares/model/fare-text'
import {
  emptyTrip,
  tripWithMoreStops,
  tripWithoutStop,
  withPressed,
  tripWithStop,
} from '../../custom/fares/client/try/trip-draft'
import { errorsOfTrip, tripRequest } from '../../custom/fares/client/try/trip-request'
import type { PricedTrip } from '../../custom/fares/model/sheet-call'
import { DEFAULT_STYLE, type Say } from '../../src/ui/show/style'

const STYLE = { ...DEFAULT_STYLE, coin: 'S/' }
const say: Say = (key) => key
const priced = (total: number, errors: PricedTrip['errors'] = {}): PricedTrip => ({
  fare:
    Object.keys(errors).length > 0
      ? null
      : {
          currency: 'PEN',
          exponent: 2,
          total,
          tax: { pct: 18, amount: 0, included: true },
          lines: [
            { kind: 'base', amount: total - 300, rule: 'base', inputs: {}, source: null },
            { kind: 'toll', amount: 100, rule: 'toll', inputs: {}, source: null },
            { kind: 'toll', amount: 200, rule: 'toll', inputs: {}, source: null },
          ],
        },
  id_tarif: 1,
  distance: 12_345,
  duration: 930,
  places: [null, null],
  errors,
})
const row = (cells: readonly string[]): SheetTripRow => ({
  number: 2,
  cells,
  trip: { stops: [{ address: 'a' }, { address: 'b' }, { address: 'c' }] },
  errors: {},
  priced: null,
})

test('a priced sheet has its own columns first, the lines by kind, and no cell that a spreadsheet would run', async () => {
  const rows = [
    withAnswer(row(['=1+1', '-12.05, -77.04']), priced(1550)),
    withAnswer(row(['b', '-1+cmd']), priced(0, { promotion: 'Vencida.' })),
  ]
  // `text()` takes the mark of UTF-8 away, as spreadsheets do.
  const text = await (await pricedFile(['Desde', 'Hasta'], rows, say, STYLE)).text()
  expect(text.split('\r\n')).toEqual([
    'Desde,Hasta,fares.sheet.distance (km),fares.sheet.duration (min),fares.sheet.currency,fares.kinds.base,fares.kinds.toll,fares.sheet.total,fares.sheet.errors',
    '"\'=1+1","-12.05, -77.04",12.345,15.5,PEN,12.50,3.00,15.50,',
    'b,"\'-1+cmd",12.345,15.5,,,,,fares.sheet.columns.promotion: Vencida.',
  ])
  const comma = await (
    await pricedFile(['Desde', 'Hasta'], rows, say, { ...STYLE, decimals_separator: ',', thousands_separator: '.' })
  ).text()
  expect(comma.split('\r\n')[1]).toBe('"\'=1+1";-12.05, -77.04;12,345;15,5;PEN;12,50;3,00;15,50;')
  expect(currencySums(rows)).toEqual([{ currency: 'PEN', exponent: 2, total: 1550 }])
})

test('what the server says of a trip stands at the cell that names it', () => {
  const { errors } = withAnswer(
    row([]),
    priced(0, {
      'stops.0': 'a',
      'stops.1.address': 'b',
      'stops.2': 'c',
      'stops.1.wait_s': 'd',
      promotion: 'e',
      trip: 'f',
    }),
  )
  expect(errors).toEqual({ from: 'a', via: 'b', to: 'c', wait: 'd', promotion: 'e', '': 'f' })
})

test('a trip asks for its price once two of its stops are known, and errors find their way back to the stops', () => {
  let trip = tripWithMoreStops(emptyTrip())
  expect(tripRequest(trip, { id_tarif: 7 }).request).toBeNull()
  trip = withPressed(trip, [-12.1, -77]) ?? trip
  trip = tripWithStop(tripWithStop(trip, 2, { point: [-12.2, -77.1], address: 'Larcomar', wait: '7.50' }), 0, {
    parking: true,
  })
  const { request, stopAt } = tripRequest({ ...trip, promotion: ' VERANO ', id_product: 3 }, { id_tarif: 7 })
  expect(request).toEqual({
    id_tarif: 7,
    id_product: 3,
    promotion: 'VERANO',
    stops: [
      { lat: -12.1, lng: -77, parking: true },
      { lat: -12.2, lng: -77.1, address: 'Larcomar', wait_s: 450 },
    ],
  })
  expect(errorsOfTrip({ 'stops.1.lat': 'x', promotion: 'y' }, stopAt)).toEqual({ 'stops.2.lat': 'x', promotion: 'y' })
  expect(tripRequest(tripWithStop(trip, 0, { wait: 'mucho' }), { id_tarif: 7 })).toMatchObject({
    request: null,
    wrong: ['stops.0.wait'],
  })
  expect(tripRequest({ ...trip, capacity: 1.5 }, { id_tarif: 7 })).toMatchObject({
    request: null,
    wrong: ['capacity_1'],
  })
  expect(tripWithoutStop(tripWithoutStop(trip, 1), 0).stops).toHaveLength(2)
})

test('amounts are shown with every decimal of their currency, and rules with their figures', () => {
  expect(minorText(-5, { exponent: 2 }, STYLE)).toBe('-S/\u00a00.05')
  expect(minorText(1_234_567, { exponent: 3 }, STYLE)).toBe('S/\u00a01,234.567')
  expect(minorText(1500, { exponent: 0 }, STYLE)).toBe('S/\u00a01,500')
  const told: string[] = []
  lineSentence(
    {
      kind: 'distance',
      amount: 1,
      rule: 'distance',
      inputs: { charged: 12.5, price: 1.2345, unit: 'km', limit: 3 },
      source: null,
    },
    (key, params) => {
      told.push(key, JSON.stringify(params))
      return ''
    },
    STYLE,
    2,
  )
  expect(told).toEqual([
    'fares.rules.distance',
    '{"charged":"12.5","price":"S/\u00a01.2345","unit":"km","limit":"S/\u00a03.00"}',
  ])
})
