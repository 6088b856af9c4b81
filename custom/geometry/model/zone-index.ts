import { area } from '@turf/area'
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import { boxIndex } from './box-index'
import type { LatLng } from './lat-lng'
import { boundsOfPoints, isArea, polygonOf, type Area } from './ring-geojson'

/** Many areas, to be searched for those that contain a place. */
export interface ZoneIndex<A> {
  /**
   * The smallest area that contains the place (a zone within a zone is more specific); of equals the first given. Null:
   * none.
   */
  readonly at: (place: LatLng) => A | null
  /** Every area that contains the place, from the smallest to the largest; a border belongs to its area. */
  readonly all: (place: LatLng) => readonly A[]
}

/**
 * Made once for a set of areas, then queried often: a place in a thousand areas is found in microseconds. An area of
 * fewer than three corners contains nothing.
 */
export function zoneIndex<A extends Area<unknown>>(areas: readonly A[]): ZoneIndex<A> {
  // Sorted by size, so that results only need to be put in the order of the list.
  const zones = areas
    .filter(isArea)
    .map((zone) => ({ zone, shape: polygonOf(zone.ring) }))
    .map((one) => ({ ...one, m2: area(one.shape) }))
    .sort((a, b) => a.m2 - b.m2)
  const boxes = boxIndex(zones.map(({ zone }) => boundsOfPoints(zone.ring)))
  const near = ([lat, lng]: LatLng) =>
    boxes.meeting({ west: lng, east: lng, south: lat, north: lat }).toSorted((a, b) => a - b)
  const holds = (index: number, [lat, lng]: LatLng): A | null => {
    const one = zones[index]
    return one && booleanPointInPolygon([lng, lat], one.shape) ? one.zone : null
  }
  return {
    at(place) {
      for (const index of near(place)) {
        const zone = holds(index, place)
        if (zone) return zone
      }
      return null
    },
    all: (place) => near(place).flatMap((index) => holds(index, place) ?? []),
  }
}
