import { AppError } from '#engine/model'
import type { Fix } from '../../fleet/model'
import { activityMode, batteryOf, courseOf, fixMode, fixMoment, fixNumber, speedOf } from './fix-values'

/** What came in: by which device (null: none is named, a session must be), and the fixes in it. */
interface ReadFixes {
  readonly form: 'osmand' | 'json'
  readonly device: string | null
  readonly fixes: readonly Fix[]
}

type Given = { readonly [name: string]: unknown }

/** Fixes that one call may bring. */
export const MAX_FIXES = 1000
const KNOT_KMH = 1.852
const METRE_A_SECOND_KMH = 3.6

/**
 * Reads positions from any of the forms of `driver/positions`. What a device does not know (a negative speed, no
 * battery) is null; a message without a place is a sign of life: no fix.
 * @throws {AppError} MALFORMED at the value that is wrong, TOO_LARGE
 */
export function readFixes(given: Given, now: Date): ReadFixes {
  if (Array.isArray(given['positions']))
    return {
      form: 'json',
      device: deviceOf(given),
      fixes: listOf(given['positions'], 'positions', (one, at) => ownFix(one, at, now)),
    }
  if (isObject(given['location']))
    return { form: 'json', device: deviceOf(given), fixes: [traccarFix(given['location'], 'location', now)] }
  if (Array.isArray(given['location']))
    return {
      form: 'json',
      device: deviceOf(given),
      fixes: listOf(given['location'], 'location', (one, at) => traccarFix(one, at, now)),
    }
  if (given['lng'] !== undefined) return { form: 'json', device: deviceOf(given), fixes: [ownFix(given, '', now)] }
  return { form: 'osmand', device: deviceOf(given), fixes: osmandFix(given, now) }
}

function listOf(list: readonly unknown[], name: string, read: (one: Given, at: string) => Fix): Fix[] {
  if (list.length > MAX_FIXES) throw new AppError('TOO_LARGE')
  return list.map((one, index) => {
    const at = `${name}.${index}`
    if (!isObject(one)) throw wrong(at)
    return read(one, at)
  })
}

/** `{lat, lng, timestamp, speed (km/h), course, battery_level (%), mode, accuracy}` */
function ownFix(one: Given, at: string, now: Date): Fix {
  return {
    ...placeOf(one['lat'], one['lng'], [within(at, 'lat'), within(at, 'lng')]),
    course: courseOf(one['course']),
    speed: speedOf(one['speed'], 1),
    battery_level: batteryOf(one['battery_level'], 1),
    mode: fixMode(one['mode']),
    accuracy: positive(one['accuracy']),
    date_fix: whenOf(one['timestamp'], within(at, 'timestamp'), now),
  }
}

function traccarFix(one: Given, at: string, now: Date): Fix {
  const coords = isObject(one['coords']) ? one['coords'] : {}
  const battery = isObject(one['battery']) ? one['battery'] : {}
  const activity = isObject(one['activity']) ? one['activity'] : {}
  return {
    ...placeOf(coords['latitude'], coords['longitude'], [`${at}.coords.latitude`, `${at}.coords.longitude`]),
    course: courseOf(coords['heading']),
    speed: speedOf(coords['speed'], METRE_A_SECOND_KMH),
    battery_level: batteryOf(battery['level'], 100),
    mode: activityMode(activity['type']),
    accuracy: positive(coords['accuracy']),
    date_fix: whenOf(one['timestamp'], `${at}.timestamp`, now),
  }
}

function osmandFix(given: Given, now: Date): readonly Fix[] {
  const [lat, lon] = typeof given['location'] === 'string' ? given['location'].split(',') : [given['lat'], given['lon']]
  const isKnown = given['valid'] === undefined || /^(1|true)$/i.test(String(given['valid']))
  if (!isKnown || (lat === undefined && lon === undefined)) return []
  return [
    {
      ...placeOf(lat, lon, ['lat', 'lon']),
      course: courseOf(given['bearing'] ?? given['heading']),
      speed: speedOf(given['speed'], KNOT_KMH),
      battery_level: batteryOf(given['batt'], 1),
      mode: null,
      accuracy: positive(given['accuracy']),
      date_fix: whenOf(given['timestamp'], 'timestamp', now),
    },
  ]
}

function deviceOf(given: Given): string | null {
  const name = ['device_id', 'id', 'deviceid'].find((one) => given[one] !== undefined && given[one] !== null)
  if (name === undefined) return null
  const device = given[name]
  if (typeof device === 'string' && /^[\w-]{1,64}$/.test(device)) return device
  if (typeof device === 'number' && Number.isSafeInteger(device)) return String(device)
  throw wrong(name)
}

function placeOf(
  latitude: unknown,
  longitude: unknown,
  [atLat, atLng]: readonly [string, string],
): { readonly lat: number; readonly lng: number } {
  const [lat, lng] = [fixNumber(latitude), fixNumber(longitude)]
  if (lat === null || Math.abs(lat) > 90) throw wrong(atLat)
  if (lng === null || Math.abs(lng) > 180) throw wrong(atLng)
  return { lat, lng }
}

function whenOf(value: unknown, at: string, now: Date): Date {
  const moment = fixMoment(value, now)
  if (!moment) throw wrong(at)
  return moment
}

function positive(value: unknown): number | null {
  const number = fixNumber(value)
  return number === null || number < 0 || number > 1e6 ? null : number
}

const within = (at: string, name: string): string => (at === '' ? name : `${at}.${name}`)
const wrong = (at: string): AppError =>
  new AppError('MALFORMED', {
    say: 'drivers.bad_position',
    params: { field: at },
    errors: { [at]: { key: 'drivers.position' } },
  })
const isObject = (value: unknown): value is Given =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
