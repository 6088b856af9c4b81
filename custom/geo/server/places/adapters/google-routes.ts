import { Type } from 'typebox'
import { decodeLine, type LatLng } from '../../../../geometry/model'
import { PlaceError, type PlaceMatrix, type PlaceService, type ServiceRoom } from '../place-service'
import { expected, answerReader } from '../read-answer'
import { askGoogle } from './google-ask'

const ROUTES = 'https://routes.googleapis.com'
/** Limits of one question: stops between the ends, and pairs of a matrix. */
const MAX_BETWEEN = 25
const MAX_PAIRS = 625

// Zero values are omitted from answers.
const Metres = Type.Optional(Type.Integer({ minimum: 0 }))
const Seconds = Type.String({ pattern: '^\\d+(\\.\\d+)?s$' })
const readRoutes = answerReader(
  Type.Object({
    routes: Type.Optional(
      Type.Array(
        Type.Object({
          distanceMeters: Metres,
          duration: Seconds,
          polyline: Type.Object({ encodedPolyline: Type.String() }),
          legs: Type.Array(Type.Object({ distanceMeters: Metres, duration: Seconds })),
        }),
      ),
    ),
  }),
)
const readPairs = answerReader(
  Type.Array(
    Type.Object({
      originIndex: Type.Optional(Type.Integer({ minimum: 0 })),
      destinationIndex: Type.Optional(Type.Integer({ minimum: 0 })),
      condition: Type.Optional(Type.String()),
      distanceMeters: Metres,
      duration: Type.Optional(Seconds),
    }),
  ),
)

/**
 * Routes and matrices by the Routes API, without traffic: with it the price doubles, and a fare should not change by
 * the minute.
 */
export function googleRoutes({ url, api_key, http, language }: ServiceRoom): PlaceService {
  const base = url ?? ROUTES
  const key = api_key ?? ''
  const how = { travelMode: 'DRIVE', routingPreference: 'TRAFFIC_UNAWARE' }
  return {
    async route(points) {
      if (points.length > MAX_BETWEEN + 2) throw new PlaceError('too_big', { points: points.length })
      const [origin, ...between] = points.map((point) => ({ location: place(point) }))
      const destination = between.pop()
      const body = {
        ...how,
        origin,
        destination,
        intermediates: between,
        languageCode: language,
        polylineQuality: 'HIGH_QUALITY',
      }
      const fields =
        'routes.distanceMeters,routes.duration,routes.polyline.encodedPolyline,routes.legs.distanceMeters,routes.legs.duration'
      const answer = await askGoogle(
        http,
        key,
        { url: `${base}/directions/v2:computeRoutes`, method: 'POST', body },
        fields,
      )
      const [best] = expected(readRoutes, answer).routes ?? []
      if (!best) return null
      return {
        ...way(best),
        points: lineOf(best.polyline.encodedPolyline),
        legs: best.legs.map(way),
        source: 'google',
      }
    },
    async matrix(from, to) {
      if (from.length * to.length > MAX_PAIRS) throw new PlaceError('too_big', { pairs: from.length * to.length })
      const body = { ...how, origins: waypoints(from), destinations: waypoints(to) }
      const fields = 'originIndex,destinationIndex,status,condition,distanceMeters,duration'
      const answer = await askGoogle(
        http,
        key,
        { url: `${base}/distanceMatrix/v2:computeRouteMatrix`, method: 'POST', body },
        fields,
      )
      return matrixOf(expected(readPairs, answer), from.length, to.length)
    },
  }
}

const place = ([latitude, longitude]: LatLng) => ({ latLng: { latitude, longitude } })
const waypoints = (points: readonly LatLng[]) => points.map((point) => ({ waypoint: { location: place(point) } }))
const way = ({ distanceMeters = 0, duration }: { readonly distanceMeters?: number; readonly duration: string }) => ({
  distance_m: distanceMeters,
  duration_s: Math.round(Number(duration.slice(0, -1))),
})

function lineOf(text: string): readonly LatLng[] {
  try {
    return decodeLine(text)
  } catch (error) {
    throw new PlaceError('bad_answer', { reason: 'polyline' }, null, { cause: error })
  }
}

/** Pairs come in any order. Null when one of them has no route. @throws {PlaceError} bad_answer when one is missing */
function matrixOf(pairs: NonNullable<ReturnType<typeof readPairs>>, rows: number, columns: number): PlaceMatrix | null {
  const empty = () => Array.from({ length: rows }, () => Array.from({ length: columns }, () => NaN))
  const distances_m = empty()
  const durations_s = empty()
  for (const { originIndex = 0, destinationIndex = 0, condition, duration, distanceMeters } of pairs) {
    if (condition === 'ROUTE_NOT_FOUND') return null
    const [distances, durations] = [distances_m[originIndex], durations_s[originIndex]]
    if (!distances || !durations || destinationIndex >= columns || duration === undefined) {
      throw new PlaceError('bad_answer', { reason: 'pairs' })
    }
    const told = way({ ...(distanceMeters !== undefined && { distanceMeters }), duration })
    distances[destinationIndex] = told.distance_m
    durations[destinationIndex] = told.duration_s
  }
  if (distances_m.some((row) => row.some(Number.isNaN))) throw new PlaceError('bad_answer', { reason: 'pairs' })
  return { distances_m, durations_s }
}
