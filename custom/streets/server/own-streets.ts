import { STREETS } from '../model/streets'
import { ownKmh } from './speeds'
import { streetGraph, type StreetEdge, type StreetGraph } from './street-graph'

let kept: Promise<StreetGraph> | null = null

/**
 * The graph of this project's own streets, which cross where they share exactly the same point; all are driven in both
 * directions.
 */
export function ownStreets(): Promise<StreetGraph> {
  kept ??= streetGraph(
    'streets',
    STREETS.flatMap(({ name, kind, points }) =>
      points.slice(1).map((to, i): StreetEdge => {
        const from = points[i] ?? to
        return {
          from: `p${from.join()}`,
          to: `p${to.join()}`,
          name,
          points: [from, to],
          both_ways: true,
          kmh: ownKmh(kind),
        }
      }),
    ),
  )
  return kept
}
