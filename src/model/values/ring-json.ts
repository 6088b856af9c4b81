import { canonicalDecimal, decimalText } from './decimal'
import type { FieldError } from '../field-type'
import { isObject, type Json, type JsonObject } from '../json'
import { openRing, roundDegrees, type Vertex } from './ring'

/** Whether a value is a list of places on earth, however few and in whatever order. */
export const isRing = (value: Json): value is readonly (Vertex & JsonObject)[] =>
  Array.isArray(value) && value.every(isVertex)

const isVertex = (value: Json): boolean =>
  isObject(value) &&
  Object.keys(value).sort().join() === 'lat,lng' &&
  isWithin(value.lat, 90) &&
  isWithin(value.lng, 180)

/**
 * A ring as it is stored: to seven decimals, not closed, GeoJSON converted; empty is null, and what is not a ring stays
 * as it is.
 */
export function toRing(value: Json): Json {
  const list = isObject(value) ? outline(value) : value
  if (!Array.isArray(list)) return value
  if (list.length === 0) return null
  const vertices = (list as readonly Json[]).map(toVertex)
  return vertices.every((vertex): vertex is Vertex & JsonObject => isVertex(vertex))
    ? ([...openRing(vertices)] as unknown as Json)
    : vertices
}

function toVertex(value: Json): Json {
  if (!isObject(value) || Object.keys(value).sort().join() !== 'lat,lng') return value
  return { lat: degrees(value.lat), lng: degrees(value.lng) }
}

/** The ring of a GeoJSON area of one outline, which has longitude first; anything else is returned unchanged. */
function outline(value: JsonObject): Json {
  const rings = partsOf(geometryOf(value))
  const [ring] = rings.length === 1 ? (rings[0] ?? []) : []
  if (!ring || rings[0]?.length !== 1) return value
  return ring.map((pair) => {
    const [lng, lat] = Array.isArray(pair) ? (pair as readonly Json[]) : []
    return lng === undefined || lat === undefined ? pair : { lat, lng }
  })
}

/**
 * The error of a GeoJSON geometry that one outline cannot express (more parts, holes, not an area); null for anything
 * else.
 */
export function geometryError(value: Json): FieldError | null {
  if (!isObject(value)) return null
  const geometry = geometryOf(value)
  const parts = partsOf(geometry)
  const holes = parts.reduce((sum, rings) => sum + Math.max(0, rings.length - 1), 0)
  if (parts.length > 1) return { key: 'polygon_parts', params: { parts: parts.length } }
  if (holes > 0) return { key: 'polygon_holes', params: { holes } }
  const { type } = geometry
  return typeof type === 'string' && parts.length === 0 && NO_AREAS.has(type)
    ? { key: 'polygon_kind', params: { kind: type } }
    : null
}

/** The closed GeoJSON Polygon of a ring, counter-clockwise as RFC 7946 asks. */
export function ringGeometry(ring: readonly Vertex[]): JsonObject {
  const closed = [...ring, ...ring.slice(0, 1)].map(({ lat, lng }) => [lng, lat])
  const twice = closed
    .slice(1)
    .reduce((sum, [x = 0, y = 0], i) => sum + (closed[i]?.[0] ?? 0) * y - x * (closed[i]?.[1] ?? 0), 0)
  return { type: 'Polygon', coordinates: [twice < 0 ? closed.toReversed() : closed] }
}

const NO_AREAS = new Set([
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'GeometryCollection',
  'FeatureCollection',
])

const geometryOf = (value: JsonObject): JsonObject =>
  value.type === 'Feature' && isObject(value.geometry ?? null) ? (value.geometry as JsonObject) : value

type Rings = readonly (readonly Json[])[]

/** The parts of a geometry, each its outline and its holes. */
function partsOf({ type, coordinates }: JsonObject): readonly Rings[] {
  if (!Array.isArray(coordinates)) return []
  const parts = (type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? coordinates : []) as readonly Json[]
  return parts.every((part) => Array.isArray(part) && part.every((ring) => Array.isArray(ring)))
    ? (parts as readonly Rings[])
    : []
}

function degrees(value: Json | undefined): Json {
  const text = decimalText(canonicalDecimal(value ?? null))
  return text === null ? (value ?? null) : roundDegrees(Number(text))
}

const isWithin = (value: Json | undefined, limit: number): boolean =>
  typeof value === 'number' && Math.abs(value) <= limit
