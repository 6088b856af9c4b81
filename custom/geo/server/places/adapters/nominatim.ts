import { Type } from 'typebox'
import { idAt } from '../place-id'
import { PlaceError, type JsonAnswer, type PlaceService, type ServiceRoom } from '../place-service'
import type { Place } from '../places'
import { assertStatus, expected, answerReader } from '../read-answer'
import { streetAddress } from './street-address'

const PUBLIC = 'https://nominatim.openstreetmap.org'
const MAX_FOUND = 10
/** Degrees around the place that a search prefers: about 30 km. */
const NEAR_DEG = 0.3

const Text = Type.Optional(Type.String())
const readPlace = answerReader(
  Type.Object({
    lat: Type.String(),
    lon: Type.String(),
    display_name: Type.String(),
    name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    address: Type.Optional(
      Type.Object({
        road: Text,
        pedestrian: Text,
        house_number: Text,
        suburb: Text,
        city_district: Text,
        district: Text,
        neighbourhood: Text,
        city: Text,
        town: Text,
        village: Text,
        municipality: Text,
        state: Text,
      }),
    ),
  }),
)
const readList = answerReader(Type.Array(Type.Unknown()))
const readNothing = answerReader(Type.Object({ error: Type.String() }))

/**
 * Addresses by Nominatim; search only on a server of one's own, since the public one forbids suggestions while typing.
 * No routes.
 */
export function nominatim({ url, http, language, country }: ServiceRoom): PlaceService {
  const base = url ?? PUBLIC
  const ask = async (path: string, query: { readonly [name: string]: string }): Promise<JsonAnswer> => {
    const all = new URLSearchParams({ ...query, format: 'jsonv2', addressdetails: '1', 'accept-language': language })
    const answer = await http({ url: `${base}/${path}?${all.toString()}` })
    assertStatus(answer)
    return answer
  }
  const service: PlaceService = {
    async geocode([lat, lng]) {
      const answer = await ask('reverse', { lat: String(lat), lon: String(lng), zoom: '18' })
      // `Unable to geocode`: the sea.
      if (readNothing(answer.json)) return null
      return placeOf(expected(readPlace, answer))
    },
  }
  if (url === null) return service
  return {
    ...service,
    async autocomplete({ query, near }) {
      const answer = await ask('search', {
        q: query,
        limit: String(MAX_FOUND),
        ...(country && { countrycodes: country }),
        ...(near && { viewbox: boxAround(near) }),
      })
      const list = expected(readList, answer)
      const places = list.flatMap((one) => {
        const read = readPlace(one)
        return read ? [placeOf(read)] : []
      })
      if (list.length > 0 && places.length === 0) throw new PlaceError('bad_answer', { reason: 'places' })
      return places.slice(0, MAX_FOUND).map((place) => ({ id: idAt(place), ...place }))
    },
  }
}

function boxAround([lat, lng]: readonly [number, number]): string {
  return [lng - NEAR_DEG, lat + NEAR_DEG, lng + NEAR_DEG, lat - NEAR_DEG].map((degrees) => degrees.toFixed(5)).join(',')
}

function placeOf({ lat, lon, display_name, name, address = {} }: NonNullable<ReturnType<typeof readPlace>>): Place {
  const point = [Number(lat), Number(lon)] as const
  if (!(Math.abs(point[0]) <= 90 && Math.abs(point[1]) <= 180)) throw new PlaceError('bad_answer', { reason: 'point' })
  const a = address
  const text = streetAddress({
    street: a.road ?? a.pedestrian,
    number: a.house_number,
    district: a.suburb ?? a.city_district ?? a.district ?? a.neighbourhood,
    city: a.city ?? a.town ?? a.village ?? a.municipality,
    state: a.state,
  })
  const whole = text === '' ? display_name : text
  return { name: name ? name : (whole.split(', ')[0] ?? whole), address: whole, point }
}
