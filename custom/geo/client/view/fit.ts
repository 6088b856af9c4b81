import L from 'leaflet'
import { type LatLng, ZOOM } from '../../../geometry/model'

/** Shows all these places at once, zoomed in no closer than a street map. */
export function fitPlaces(map: L.Map, places: readonly LatLng[], animate = true): void {
  const [first] = places
  if (!first) return
  const bounds = L.latLngBounds(places.map(([lat, lng]) => [lat, lng] as [number, number]))
  map.fitBounds(bounds, { padding: [48, 48], maxZoom: ZOOM.page + 3, animate })
}
