import { PlaceError, type JsonAnswer, type PlaceService, type ServiceRoom } from '../place-service'
import { googleRoutes } from './google-routes'
import { googleSearch } from './google-search'
import { nominatim } from './nominatim'
import { osrm } from './osrm'
import { Type } from 'typebox'
import { idAt } from '../place-id'
import type { Place } from '../places'
import { assertStatus, expected, answerReader } from '../read-answer'
import { streetAddress } from './street-address'
import { valhalla } from './valhalla'

const PUBLIC = 'https://photon.komoot.io'
const MAX_FOUND = 10

const Text = Type.Optional(Type.String())
const readFeatures = answerReader(
  Type.Object({ type: Type.Literal('FeatureCollection'), features: Type.Array(Type.Unknown()) }),
)
const readFeature = answerReader(
  Type.Object({
    geometry: Type.Object({
      type: Type.Literal('Point'),
      coordinates: Type.Tuple([
        Type.Number({ minimum: -180, maximum: 180 }),
        Type.Number({ minimum: -90, maximum: 90 }),
      ]),
    }),
    properties: Type.Object({
      name: Text,
      housenumber: Text,
      street: Text,
      district: Text,
      locality: Text,
      city: Text,
      county: Text,
      state: Text,
      countrycode: Text,
    }),
  }),
)

/** Search and addresses by Photon, which is made for suggestions while typing; it has no routes. */
function photon({ url, http, language, country }: ServiceRoom): PlaceService {
  const base = url ?? PUBLIC
  const ask = async (path: string, query: { readonly [name: string]: string }): Promise<readonly Place[]> => {
    // It refuses languages it was not built with; `default` is the language of the street signs.
    const all = new URLSearchParams({ ...query, lang: language === 'en' ? 'en' : 'default' })
    const answer = await http({ url: `${base}/${path}?${all.toString()}` })
    assertStatus(answer)
    return placesIn(answer, country)
  }
  return {
    async autocomplete({ query, near }) {
      // Older servers refuse to search a single country, so more are fetched than shown.
      const limit = String(country === null ? MAX_FOUND : 3 * MAX_FOUND)
      const found = await ask('api', { q: query, limit, ...(near && { lat: String(near[0]), lon: String(near[1]) }) })
      return found.slice(0, MAX_FOUND).map((place) => ({ id: idAt(place), ...place }))
    },
    async geocode([lat, lng]) {
      const [nearest] = await ask('reverse', { lat: String(lat), lon: String(lng), limit: '1' })
      return nearest ?? null
    },
  }
}

function placesIn(answer: JsonAnswer, country: string | null): readonly Place[] {
  const { features } = expected(readFeatures, answer)
  const places = features.flatMap((feature) => readFeature(feature) ?? [])
  if (features.length > 0 && places.length === 0) throw new PlaceError('bad_answer', { reason: 'features' })
  return places
    .filter(
      ({ properties: { countrycode } }) =>
        country === null || countrycode === undefined || countrycode.toLowerCase() === country,
    )
    .flatMap(
      ({
        geometry: {
          coordinates: [lng, lat],
        },
        properties: p,
      }) => {
        const [district, city] = [p.district ?? p.locality, p.city ?? p.county]
        const address = streetAddress({ street: p.street, number: p.housenumber, district, city, state: p.state })
        const [firstPart = ''] = address.split(', ')
        const name = p.name ?? firstPart
        return name === '' ? [] : [{ name, address: address === '' ? name : address, point: [lat, lng] as const }]
      },
    )
}

interface Provider {
  make(room: ServiceRoom): PlaceService
  /** Its questions cost what the settings say; other providers are free. */
  readonly paid: boolean
  /** It cannot be used without one. */
  readonly needsKey: boolean
}

/** Every kind of map service, by the value of `map_keys.provider`. */
export const PROVIDERS: { readonly [provider: string]: Provider } = {
  google: { make: (room) => ({ ...googleSearch(room), ...googleRoutes(room) }), paid: true, needsKey: true },
  osrm: { make: osrm, paid: false, needsKey: false },
  valhalla: { make: valhalla, paid: false, needsKey: false },
  nominatim: { make: nominatim, paid: false, needsKey: false },
  photon: { make: photon, paid: false, needsKey: false },
}
