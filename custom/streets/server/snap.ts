import { boxAround, distance_m, type LatLng, nearestOnLine } from '../../geometry/model'
import type { GraphEdge, Piece, StreetGraph } from './street-graph'

/** A place on the nearest street. */
export interface Snapped {
  readonly edge: GraphEdge
  readonly point: LatLng
  /** Along the edge, from its node `from`. */
  readonly at_m: number
  /** From the requested place. */
  readonly away_m: number
}

/**
 * The nearest point of any street; null when none is within `limit_m`.
 * @param fits which edges count; absent: all
 */
export function snap(
  graph: StreetGraph,
  place: LatLng,
  limit_m: number,
  fits?: (edge: GraphEdge) => boolean,
): Snapped | null {
  // The nearest box is a good guess and limits the search; it is only a guess, since degrees of east and north differ
  // in length.
  const wanted =
    fits &&
    ((index: number): boolean => {
      const piece = graph.pieces[index]
      return piece !== undefined && fits(piece.edge)
    })
  const guess = graph.near.nearest(place[0], place[1], 1, wanted).flatMap((index) => graph.pieces[index] ?? [])[0]
  if (!guess) return null
  let best = snapTo(guess, place)
  for (const index of graph.near.meeting(boxAround(place, Math.min(best.away_m, limit_m)))) {
    const piece = graph.pieces[index]
    if (!piece || (fits && !fits(piece.edge))) continue
    const found = snapTo(piece, place)
    if (found.away_m < best.away_m) best = found
  }
  return best.away_m <= limit_m ? best : null
}

function snapTo({ edge, from, to, before_m }: Piece, place: LatLng): Snapped {
  const { point, distance_m: away_m } = nearestOnLine(place, from, to)
  return { edge, point, at_m: Math.min(edge.length_m, before_m + distance_m(from, point)), away_m }
}
