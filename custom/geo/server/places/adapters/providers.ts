import type { PlaceService, ServiceRoom } from '../place-service'
import { googleRoutes } from './google-routes'
import { googleSearch } from './google-search'
import { nominatim } from './nominatim'
import { osrm } from './osrm'
import { photon } from './photon'

export interface Provider {
  make(room: ServiceRoom): PlaceService
  /** Its questions cost what the settings say; the others are free. */
  readonly paid: boolean
  /** It cannot be asked without one. */
  readonly needsKey: boolean
}

/** Every kind of map service, by the value of `map_keys.provider`. */
export const PROVIDERS: { readonly [provider: string]: Provider } = {
  google: { make: (room) => ({ ...googleSearch(room), ...googleRoutes(room) }), paid: true, needsKey: true },
  osrm: { make: osrm, paid: false, needsKey: false },
  nominatim: { make: nominatim, paid: false, needsKey: false },
  photon: { make: photon, paid: false, needsKey: false },
}
