import { Type } from 'typebox'
import { decodeLine, type LatLng } from '../../../../geometry/model'
import { PlaceError, type JsonAnswer, type PlaceMatrix, type PlaceService, type ServiceRoom } from '../place-service'
import type { Route } from '../places'
import { assertStatus, expected, answerReader } from '../read-answer'

const PUBLIC = 'https://valhalla1.openstreetmap.de'

const Summary = Type.Object({ length: Type.Number({ minimum: 0 }), time: Type.Number({ minimum: 0 }) })
const readTrip = answerReader(
  Type.Object({
    trip: Type.Object({
      summary: Summary,
      legs: Type.Array(Type.Object({ summary: Summary, shape: Type.String() }), { minItems: 1 }),
    }),
  }),
)
const Cell = Type.Object({
  distance: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
  time: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
})
const readTable = answerReader(Type.Object({ sources_to_targets: Type.Array(Type.Array(Cell)) }))
const readError = answerReader(Type.Object({ error_code: Type.Integer() }))

/**
 * Codes by which Valhalla says that there is no way (no path, no street near by), and that too much was asked (places,
 * pairs, distances).
 */
const NO_WAY = new Set([170, 171, 442])
const TOO_BIG = new Set([150, 151, 152, 153, 154])

/** Routes and matrices by Valhalla (HTTP API, version 3, costing `auto`); it knows no addresses here. */
export function valhalla({ url, http }: ServiceRoom): PlaceService {
  const base = url ?? PUBLIC
  const ask = async (path: string, body: object): Promise<JsonAnswer | null> => {
    const answer = await http({
      url: `${base}/${path}`,
      method: 'POST',
      body: { ...body, costing: 'auto', units: 'kilometers' },
    })
    const code = readError(answer.json)?.error_code ?? null
    if (code !== null && NO_WAY.has(code)) return null
    if (code !== null && TOO_BIG.has(code)) throw new PlaceError('too_big', { status: answer.status, code })
    assertStatus(answer, { code })
    return answer
  }
  return {
    async route(points) {
      const answer = await ask('route', { locations: points.map(place), directions_type: 'none' })
      return answer && routeOf(answer)
    },
    async matrix(from, to) {
      const answer = await ask('sources_to_targets', { sources: from.map(place), targets: to.map(place) })
      return answer && tableOf(answer, from.length, to.length)
    },
  }
}

// More than six decimals are noise.
const place = ([lat, lng]: LatLng): { readonly lat: number; readonly lon: number } => ({
  lat: Number(lat.toFixed(6)),
  lon: Number(lng.toFixed(6)),
})
const metres = (kilometres: number): number => Math.round(kilometres * 1_000)

function routeOf(answer: JsonAnswer): Route {
  const {
    trip: { summary, legs },
  } = expected(readTrip, answer)
  return {
    distance_m: metres(summary.length),
    duration_s: Math.round(summary.time),
    source: 'valhalla',
    points: legs.flatMap(({ shape }, at) => lineOf(shape).slice(at === 0 ? 0 : 1)),
    legs: legs.map((leg) => ({ distance_m: metres(leg.summary.length), duration_s: Math.round(leg.summary.time) })),
  }
}

function lineOf(shape: string): readonly LatLng[] {
  try {
    return decodeLine(shape, 6)
  } catch (error) {
    throw new PlaceError('bad_answer', { reason: 'shape' }, null, { cause: error })
  }
}

/** Null when one of the pairs has no way, as for OSRM. */
function tableOf(answer: JsonAnswer, rows: number, columns: number): PlaceMatrix | null {
  const table = expected(readTable, answer).sources_to_targets
  if (table.length !== rows || table.some((row) => row.length !== columns))
    throw new PlaceError('bad_answer', { reason: 'size' })
  if (table.some((row) => row.some(({ distance, time }) => distance === null || time === null))) return null
  return {
    distances_m: table.map((row) => row.map(({ distance }) => metres(distance ?? 0))),
    durations_s: table.map((row) => row.map(({ time }) => Math.round(time ?? 0))),
  }
}
