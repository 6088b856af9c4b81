import { DETOUR, distance_m, type LatLng, STRAIGHT_KMH, straightRoute } from '../../geometry/model'
import type { WayTable } from '../../geo/model'
import { pause } from './pause'
import { snap, type Snapped } from './snap'
import { seconds, type StreetGraph } from './street-graph'

/** A place farther than this from any street is not covered by the local streets, as in `findRoute`. */
const LIMIT_M = 2_000

/** The graph as arrays: links of node `n` are `first[n]` to `first[n + 1] - 1`. */
interface Links {
  readonly indexOf: ReadonlyMap<string, number>
  readonly first: Int32Array
  readonly to: Int32Array
  readonly seconds: Float64Array
  readonly metres: Float64Array
}

const kept = new WeakMap<StreetGraph, Links>()

/**
 * All ways from each place in one search over the graph: what `findRoute` finds pair by pair, not rounded. Lets other
 * work have its turn between the rows.
 */
export async function wayTable(graph: StreetGraph, places: readonly LatLng[]): Promise<WayTable> {
  const links = linksOf(graph)
  const snapped = places.map((place) => snap(graph, place, LIMIT_M))
  const size = places.length
  const table = { seconds: new Float64Array(size * size), metres: new Float64Array(size * size) }
  const [time, length] = [new Float64Array(links.first.length - 1), new Float64Array(links.first.length - 1)]
  for (const [a, from] of places.entries()) {
    const start = snapped[a] ?? null
    if (start) search(links, start, time, length)
    for (const [b, to] of places.entries()) {
      if (a === b) continue
      const end = snapped[b] ?? null
      const way =
        start && end && start.away_m + end.away_m <= distance_m(from, to)
          ? arrival(links, start, end, time, length)
          : null
      const { route } = way ? { route: null } : straightRoute(from, to)
      table.seconds[a * size + b] = way?.duration_s ?? route?.duration_s ?? 0
      table.metres[a * size + b] = way?.distance_m ?? route?.distance_m ?? 0
    }
    await pause()
  }
  return { ...table, source: snapped.every((one) => one === null) ? 'straight' : graph.source }
}

function linksOf(graph: StreetGraph): Links {
  const known = kept.get(graph)
  if (known) return known
  const indexOf = new Map<string, number>()
  graph.ways.forEachNode((node) => {
    indexOf.set(String(node.id), indexOf.size)
  })
  const rows: { readonly to: number; readonly s: number; readonly m: number }[][] = Array.from(
    { length: indexOf.size },
    () => [],
  )
  graph.ways.forEachLink((link) => {
    const [from, to] = [indexOf.get(String(link.fromId)), indexOf.get(String(link.toId))]
    if (from !== undefined && to !== undefined)
      rows[from]?.push({ to, s: seconds(link.data), m: Math.abs(link.data.to_m - link.data.from_m) })
  })
  const first = new Int32Array(rows.length + 1)
  rows.forEach((row, node) => {
    first[node + 1] = (first[node] ?? 0) + row.length
  })
  const all = rows.flat()
  const links: Links = {
    indexOf,
    first,
    to: Int32Array.from(all, ({ to }) => to),
    seconds: Float64Array.from(all, ({ s }) => s),
    metres: Float64Array.from(all, ({ m }) => m),
  }
  kept.set(graph, links)
  return links
}

/** Seconds and metres to every node (Dijkstra); those that are not reached stay at Infinity. */
function search(
  { indexOf, first, to, seconds, metres }: Links,
  { edge, at_m }: Snapped,
  time: Float64Array,
  length: Float64Array,
): void {
  time.fill(Infinity)
  const heap: { readonly node: number; readonly s: number }[] = []
  const reach = (node: number | undefined, s: number, m: number): void => {
    if (node === undefined || s >= (time[node] ?? 0)) return
    time[node] = s
    length[node] = m
    push(heap, { node, s })
  }
  reach(indexOf.get(edge.to), driven_s(edge.kmh, edge.length_m - at_m), edge.length_m - at_m)
  if (edge.both_ways) reach(indexOf.get(edge.from), driven_s(edge.kmh, at_m), at_m)
  for (let next = pop(heap); next; next = pop(heap)) {
    const { node, s } = next
    if (s > (time[node] ?? 0)) continue
    for (let link = first[node] ?? 0; link < (first[node + 1] ?? 0); link++)
      reach(to[link], s + (seconds[link] ?? 0), (length[node] ?? 0) + (metres[link] ?? 0))
  }
}

const driven_s = (kmh: number, length_m: number): number => length_m / (kmh / 3.6)

interface Way {
  readonly duration_s: number
  readonly distance_m: number
}

/** The fastest way to a place on an edge: along the edge, or into it from one of its ends. */
function arrival(
  { indexOf }: Links,
  start: Snapped,
  end: Snapped,
  time: Float64Array,
  length: Float64Array,
): Way | null {
  const { edge, at_m } = end
  const beside_m = (start.away_m + end.away_m) * DETOUR
  const ways: Way[] = []
  const into = (node: number | undefined, rest_m: number): void => {
    const s = node === undefined ? Infinity : (time[node] ?? Infinity)
    if (s < Infinity)
      ways.push({ duration_s: s + driven_s(edge.kmh, rest_m), distance_m: (length[node ?? 0] ?? 0) + rest_m })
  }
  into(indexOf.get(edge.from), at_m)
  if (edge.both_ways) into(indexOf.get(edge.to), edge.length_m - at_m)
  if (edge === start.edge && (edge.both_ways || start.at_m <= at_m)) {
    const along_m = Math.abs(at_m - start.at_m)
    ways.push({ duration_s: driven_s(edge.kmh, along_m), distance_m: along_m })
  }
  const best = ways.sort((a, b) => a.duration_s - b.duration_s)[0]
  return best
    ? { duration_s: best.duration_s + beside_m / (STRAIGHT_KMH / 3.6), distance_m: best.distance_m + beside_m }
    : null
}

function push(
  heap: { readonly node: number; readonly s: number }[],
  one: { readonly node: number; readonly s: number },
): void {
  let at = heap.push(one) - 1
  while (at > 0) {
    const above = (at - 1) >> 1
    const parent = heap[above]
    if (!parent || parent.s <= one.s) break
    heap[at] = parent
    at = above
  }
  heap[at] = one
}

function pop(
  heap: { readonly node: number; readonly s: number }[],
): { readonly node: number; readonly s: number } | undefined {
  const top = heap[0]
  const last = heap.pop()
  if (heap.length === 0 || !last) return top
  let at = 0
  for (;;) {
    const [left, right] = [heap[at * 2 + 1], heap[at * 2 + 2]]
    const below = right && left && right.s < left.s ? at * 2 + 2 : at * 2 + 1
    const child = heap[below]
    if (!child || child.s >= last.s) break
    heap[at] = child
    at = below
  }
  heap[at] = last
  return top
}
