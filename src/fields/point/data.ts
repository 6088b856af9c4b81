import { canonicalDecimal, decimalText } from '../../model/values/decimal'
import type { FieldType } from '../../model/field-type'
import { isObject, type Json } from '../../model/json'

/** A place on the earth, WGS 84 degrees: `{ "lat": -12.0464, "lng": -77.0428 }`. */
export const point: FieldType = {
  name: 'point',
  json: 'object',
  keywords: ['x-flat'],
  operators: ['isNull'],
  filter: 'eq',
  sortable: false,
  inList: false,
  place: 'point',
  formColumns: 12,
  parts: ['lat', 'lng'],
  canonical: (value) => {
    if (!isObject(value) || Object.keys(value).sort().join() !== 'lat,lng') return value
    const [lat, lng] = [degrees(value.lat), degrees(value.lng)]
    return lat === null && lng === null ? null : { lat, lng }
  },
  check: (value) => {
    if (!isObject(value) || Object.keys(value).sort().join() !== 'lat,lng') return { key: 'point' }
    return isWithin(value.lat, 90) && isWithin(value.lng, 180) ? null : { key: 'point' }
  },
  toText: (value) =>
    isObject(value) ? `${decimalText(value.lat ?? null) ?? ''},${decimalText(value.lng ?? null) ?? ''}` : '',
  fromText: (raw) => {
    const text = raw.trim().replace(/^\((.*)\)$/, '$1')
    if (text === '') return { value: null }
    const found = /^([+-]?\d{1,3}(?:\.\d+)?)(?:\s*[,;]\s*|\s+)([+-]?\d{1,3}(?:\.\d+)?)$/.exec(text)
    const value = { lat: degrees(found?.[1] ?? null), lng: degrees(found?.[2] ?? null) }
    return isWithin(value.lat, 90) && isWithin(value.lng, 180) ? { value } : { error: { key: 'point' } }
  },
  compare: () => 0,
  sample: (_field, random) => ({ lat: round7(random() * 180 - 90), lng: round7(random() * 360 - 180) }),
  invalid: (): Json[] => [
    '-12,-77',
    { lat: 91, lng: 0 },
    { lat: 0, lng: 181 },
    { lat: 1 },
    { lat: 'x', lng: 0 },
    [1, 2],
    7,
    true,
  ],
  typescript: () => '{ readonly lat: number; readonly lng: number }',
}

/** The database stores degrees as floating point, so a text becomes the nearest double. */
function degrees(value: Json | undefined): Json {
  if (value === undefined || value === '') return null
  const decimal = canonicalDecimal(value)
  return decimalText(decimal) === null ? decimal : Number(decimal) || 0
}

const isWithin = (value: Json | undefined, limit: number): boolean =>
  typeof value === 'number' && Math.abs(value) <= limit
/** Seven decimals of a degree are a centimetre; `|| 0` drops the sign of zero. */
const round7 = (value: number): number => Number(value.toFixed(7)) || 0
