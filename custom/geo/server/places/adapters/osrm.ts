import { Type } from 'typebox'
import { decodeLine, type LatLng } from '../../../../geometry/model'
import { PlaceError, type JsonAnswer, type PlaceMatrix, type PlaceService, type ServiceRoom } from '../place-service'
import type { Route } from '../places'
import { assertStatus, expected, answerReader } from '../read-answer'

const PUBLIC = 'https://router.project-osrm.org'

const readError = answerReader(Type.Object({ code: Type.String() }))
const readRoute = answerReader(
  Type.Object({
    code: Type.Literal('Ok'),
    routes: Type.Array(
      Type.Object({
        distance: Type.Number({ minimum: 0 }),
        duration: Type.Number({ minimum: 0 }),
        geometry: Type.String(),
        legs: Type.Array(Type.Object({ distance: Type.Number({ minimum: 0 }), duration: Type.Number({ minimum: 0 }) })),
      }),
      { minItems: 1 },
    ),
  }),
)
const Row = Type.Array(Type.Union([Type.Number({ minimum: 0 }), Type.Null()]))
const readTable = answerReader(
  Type.Object({ code: Type.Literal('Ok'), durations: Type.Array(Row), distances: Type.Array(Row) }),
)

/** Codes by which OSRM says that there is no route, rather than that it cannot answer. */
const NO_WAY = new Set(['NoRoute', 'NoSegment', 'NoTable'])

/** Routes and matrices by OSRM (HTTP API, version 1, profile `driving`); it knows no addresses. */
export function osrm({ url, http }: ServiceRoom): PlaceService {
  const base = url ?? PUBLIC
  const ask = async (path: string, query: string): Promise<JsonAnswer | null> => {
    const answer = await http({ url: `${base}/${path}?${query}` })
    const code = readError(answer.json)?.code ?? null
    if (code !== null && NO_WAY.has(code)) return null
    if (code === 'TooBig') throw new PlaceError('too_big', { status: answer.status, code })
    assertStatus(answer, { code })
    return answer
  }
  return {
    async route(points) {
      const answer = await ask(
        `route/v1/driving/${line(points)}`,
        'overview=full&geometries=polyline6&steps=false&alternatives=false',
      )
      return answer && routeOf(answer)
    },
    async matrix(from, to) {
      const indexes = (first: number, count: number): string =>
        Array.from({ length: count }, (_, at) => first + at).join(';')
      const query = `annotations=duration,distance&sources=${indexes(0, from.length)}&destinations=${indexes(from.length, to.length)}`
      const answer = await ask(`table/v1/driving/${line([...from, ...to])}`, query)
      return answer && tableOf(answer, from.length, to.length)
    },
  }
}

// Longitude first here; more than six decimals are noise, and would make the address longer.
const line = (points: readonly LatLng[]): string =>
  points.map(([lat, lng]) => `${degrees(lng)},${degrees(lat)}`).join(';')
const degrees = (value: number): number => Number(value.toFixed(6))

function routeOf(answer: JsonAnswer): Route {
  const [best] = expected(readRoute, answer).routes
  if (!best) throw new PlaceError('bad_answer', { status: answer.status })
  return {
    distance_m: Math.round(best.distance),
    duration_s: Math.round(best.duration),
    points: lineOf(best.geometry),
    legs: best.legs.map(({ distance, duration }) => ({
      distance_m: Math.round(distance),
      duration_s: Math.round(duration),
    })),
    source: 'osrm',
  }
}

function lineOf(geometry: string): readonly LatLng[] {
  try {
    return decodeLine(geometry, 6)
  } catch (error) {
    throw new PlaceError('bad_answer', { reason: 'geometry' }, null, { cause: error })
  }
}

/** Null when one of the pairs has no route: a table with gaps would be taken for a complete one. */
function tableOf(answer: JsonAnswer, rows: number, columns: number): PlaceMatrix | null {
  const { distances, durations } = expected(readTable, answer)
  if ([distances, durations].some((table) => table.length !== rows || table.some((row) => row.length !== columns))) {
    throw new PlaceError('bad_answer', { reason: 'size' })
  }
  if ([distances, durations].some((table) => table.some((row) => row.includes(null)))) return null
  const whole = (table: readonly (readonly (number | null)[])[]) =>
    table.map((row) => row.map((value) => Math.round(value ?? 0)))
  return { distances_m: whole(distances), durations_s: whole(durations) }
}
