import { AppError } from '#engine/model'
import { serveCall, type ServerFeature } from '#engine/server'
import { baseMapCall } from '../model/base-map'
import { mapKeyHooks } from './map-keys/map-key-hooks'
import { mapsCheck } from './maps-check'
import { mapKeysJob } from './map-keys/map-keys-job'
import { tryKey } from './map-keys/try-key'
import { useKeyNow } from './map-keys/use-now'
import { USES_BY_OUTCOME } from './map-keys/uses-by-outcome'
import { mapCalls } from './places/map-calls'

export type { FoundSuggestion as Found } from './places/found'
export { offerLocalMap, localPlaceWords as placeWords, type LocalMap } from './places/local-map'
export { idAt } from './places/place-id'
export type { Place, Places, Route, Suggestion } from './places/places'
export { lineAt, placeOfText, type TextPlace } from './places/place-of-text'
export { installedPlaces as placesOf } from './places/places-of'
export { routesOf } from './places/routes'
export { servedWayTable as wayTable } from './places/way-table'

const drawnMap = serveCall(baseMapCall, async ({ db }) => {
  const map = db.context.localMap
  if (!map) throw new AppError('NOT_FOUND', { say: 'map.none_drawn' })
  return map.base
})

/** Maps: places, routes, map keys and the settings of every map of the console. */
export const geo: ServerFeature = {
  name: 'geo',
  needs: {
    map_keys: [
      'provider',
      'api_key',
      'key_hint',
      'url',
      'in_use',
      'date_in_use',
      'month_limit',
      'cost',
      'cost_month',
      'state',
    ],
    map_key_uses: ['id_map_key', 'day', 'type', 'state', 'platform', 'type_user', 'uses', 'cost'],
    map_key_errors: ['id_map_key', 'type', 'platform', 'type_user', 'code', 'data'],
  },
  calls: [drawnMap, ...mapCalls, useKeyNow, tryKey],
  hooks: [mapKeyHooks],
  jobs: [mapKeysJob],
  checks: [mapsCheck],
  changes: [USES_BY_OUTCOME],
  layouts: ['map'],
  charts: ['map'],
  widgets: ['map-point', 'map-polygon', 'map-key-state', 'map-key-usage', 'map-error-age', 'map-error-data'],
  imageSettings: ['map_tiles_url'],
  settings: {
    // {s}, {z}, {x}, {y} as in Leaflet; empty: only the drawn map.
    map_tiles_url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    map_tiles_attribution: '© OpenStreetMap',
    map_tiles_link: 'https://www.openstreetmap.org/copyright',
    // Where maps open that have nothing to show (company settings, spec 2 §3).
    lat: -12.0931,
    lng: -77.0465,
  },
}
