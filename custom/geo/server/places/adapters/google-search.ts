import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import type { LatLng } from '../../../../geometry/model'
import { fits } from '../place-id'
import { PlaceError, type PlaceService, type ServiceRoom } from '../place-service'
import { expected, answerReader } from '../read-answer'
import { askGoogle, askGoogleOlder } from './google-ask'

const PLACES = 'https://places.googleapis.com'
const MAPS = 'https://maps.googleapis.com'
const NEAR_M = 30_000
const MAX_TOKEN = 36

const Words = Type.Object({ text: Type.String() })
const readSuggestions = answerReader(
  Type.Object({
    suggestions: Type.Optional(
      Type.Array(
        Type.Object({
          placePrediction: Type.Optional(
            Type.Object({
              placeId: Type.String(),
              text: Words,
              structuredFormat: Type.Optional(Type.Object({ mainText: Words, secondaryText: Type.Optional(Words) })),
            }),
          ),
        }),
      ),
    ),
  }),
)
const readPlace = answerReader(
  Type.Object({
    formattedAddress: Type.String(),
    location: Type.Object({
      latitude: Type.Number({ minimum: -90, maximum: 90 }),
      longitude: Type.Number({ minimum: -180, maximum: 180 }),
    }),
  }),
)
const readResults = answerReader(
  Type.Object({
    results: Type.Array(
      Type.Object({
        formatted_address: Type.String(),
        geometry: Type.Object({ location: Type.Object({ lat: Type.Number(), lng: Type.Number() }) }),
      }),
    ),
  }),
)

/**
 * Search by Places API (New), since the older Places API can no longer be enabled in a new project; addresses of points
 * by the Geocoding API. Fields are limited to the cheapest class of a place's details, so a place's name is the start
 * of its address.
 */
export function googleSearch({ url, api_key, http, language, country }: ServiceRoom): PlaceService {
  const key = api_key ?? ''
  return {
    async autocomplete({ query, near, session }) {
      const body = {
        input: query,
        languageCode: language,
        ...(country && { includedRegionCodes: [country], regionCode: country }),
        ...(session && { sessionToken: tokenOf(session) }),
        ...(near && { locationBias: { circle: { center: latLng(near), radius: NEAR_M } }, origin: latLng(near) }),
      }
      const fields =
        'suggestions.placePrediction.placeId,suggestions.placePrediction.text,suggestions.placePrediction.structuredFormat'
      const answer = await askGoogle(
        http,
        key,
        { url: `${url ?? PLACES}/v1/places:autocomplete`, method: 'POST', body },
        fields,
      )
      // No results are an empty object.
      return (expected(readSuggestions, answer).suggestions ?? []).flatMap(({ placePrediction: found }) => {
        if (!found || !fits(`google.000000000.${found.placeId}`)) return []
        const { mainText, secondaryText } = found.structuredFormat ?? { mainText: found.text }
        return [
          { id: found.placeId, name: mainText.text, address: secondaryText?.text ?? found.text.text, point: null },
        ]
      })
    },
    async place(id, session) {
      const query = new URLSearchParams({ languageCode: language, ...(session && { sessionToken: tokenOf(session) }) })
      const address = `${url ?? PLACES}/v1/places/${encodeURIComponent(id)}?${query.toString()}`
      const answer = await askGoogle(http, key, { url: address }, 'id,formattedAddress,location').catch(orUnknown)
      if (answer === null) return null
      const { formattedAddress, location } = expected(readPlace, answer)
      return {
        name: nameOf(formattedAddress),
        address: formattedAddress,
        point: [location.latitude, location.longitude],
      }
    },
    async geocode([lat, lng]) {
      const query = { latlng: `${lat},${lng}`, language, ...(country && { region: country }) }
      const answer = await askGoogleOlder(http, key, `${url ?? MAPS}/maps/api/geocode/json`, query)
      const [nearest] = expected(readResults, answer).results
      return nearest
        ? { name: nameOf(nearest.formatted_address), address: nearest.formatted_address, point: [lat, lng] }
        : null
    },
  }
}

const latLng = ([latitude, longitude]: LatLng) => ({ latitude, longitude })

const nameOf = (address: string): string => address.split(', ')[0] ?? address

/** An unknown or invalid id is an answer, not an error. */
function orUnknown(error: unknown): null {
  if (error instanceof PlaceError && error.code === 'refused' && [400, 404].includes(Number(error.data['status'])))
    return null
  throw error
}

/** Google accepts tokens of 36 characters; a longer one is replaced by a fixed substitute derived from it. */
const tokenOf = (session: string): string =>
  session.length <= MAX_TOKEN ? session : createHash('sha256').update(session).digest('base64url').slice(0, MAX_TOKEN)
