import * as fc from '../fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_FIXES, readFixes } from '../../custom/drivers/model/read-fixes'
import { AppError } from '../../src/model/errors'

const NOW = new Date('2026-11-21T17:00:00.000Z')
const read = (given: object) => readFixes(given as { [name: string]: unknown }, NOW)
const only = (given: object) => read(given).fixes[0]
/** Where a form is wrong. */
function errorOf(given: object): readonly string[] | string {
  try {
    read(given)
    return 'nothing wrong'
  } catch (error) {
    return error instanceof AppError && error.code === 'MALFORMED' ? Object.keys(error.errors) : String(error)
  }
}

describe('the OsmAnd form', () => {
  test('has texts, knots and seconds', () => {
    expect(
      read({
        id: 'abc-_1',
        lat: '-12.12',
        lon: '-77.03',
        timestamp: '1795280400',
        speed: '10',
        bearing: '90',
        accuracy: '5',
        batt: '87.6',
        altitude: '120',
        hdop: '1',
        driverUniqueId: 'x',
      }),
    ).toEqual({
      form: 'osmand',
      device: 'abc-_1',
      fixes: [
        {
          lat: -12.12,
          lng: -77.03,
          course: 90,
          speed: 18.52,
          battery_level: 88,
          mode: null,
          accuracy: 5,
          date_fix: new Date(1795280400000),
        },
      ],
    })
  })

  test('may put its place into one value and its device under another name', () => {
    expect(read({ deviceid: '123456', location: '-12.1,-77.0' })).toMatchObject({
      device: '123456',
      fixes: [{ lat: -12.1, lng: -77, date_fix: NOW }],
    })
  })

  test('without a place, or with one that the phone does not trust, is a sign of life', () => {
    expect(read({ id: '1', batt: '50' }).fixes).toEqual([])
    expect(read({ id: '1', lat: '1', lon: '2', valid: 'false' }).fixes).toEqual([])
    expect(read({ id: '1', lat: '1', lon: '2', valid: '1' }).fixes).toHaveLength(1)
  })

  test.each([
    ['1795280400', '2026-11-21T17:00:00.000Z'],
    ['1795280400123', '2026-11-21T17:00:00.123Z'],
    ['2026-11-21T12:00:00-05:00', '2026-11-21T17:00:00.000Z'],
    ['2026-11-21T18:00:00 01:00', '2026-11-21T17:00:00.000Z'],
    ['2026-11-21 17:00:00', '2026-11-21T17:00:00.000Z'],
  ])('tells the time as %s', (timestamp, iso) => {
    expect(only({ id: '1', lat: '1', lon: '2', timestamp })?.date_fix.toISOString()).toBe(iso)
  })
})

describe("Traccar's JSON", () => {
  const location = {
    timestamp: '2026-11-21T16:59:58.500Z',
    is_moving: true,
    odometer: 12,
    event: 'motionchange',
    mock: false,
    activity: { type: 'in_vehicle' },
    coords: { latitude: -12.12, longitude: -77.03, accuracy: 4.8, speed: 10, heading: 271.5, altitude: 100 },
    battery: { level: 0.42, is_charging: false },
    extras: {},
  }

  test('has metres a second and parts of a full battery', () => {
    expect(read({ device_id: 'dev', location })).toEqual({
      form: 'json',
      device: 'dev',
      fixes: [
        {
          lat: -12.12,
          lng: -77.03,
          course: 271.5,
          speed: 36,
          battery_level: 42,
          mode: 'automotive',
          accuracy: 4.8,
          date_fix: new Date('2026-11-21T16:59:58.500Z'),
        },
      ],
    })
    expect(read({ device_id: 'dev', location: [location, location] }).fixes).toHaveLength(2)
  })

  test('says what it does not know by a negative number', () => {
    expect(
      only({
        device_id: 'dev',
        location: {
          ...location,
          coords: { ...location.coords, speed: -1, heading: -1 },
          battery: { level: -1 },
          activity: { type: 'still' },
        },
      }),
    ).toMatchObject({ speed: null, course: null, battery_level: null, mode: 'still' })
  })
})

describe('our own form', () => {
  test('is a batch in kilometres an hour, by a device or by whoever has the session', () => {
    const positions = [
      {
        lat: -12,
        lng: -77,
        timestamp: 1795280400,
        speed: 30,
        course: 10,
        battery_level: 50,
        mode: 'walking',
        accuracy: 3,
      },
      { lat: 1, lng: 2 },
    ]
    expect(read({ positions })).toEqual({
      form: 'json',
      device: null,
      fixes: [
        { lat: -12, lng: -77, course: 10, speed: 30, battery_level: 50, mode: 'walking', accuracy: 3, date_fix: NOW },
        { lat: 1, lng: 2, course: null, speed: null, battery_level: null, mode: null, accuracy: null, date_fix: NOW },
      ],
    })
    expect(read({ device_id: 'd', lat: 1, lng: 2 }).fixes).toHaveLength(1)
  })

  test('has its limit', () => {
    expect(read({ positions: Array.from({ length: MAX_FIXES }, () => ({ lat: 1, lng: 2 })) }).fixes).toHaveLength(
      MAX_FIXES,
    )
    expect(errorOf({ positions: Array.from({ length: MAX_FIXES + 1 }, () => ({ lat: 1, lng: 2 })) })).toContain(
      'TOO_LARGE',
    )
  })
})

test.each<[object, string]>([
  [{ id: '1', lat: '91', lon: '2' }, 'lat'],
  [{ id: '1', lat: '1' }, 'lon'],
  [{ id: '1', lat: '1', lon: 'x' }, 'lon'],
  [{ id: '1', lat: ['1', '2'], lon: '2' }, 'lat'],
  [{ id: '1', lat: 'NaN', lon: '2' }, 'lat'],
  [{ id: '1', lat: '1', lon: '2', timestamp: 'yesterday' }, 'timestamp'],
  [{ id: '1', lat: '1', lon: '2', timestamp: '-5' }, 'timestamp'],
  [{ id: '1', lat: '1', lon: '2', timestamp: '99999999999999' }, 'timestamp'],
  [{ id: 'a b', lat: '1', lon: '2' }, 'id'],
  [{ id: 'x'.repeat(65), lat: '1', lon: '2' }, 'id'],
  [{ device_id: {}, lat: 1, lng: 2 }, 'device_id'],
  [{ device_id: 'd', location: {} }, 'location.coords.latitude'],
  [
    {
      device_id: 'd',
      positions: [
        { lat: 1, lng: 2 },
        { lat: 1, lng: 200 },
      ],
    },
    'positions.1.lng',
  ],
  [{ device_id: 'd', positions: [null] }, 'positions.0'],
  [{ device_id: 'd', positions: [{ lat: 1, lng: 2, timestamp: 1e300 }] }, 'positions.0.timestamp'],
])('%j is told to be wrong at %s', (given, at) => {
  expect(errorOf(given)).toEqual([at])
})

test('whatever comes, it is either read into fixes that are somewhere at some time, or told to be wrong', () => {
  const value = fc.oneof(
    fc.string(),
    fc.double(),
    fc.integer(),
    fc.constantFrom('-12.1', '1e5', 'Infinity', null, [], {}),
    fc.jsonValue(),
  )
  const names = [
    'id',
    'deviceid',
    'device_id',
    'lat',
    'lon',
    'lng',
    'location',
    'positions',
    'timestamp',
    'speed',
    'bearing',
    'batt',
    'valid',
    'accuracy',
    'mode',
  ]
  const form = fc.dictionary(fc.constantFrom(...names), value)
  const batch = fc.record({
    device_id: fc.constant('d'),
    positions: fc.array(
      fc.dictionary(
        fc.constantFrom('lat', 'lng', 'timestamp', 'speed', 'course', 'battery_level', 'mode', 'accuracy'),
        value,
      ),
      { maxLength: 3 },
    ),
  })
  fc.assert(
    fc.property(fc.oneof(form, batch), (given) => {
      try {
        for (const fix of read(given).fixes) {
          expect(Math.abs(fix.lat) <= 90 && Math.abs(fix.lng) <= 180).toBe(true)
          expect(fix.date_fix.toISOString()).toMatch(/^20\d\d-/)
          if (fix.speed !== null) expect(fix.speed >= 0 && fix.speed <= 400).toBe(true)
          if (fix.battery_level !== null)
            expect(fix.battery_level).toSatisfy(
              (level: number) => Number.isInteger(level) && level >= 0 && level <= 100,
            )
        }
      } catch (error) {
        if (!(error instanceof AppError)) throw error
      }
    }),
    { numRuns: 3000 },
  )
})
