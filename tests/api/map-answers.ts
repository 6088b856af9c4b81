import { encodeLine } from '../../custom/geometry/model/polyline'
import type { LatLng } from '../../custom/geometry/model/lat-lng'
import type { AskedOf, Said } from './map-service'

/** Real shapes of the services' answers, shortened to what they hold of Lima. */
export const LARCO: LatLng = [-12.125214, -77.029667]
export const ANGAMOS: LatLng = [-12.113318, -77.021093]
const LINE: readonly LatLng[] = [LARCO, [-12.12, -77.026], ANGAMOS]

const osrmRoute = {
  code: 'Ok',
  routes: [
    {
      geometry: encodeLine(LINE, 6),
      weight_name: 'routability',
      weight: 312.4,
      duration: 301.6,
      distance: 2143.4,
      legs: [{ steps: [], weight: 312.4, summary: '', duration: 301.6, distance: 2143.4 }],
    },
  ],
  waypoints: [
    { hint: 'aBcD', location: [-77.029667, -12.125214], name: 'Avenida José Larco', distance: 3.1 },
    { hint: 'eFgH', location: [-77.021093, -12.113318], name: 'Avenida Angamos Este', distance: 1.2 },
  ],
}

export const osrmTable = {
  code: 'Ok',
  durations: [[301.6, 12.2]],
  distances: [[2143.4, 80.6]],
  sources: [{ location: [-77.029667, -12.125214], name: '' }],
  destinations: [{ location: [-77.021093, -12.113318], name: '' }],
}

export const photonFound = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-77.029667, -12.125214] },
      properties: {
        osm_type: 'N',
        osm_id: 3086470418,
        osm_key: 'shop',
        osm_value: 'mall',
        type: 'house',
        name: 'Larcomar',
        street: 'Malecón de la Reserva',
        housenumber: '610',
        district: 'Miraflores',
        city: 'Lima',
        state: 'Lima',
        country: 'Perú',
        countrycode: 'PE',
        postcode: '15074',
      },
    },
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-3.7, 40.4] },
      properties: {
        osm_type: 'W',
        osm_id: 1,
        osm_key: 'highway',
        osm_value: 'residential',
        type: 'street',
        name: 'Calle Larco',
        city: 'Madrid',
        countrycode: 'ES',
      },
    },
  ],
}

export const nominatimPlace = {
  place_id: 271934,
  licence: 'Data © OpenStreetMap contributors, ODbL 1.0.',
  osm_type: 'way',
  osm_id: 52834,
  lat: '-12.1252140',
  lon: '-77.0296670',
  category: 'highway',
  type: 'primary',
  place_rank: 26,
  importance: 0.1,
  addresstype: 'road',
  name: 'Avenida José Larco',
  display_name: 'Avenida José Larco, Miraflores, Lima, Lima Metropolitana, Lima, 15074, Perú',
  address: {
    road: 'Avenida José Larco',
    house_number: '345',
    suburb: 'Miraflores',
    city: 'Lima',
    state: 'Lima',
    postcode: '15074',
    country: 'Perú',
    country_code: 'pe',
  },
  boundingbox: ['-12.13', '-12.12', '-77.03', '-77.02'],
}

const PLACE_ID = 'ChIJ__8CcVjIBZER0m7Q1JcXl9E'
const googleSuggestions = {
  suggestions: [
    {
      placePrediction: {
        place: `places/${PLACE_ID}`,
        placeId: PLACE_ID,
        types: ['shopping_mall', 'establishment'],
        text: { text: 'Larcomar, Malecón de la Reserva, Miraflores, Perú', matches: [{ endOffset: 5 }] },
        structuredFormat: {
          mainText: { text: 'Larcomar', matches: [{ endOffset: 5 }] },
          secondaryText: { text: 'Malecón de la Reserva, Miraflores, Perú' },
        },
      },
    },
    { queryPrediction: { text: { text: 'larcomar restaurantes' } } },
  ],
}
const googlePlace = {
  id: PLACE_ID,
  formattedAddress: 'Malecón de la Reserva 610, Miraflores 15074, Perú',
  location: { latitude: LARCO[0], longitude: LARCO[1] },
}
const googleGeocode = {
  plus_code: { global_code: '57V5VXFC+W4' },
  status: 'OK',
  results: [
    {
      formatted_address: 'Av. José Larco 345, Miraflores 15074, Perú',
      place_id: 'ChIJx',
      types: ['street_address'],
      address_components: [{ long_name: '345', short_name: '345', types: ['street_number'] }],
      geometry: { location: { lat: LARCO[0], lng: LARCO[1] }, location_type: 'ROOFTOP' },
    },
  ],
}
const googleRoute = {
  routes: [
    {
      distanceMeters: 2143,
      duration: '302s',
      polyline: { encodedPolyline: encodeLine(LINE) },
      legs: [{ distanceMeters: 2143, duration: '302s' }, { duration: '0s' }],
    },
  ],
}
const googleMatrix = [
  { originIndex: 0, destinationIndex: 1, status: {}, distanceMeters: 81, duration: '12s', condition: 'ROUTE_EXISTS' },
  {
    originIndex: 0,
    destinationIndex: 0,
    status: {},
    distanceMeters: 2143,
    duration: '302s',
    condition: 'ROUTE_EXISTS',
  },
]

/** How the newer services of Google refuse. */
export const googleError = (code: number, status: string, reason?: string): Said => ({
  status: code,
  json: {
    error: {
      code,
      status,
      message: `Refused: ${status}`,
      details: reason
        ? [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' }]
        : [],
    },
  },
})

/** The pairs that were asked about, the last first: they come in any order. */
function googlePairs(body: unknown): readonly object[] {
  const { destinations } = body as { readonly destinations: readonly unknown[] }
  return googleMatrix.filter(({ destinationIndex }) => destinationIndex < destinations.length)
}

/** A Google that answers everything. */
export function google({ path, body }: AskedOf): Said {
  if (path === '/v1/places:autocomplete') return { json: googleSuggestions }
  if (path.startsWith('/v1/places/')) return { json: googlePlace }
  if (path === '/maps/api/geocode/json') return { json: googleGeocode }
  if (path === '/directions/v2:computeRoutes') return { json: googleRoute }
  if (path === '/distanceMatrix/v2:computeRouteMatrix') return { json: googlePairs(body) }
  return { status: 404, json: { error: { code: 404, status: 'NOT_FOUND', message: 'no such path' } } }
}

/** An OSRM that answers everything. */
export const osrm = ({ path }: AskedOf): Said => ({ json: path.startsWith('/table/') ? osrmTable : osrmRoute })
