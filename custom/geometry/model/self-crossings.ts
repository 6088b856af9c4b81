import { kinks } from '@turf/kinks'
import type { LatLng } from './lat-lng'
import { polygonOf } from './ring-geojson'

/**
 * Places where the border of an area crosses itself, each once; none when it is valid or has fewer than four corners.
 */
export function selfCrossings(ring: readonly LatLng[]): readonly LatLng[] {
  if (ring.length < 4) return []
  const places = kinks(polygonOf(ring)).features.map(
    ({
      geometry: {
        coordinates: [lng = 0, lat = 0],
      },
    }): LatLng => [lat, lng],
  )
  return [...new Map(places.map((place) => [place.join(), place])).values()]
}
