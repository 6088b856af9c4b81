import type { FieldType, Reading, FieldError } from '../../model/field-type'
import type { Json } from '../../model/json'
import { countPlaces, crossingSides, MAX_VERTICES, roundDegrees, sideRoundTheEarth } from '../../model/values/ring'
import { geometryError, isRing, ringGeometry, toRing } from '../../model/values/ring-json'
import { readRing, ringText } from '../../model/values/ring-text'

/**
 * An area on earth: one ring of at least three vertices that never crosses itself, `[{ "lat": -12.1, "lng": -77.0 },
 * ...]`, without the closing vertex, to seven decimals. GeoJSON's Polygon (or MultiPolygon of one part) without holes
 * is accepted too.
 */
export const polygon: FieldType = {
  name: 'polygon',
  json: 'array',
  keywords: [],
  operators: ['isNull'],
  filter: 'eq',
  sortable: false,
  inList: false,
  place: 'area',
  formColumns: 12,
  canonical: toRing,
  check: checkRing,
  toText: (value) => (isRing(value) ? ringText(value, '; ') : ''),
  fromText,
  toGeometry: (value) => (isRing(value) ? ringGeometry(value) : {}),
  compare: () => 0,
  sample: (_field, random) => star(random),
  invalid: (): Json[] => [
    [{ lat: 0, lng: 0 }],
    [
      { lat: 0, lng: 0 },
      { lat: 1, lng: 1 },
      { lat: 0, lng: 0 },
    ],
    square([
      [0, 0],
      [1, 1],
      [0, 1],
      [1, 0],
    ]),
    square([
      [0, 0],
      [0, 2],
      [0, 1],
    ]),
    square([
      [91, 0],
      [0, 0],
      [0, 1],
    ]),
    square([
      [-17, 179],
      [-17, -179],
      [-18, -179],
      [-18, 179],
    ]),
    [
      [0, 0],
      [0, 1],
      [1, 1],
    ],
    'zona',
    7,
    true,
    { lat: 1, lng: 1 },
  ],
  typescript: () => 'readonly { readonly lat: number; readonly lng: number }[]',
  wire: {
    minItems: 3,
    maxItems: MAX_VERTICES,
    items: {
      type: 'object',
      required: ['lat', 'lng'],
      properties: { lat: { type: 'number' }, lng: { type: 'number' } },
    },
  },
}

/** The error of a canonical ring; sides are counted from 1, the last one leads back to the first vertex. */
function checkRing(value: Json): FieldError | null {
  if (!isRing(value)) return geometryError(value) ?? { key: 'polygon' }
  if (value.length > MAX_VERTICES) return { key: 'polygon_long', params: { max: MAX_VERTICES } }
  if (countPlaces(value) < 3) return { key: 'polygon_points' }
  const round = sideRoundTheEarth(value)
  if (round !== null) return { key: 'polygon_antimeridian', params: { a: round } }
  const crossing = crossingSides(value)
  return crossing ? { key: 'polygon_crosses', params: { a: crossing[0], b: crossing[1] } } : null
}

function fromText(text: string): Reading {
  const read = readRing(text)
  if (read === null) return { value: null }
  const value = toRing(read)
  const error = checkRing(value)
  return error ? { error } : { value }
}

const square = (corners: readonly (readonly [lat: number, lng: number])[]): Json =>
  corners.map(([lat, lng]) => ({ lat, lng }))

/** A star around a place: its vertices go round, so its sides never cross. */
function star(random: () => number): Json {
  const [lat, lng, corners] = [random() * 160 - 80, random() * 340 - 170, 3 + Math.floor(random() * 6)]
  return square(
    Array.from({ length: corners }, (_, i) => {
      const [angle, far] = [((i + random() * 0.4) / corners) * 2 * Math.PI, 0.02 + random()]
      return [roundDegrees(lat + Math.sin(angle) * far), roundDegrees(lng + Math.cos(angle) * far)]
    }),
  )
}
