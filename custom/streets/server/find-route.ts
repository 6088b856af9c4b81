import {
  DETOUR,
  distance_m,
  type LatLng,
  type RouteBetween,
  STRAIGHT_KMH,
  straightRoute,
  type TripRoute,
} from '../../geometry/model'
import { cutLine } from './cut-line'
import { snap, type Snapped } from './snap'
import { addFaster, seconds, type Stretch, type StreetGraph } from './street-graph'

/** A place farther than this from any street is not covered by the local streets. */
const LIMIT_M = 2_000

// No node of a source has these names, since theirs have a prefix.
const [START, END] = ['>start', '>end']

/**
 * The fastest route by streets: both places are put on the nearest one; the distances to it are driven as where no
 * street is known. Null when a place is too far from all of them, or when the distances to the streets exceed the one
 * between the places.
 */
export function findRoute(graph: StreetGraph, from: LatLng, to: LatLng): TripRoute | null {
  const [start, end] = [snap(graph, from, LIMIT_M), snap(graph, to, LIMIT_M)]
  if (!start || !end || start.away_m + end.away_m > distance_m(from, to)) return null
  const stretches = between(graph, start, end)
  if (!stretches) return null
  const beside_m = (start.away_m + end.away_m) * DETOUR
  return {
    distance_m: beside_m + stretches.reduce((sum, { from_m, to_m }) => sum + Math.abs(to_m - from_m), 0),
    duration_s: beside_m / (STRAIGHT_KMH / 3.6) + stretches.reduce((sum, stretch) => sum + seconds(stretch), 0),
    points: once([from, ...stretches.flatMap(({ edge, from_m, to_m }) => cutLine(edge.points, from_m, to_m)), to]),
  }
}

/** The route for the fare and the map: by streets, else straight. */
export const waysOn =
  (graph: StreetGraph): RouteBetween =>
  (from, to) => {
    const route = findRoute(graph, from, to)
    return route ? { route, source: graph.source } : straightRoute(from, to)
  }

/** Stretches from one place on a street to another; both are nodes of the graph during the search. */
function between({ ways, finder }: StreetGraph, start: Snapped, end: Snapped): readonly Stretch[] | null {
  const { edge } = start
  const direct: Stretch = { edge, from_m: start.at_m, to_m: end.at_m }
  const isDirect = edge === end.edge && (edge.both_ways || start.at_m <= end.at_m)
  ways.addNode(START, start.point)
  ways.addNode(END, end.point)
  try {
    addFaster(ways, START, edge.to, { edge, from_m: start.at_m, to_m: edge.length_m })
    if (edge.both_ways) addFaster(ways, START, edge.from, { edge, from_m: start.at_m, to_m: 0 })
    addFaster(ways, end.edge.from, END, { edge: end.edge, from_m: 0, to_m: end.at_m })
    if (end.edge.both_ways)
      addFaster(ways, end.edge.to, END, { edge: end.edge, from_m: end.edge.length_m, to_m: end.at_m })
    if (isDirect) addFaster(ways, START, END, direct)
    const found = finder.find(START, END).toReversed()
    if (found.length === 0) return null
    return found.slice(1).flatMap((node, i) => {
      const link = found[i] && ways.getLink(found[i].id, node.id)
      return link ? [link.data] : []
    })
  } finally {
    ways.removeNode(START)
    ways.removeNode(END)
  }
}

/** Without points that repeat the one before. */
const once = (points: readonly LatLng[]): readonly LatLng[] => {
  const kept = points.filter(
    (point, i) => i === 0 || point[0] !== points[i - 1]?.[0] || point[1] !== points[i - 1]?.[1],
  )
  // A line has two ends, even one from a place to itself.
  return kept.length > 1 ? kept : points.slice(0, 2)
}
