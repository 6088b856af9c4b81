import type { FieldError } from '../field-type'
import { isObject, type Json, type JsonObject } from '../json'
import { countPlaces, crossingSides, type Vertex } from './ring'
import { geometryError, isRing, ringGeometry, toRing } from './ring-json'

/** Corners of an area that a list is filtered by: it stands in the list's address, 30 characters a corner. */
const MAX_AREA_CORNERS = 60

/** The open ring of a GeoJSON Polygon that a list may be filtered by, or what is wrong with it. */
export function readAskedArea(asked: Json): { readonly ring: readonly Vertex[] } | { readonly error: FieldError } {
  if (!isObject(asked) || typeof asked.type !== 'string') return { error: { key: 'area' } }
  const ring = toRing(asked)
  if (!isRing(ring)) return { error: geometryError(asked) ?? { key: 'area' } }
  const error = areaError(ring)
  return error ? { error } : { ring }
}

/** Why a ring cannot be used as the area of a filter; null when it can. */
export function areaError(ring: readonly Vertex[]): FieldError | null {
  if (ring.length > MAX_AREA_CORNERS) return { key: 'polygon_long', params: { max: MAX_AREA_CORNERS } }
  if (countPlaces(ring) < 3) return { key: 'polygon_points' }
  const crossing = crossingSides(ring)
  return crossing ? { key: 'polygon_crosses', params: { a: crossing[0], b: crossing[1] } } : null
}

/** The value of a filter for a ring that somebody drew. */
export const askedArea = (ring: readonly Vertex[]): JsonObject => ({ area: ringGeometry(ring) })
