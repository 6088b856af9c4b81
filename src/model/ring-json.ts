import { canonicalDecimal, decimalText } from './decimal'
import type { Json, JsonObject } from './json'
import { openRing, roundDegrees, type Vertex } from './ring'

/** Whether a value is a list of places on earth, however few and in whatever order. */
export const isRing = (value: Json): value is readonly (Vertex & JsonObject)[] => Array.isArray(value) && value.every(isVertex)

const isVertex = (value: Json): boolean =>
  isObject(value) && Object.keys(value).sort().join() === 'lat,lng' && isWithin(value.lat, 90) && isWithin(value.lng, 180)

/** A ring as it is kept: to seven decimals, not closed, GeoJSON turned; empty is null, and what is no ring stays as it is. */
export function toRing(value: Json): Json {
  const list = isObject(value) ? outline(value) : value
  if (!Array.isArray(list)) return value
  if (list.length === 0) return null
  const vertices = (list as readonly Json[]).map(toVertex)
  return vertices.every((vertex): vertex is Vertex & JsonObject => isVertex(vertex)) ? [...openRing(vertices)] as unknown as Json : vertices
}

function toVertex(value: Json): Json {
  if (!isObject(value) || Object.keys(value).sort().join() !== 'lat,lng') return value
  return { lat: degrees(value.lat), lng: degrees(value.lng) }
}

/** The ring of a GeoJSON Polygon (or a Feature of one), which has longitude first; what is none comes back as it is. */
function outline(value: JsonObject): Json {
  const geometry = value.type === 'Feature' && isObject(value.geometry ?? null) ? value.geometry as JsonObject : value
  const rings = geometry.type === 'Polygon' && Array.isArray(geometry.coordinates) ? geometry.coordinates as readonly Json[] : []
  if (rings.length !== 1 || !Array.isArray(rings[0])) return value
  return (rings[0] as readonly Json[]).map(pair => {
    const [lng, lat] = Array.isArray(pair) ? pair as readonly Json[] : []
    return lng === undefined || lat === undefined ? pair : { lat, lng }
  })
}

function degrees(value: Json | undefined): Json {
  const text = decimalText(canonicalDecimal(value ?? null))
  return text === null ? value ?? null : roundDegrees(Number(text))
}

const isObject = (value: Json): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)
const isWithin = (value: Json | undefined, limit: number): boolean => typeof value === 'number' && Math.abs(value) <= limit
