import type { Json } from '#engine/model'
import type { LatLng } from '../../../geometry/model'

/** The value of a point field as a place, null while it is empty or half typed. */
export function placeOfPoint(value: Json): LatLng | null {
  const { lat, lng } = pointParts(value)
  return typeof lat === 'number' && typeof lng === 'number' && Math.abs(lat) <= 90 && Math.abs(lng) <= 180
    ? [lat, lng]
    : null
}

export function pointParts(value: Json): { readonly lat: Json; readonly lng: Json } {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return { lat: null, lng: null }
  const { lat = null, lng = null } = value as { readonly [key: string]: Json }
  return { lat, lng }
}

// Six decimals of a degree are 11 cm: more precise than a hand can point.
export const pointValue = ([lat, lng]: LatLng): Json => ({ lat: rounded(lat), lng: rounded(lng) })
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

// Five decimals are about a metre.
export const coordinateText = ([lat, lng]: LatLng): string => `${lat.toFixed(5)}, ${lng.toFixed(5)}`
