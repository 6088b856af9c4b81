import createGraph, { type Graph } from 'ngraph.graph'
import { nba, type PathFinder } from 'ngraph.path'
import { boxIndex, type BoxIndex, boxOf, distance_m, type LatLng } from '../../geometry/model'
import { pause } from './pause'
import { strongPart } from './strong-part'

/** One piece of street between two nodes, as its source describes it. */
export interface StreetEdge {
  readonly from: string
  readonly to: string
  readonly name: string | null
  /** From the node `from` to the node `to`; at least two. */
  readonly points: readonly LatLng[]
  readonly both_ways: boolean
  /** The speed on an ordinary day (see `speeds.ts`). */
  readonly kmh: number
}

export interface GraphEdge extends StreetEdge {
  readonly length_m: number
}

/** A stretch of an edge from one distance along it to another; against its direction where `to_m` is the smaller. */
export interface Stretch {
  readonly edge: GraphEdge
  readonly from_m: number
  readonly to_m: number
}

/** Lengths are measured on a plane (good to 0.1 %): a search's estimate must not exceed the real length. */
const HOPE = 0.998

export interface StreetGraph {
  /** The source of its routes: `streets`, or the file's name. */
  readonly source: string
  readonly edges: readonly GraphEdge[]
  readonly ways: Graph<LatLng, Stretch>
  /** The fastest route from node to node, last node first. */
  readonly finder: PathFinder<LatLng>
  /** Straight pieces of edges, and where they are. */
  readonly pieces: readonly Piece[]
  readonly near: BoxIndex
}

export interface Piece {
  readonly edge: GraphEdge
  readonly from: LatLng
  readonly to: LatLng
  /** Metres of the edge before this piece. */
  readonly before_m: number
}

/** Edges read before other work gets its turn. */
const AT_ONCE = 2_000

/**
 * A graph to find routes in. Only its largest part in which every node is reachable from every other is kept: a vehicle
 * on it can get anywhere on it, and back.
 */
export async function streetGraph(source: string, edges: readonly StreetEdge[]): Promise<StreetGraph> {
  const kept = strongPart(edges).map((edge): GraphEdge => ({ ...edge, length_m: lengthOf(edge.points) }))
  await pause()
  const ways = createGraph<LatLng, Stretch>()
  for (const [i, edge] of kept.entries()) {
    if (i % AT_ONCE === AT_ONCE - 1) await pause()
    const [first, last] = [edge.points[0], edge.points.at(-1)]
    if (!first || !last) continue
    ways.addNode(edge.from, first)
    ways.addNode(edge.to, last)
    addFaster(ways, edge.from, edge.to, { edge, from_m: 0, to_m: edge.length_m })
    if (edge.both_ways) addFaster(ways, edge.to, edge.from, { edge, from_m: edge.length_m, to_m: 0 })
  }
  await pause()
  const pieces = kept.flatMap(piecesOf)
  const max_mps = kept.reduce((max, { kmh }) => Math.max(max, kmh), 1) / 3.6
  // Kept with the graph, so that the next search reuses its memory.
  const finder = nba(ways, {
    oriented: true,
    distance: (_from, _to, link) => seconds(link.data),
    heuristic: (a, b) => (distance_m(a.data, b.data) / max_mps) * HOPE,
  })
  return {
    source,
    edges: kept,
    ways,
    finder,
    pieces,
    near: boxIndex(pieces.map(({ from, to }) => boxOf([from, to]))),
  }
}

/** Seconds to drive a stretch. */
export const seconds = ({ edge, from_m, to_m }: Stretch): number => Math.abs(to_m - from_m) / (edge.kmh / 3.6)

/** Between the same two nodes the graph keeps one edge: the fastest. */
export function addFaster(ways: Graph<LatLng, Stretch>, from: string, to: string, stretch: Stretch): void {
  const known = ways.getLink(from, to)
  if (known && seconds(known.data) <= seconds(stretch)) return
  if (known) ways.removeLink(known)
  ways.addLink(from, to, stretch)
}

function piecesOf(edge: GraphEdge): Piece[] {
  let before_m = 0
  return edge.points.slice(1).map((to, i) => {
    const from = edge.points[i] ?? to
    const piece = { edge, from, to, before_m }
    before_m += distance_m(from, to)
    return piece
  })
}

const lengthOf = (points: readonly LatLng[]): number =>
  points.reduce((sum, point, i) => sum + (i === 0 ? 0 : distance_m(points[i - 1] ?? point, point)), 0)
