import { lineString, polygon } from '@turf/helpers'
import { METRES_PER_DEGREE, type LatLng } from './lat-lng'

/**
 * An area of a catalogue: its corners in order, the last one joins the first (a GeoJSON ring repeats its first corner
 * at the end).
 */
export interface Area<Id = number> {
  readonly id: Id
  readonly ring: readonly LatLng[]
}

/** South-west and north-east corners, as libraries use them. */
export interface CornerBox {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** Fewer corners make a line: no area to be in or to cross. */
export const isArea = ({ ring }: Area<unknown>): boolean => ring.length > 2

/** @throws {Error} with fewer than three corners (see `isArea`) */
export const polygonOf = (ring: readonly LatLng[]): ReturnType<typeof polygon> =>
  polygon([[...ring, ...ring.slice(0, 1)].map(([lat, lng]) => [lng, lat])])

/** @throws {Error} with fewer than two points */
export const geoLine = (points: readonly LatLng[]): ReturnType<typeof lineString> =>
  lineString(points.map(([lat, lng]) => [lng, lat]))

export function boundsOfPoints(points: readonly LatLng[]): CornerBox {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [lat, lng] of points) {
    west = Math.min(west, lng)
    east = Math.max(east, lng)
    south = Math.min(south, lat)
    north = Math.max(north, lat)
  }
  return { west, south, east, north }
}

/** A little more than the distance to each side, so that rounding excludes nothing. */
export function boxAround([lat, lng]: LatLng, reach_m: number): CornerBox {
  const north = (reach_m * 1.01 + 1) / METRES_PER_DEGREE
  const east = north / Math.max(0.01, Math.cos((Math.min(89, Math.abs(lat) + north) * Math.PI) / 180))
  return { west: lng - east, east: lng + east, south: lat - north, north: lat + north }
}
