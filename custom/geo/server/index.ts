import { serveCall, type ServerFeature } from '../../../src/server/feature'
import { baseMap, baseMapCall } from '../model/base-map'

const base = baseMap()

/** Maps: the base map of this project and what every map of the console is set to. */
export const geo: ServerFeature = {
  name: 'geo',
  needs: {},
  calls: [serveCall(baseMapCall, async () => base)],
  widgets: ['map-point', 'map-polygon'],
  settings: {
    // {s}, {z}, {x}, {y} as Leaflet has them; empty: the drawn map alone.
    map_tiles_url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    map_tiles_attribution: '© OpenStreetMap',
    map_tiles_link: 'https://www.openstreetmap.org/copyright',
    // Where maps open that have nothing to show (company settings, spec 2 §3).
    lat: -12.0931,
    lng: -77.0465,
  },
}
