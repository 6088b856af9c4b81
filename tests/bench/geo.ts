import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import { lineIntersect } from '@turf/line-intersect'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { crossingIndex } from '../../custom/geometry/model/crossed-areas'
import { between, type LatLng } from '../../custom/geometry/model/lat-lng'
import { geoLine, polygonOf } from '../../custom/geometry/model/ring-geojson'
import { zoneIndex } from '../../custom/geometry/model/zone-index'
import { findRoute } from '../../custom/streets/server/find-route'
import { readGraph } from '../../custom/streets/server/graph-file'
import { ownStreets } from '../../custom/streets/server/own-streets'
import type { StreetGraph } from '../../custom/streets/server/street-graph'
import { atMost, type Bench } from './bench'
import { randomAreas, randomLine, randomPlace, randomSource } from './random-areas'

const AREAS = 1_000
const CORNERS = 50
const POINTS = 500

const lima = join(import.meta.dirname, '../../../shared/data/lima/lima_segments.csv')

/**
 * Places in areas, lines over areas, ways over streets: medians of single questions, beside looking at every area with
 * the same library.
 */
export async function geo({ tell, quick }: Pick<Bench, 'tell' | 'quick'>): Promise<void> {
  const random = randomSource(1)
  const areas = randomAreas(AREAS, CORNERS, random)
  const shapes = areas.map(({ ring }) => polygonOf(ring))
  const rounds = quick ? 200 : 2_000

  const zones = zoneIndex(areas)
  const places = Array.from({ length: rounds }, () => randomPlace(random))
  const zone_us = medianUs(places, (place) => zones.at(place))
  const slow_zone_us = medianUs(places.slice(0, rounds / 20), ([lat, lng]) =>
    shapes.filter((shape) => booleanPointInPolygon([lng, lat], shape)),
  )
  tell(
    `a place in ${AREAS} areas of ${CORNERS} corners`,
    `${zone_us.toFixed(1)} µs, ${(slow_zone_us / zone_us).toFixed(0)} times as fast as every area`,
    atMost(zone_us, 1_000, ' µs'),
  )

  const tolls = crossingIndex(areas)
  const lines = Array.from({ length: rounds / 10 }, () => randomLine(POINTS, random))
  const line_us = medianUs(lines, tolls.crossed)
  const slow_line_us = medianUs(lines.slice(0, 3), (line) =>
    shapes.filter((shape) => lineIntersect(geoLine(line), shape).features.length > 0),
  )
  const met = lines.reduce((sum, line) => sum + tolls.crossed(line).length, 0) / lines.length
  tell(
    `a line of ${POINTS} points over ${AREAS} areas, of which it crosses ${met.toFixed(0)}`,
    `${line_us.toFixed(0)} µs, ${(slow_line_us / line_us).toFixed(0)} times as fast as every area`,
    atMost(line_us, 1_000, ' µs'),
  )

  await ways('the own streets', await ownStreets())
  if (existsSync(lima)) await ways('lima_segments.csv', await readGraph(lima))
  else console.log('skipped: ways over lima_segments.csv: ../shared/data/lima is not here')

  async function ways(name: string, graph: StreetGraph): Promise<void> {
    const at = (): LatLng => {
      const piece = graph.pieces[Math.floor(random() * graph.pieces.length)]
      return piece ? between(piece.from, piece.to, random()) : [0, 0]
    }
    const pairs = Array.from({ length: rounds / 10 }, () => [at(), at()] as const)
    const way_us = medianUs(pairs, ([from, to]) => findRoute(graph, from, to))
    tell(
      `a way over ${name} (${graph.edges.length} edges)`,
      `${(way_us / 1_000).toFixed(2)} ms`,
      atMost(way_us / 1_000, 20, ' ms'),
    )
  }
}

/** After a first round that warms up. */
function medianUs<T>(inputs: readonly T[], ask: (input: T) => unknown): number {
  for (const input of inputs.slice(0, 50)) ask(input)
  const took = inputs.map((input) => {
    const began = performance.now()
    ask(input)
    return (performance.now() - began) * 1_000
  })
  return took.sort((a, b) => a - b)[Math.floor(took.length / 2)] ?? NaN
}
