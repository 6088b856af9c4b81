import { districtAt } from '../model/district-at'
import { between, distance_m, type LatLng } from '../../geometry/model'
import { tellingWords, type Wordy } from '../../geo/model'
import { pause } from './pause'
import type { GraphEdge, StreetGraph } from './street-graph'

/** A street within a district: what people mean by an address. */
interface NamedStreet extends Wordy {
  readonly title: string
  /** Null outside the known districts. */
  readonly district: string | null
  /** On the street, near the middle of it. */
  readonly point: LatLng
}

export interface StreetNames {
  readonly streets: readonly NamedStreet[]
  /** Nodes of every street, by its name. */
  readonly nodes: ReadonlyMap<string, ReadonlyMap<string, LatLng>>
}

const AT_ONCE = 2_000

const kept = new WeakMap<StreetGraph, Promise<StreetNames>>()

/** The streets of a graph by name, worked out once. */
export function streetNames(graph: StreetGraph): Promise<StreetNames> {
  const known = kept.get(graph) ?? read(graph)
  kept.set(graph, known)
  return known
}

async function read({ edges }: StreetGraph): Promise<StreetNames> {
  const groups = new Map<
    string,
    { readonly title: string; readonly district: string | null; readonly middles: LatLng[] }
  >()
  const nodes = new Map<string, Map<string, LatLng>>()
  for (const [i, edge] of edges.entries()) {
    if (i % AT_ONCE === AT_ONCE - 1) await pause()
    // Some maps use a dash for a street without a name.
    if (edge.name === null || tellingWords(edge.name).length === 0) continue
    const middle = middleOf(edge)
    const district = districtAt(middle)
    const key = `${edge.name}\n${district ?? ''}`
    const group = groups.get(key) ?? { title: edge.name, district, middles: [] }
    group.middles.push(middle)
    groups.set(key, group)
    const own = nodes.get(edge.name) ?? new Map<string, LatLng>()
    for (const [node, point] of [
      [edge.from, edge.points[0]],
      [edge.to, edge.points.at(-1)],
    ] as const)
      if (point) own.set(node, point)
    nodes.set(edge.name, own)
  }
  const streets = [...groups.values()].map(({ title, district, middles }) => ({
    title,
    district,
    point: innermost(middles),
    name: tellingWords(title),
    place: district === null ? [] : tellingWords(district),
  }))
  return { streets, nodes }
}

function middleOf({ points }: GraphEdge): LatLng {
  const at = Math.floor((points.length - 1) / 2)
  const [a, b] = [points[at], points[at + 1]]
  return a && b ? between(a, b, 0.5) : [0, 0]
}

/** The one of several points that is nearest to the centre of all. */
function innermost(points: readonly LatLng[]): LatLng {
  const centre: LatLng = [mean(points.map(([lat]) => lat)), mean(points.map(([, lng]) => lng))]
  return points.reduce(
    (best, point) => (distance_m(point, centre) < distance_m(best, centre) ? point : best),
    points[0] ?? centre,
  )
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
