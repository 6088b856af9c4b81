import type { StreetEdge } from './street-graph'

/**
 * The edges of the largest part in which every node is reachable from every other: a vehicle put into a dead end of
 * one-ways could not get out again. Kosaraju's two walks, without recursion (a city is deeper than the stack).
 */
export function strongPart(edges: readonly StreetEdge[]): readonly StreetEdge[] {
  const ahead = new Map<string, string[]>()
  const back = new Map<string, string[]>()
  const join = (from: string, to: string): void => {
    for (const [map, a, b] of [
      [ahead, from, to],
      [back, to, from],
    ] as const) {
      const known = map.get(a)
      if (known) known.push(b)
      else map.set(a, [b])
    }
  }
  for (const { from, to, both_ways } of edges) {
    join(from, to)
    if (both_ways) join(to, from)
  }
  const order: string[] = []
  const seen = new Set<string>()
  for (const node of new Set([...ahead.keys(), ...back.keys()])) walk(node, ahead, seen, order)
  const placed = new Set<string>()
  let largest: readonly string[] = []
  for (const node of order.toReversed()) {
    const part: string[] = []
    walk(node, back, placed, part)
    if (part.length > largest.length) largest = part
  }
  const inside = new Set(largest)
  return edges.filter(({ from, to }) => inside.has(from) && inside.has(to))
}

/** Goes everywhere possible from a node, and adds each node after everything behind it was visited. */
function walk(start: string, next: ReadonlyMap<string, readonly string[]>, seen: Set<string>, done: string[]): void {
  if (seen.has(start)) return
  seen.add(start)
  const path: { readonly node: string; at: number }[] = [{ node: start, at: 0 }]
  for (let top = path.at(-1); top; top = path.at(-1)) {
    const to = next.get(top.node)?.[top.at++]
    if (to === undefined) {
      done.push(top.node)
      path.pop()
    } else if (!seen.has(to)) {
      seen.add(to)
      path.push({ node: to, at: 0 })
    }
  }
}
