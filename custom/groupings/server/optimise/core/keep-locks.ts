import type { Arena } from '../../../model/plan/arena'
import type { FoundPlan } from './search'

/**
 * Routes with every locked stop at its position, as far as that is possible: the others keep their order as well as
 * they can.
 */
export function withLocks(arena: Arena, found: FoundPlan): FoundPlan {
  if (!arena.hasLocks) return found
  const width = arena.stops + 2
  const order = found.order.slice()
  for (let r = 0; r < arena.vehicles; r++) {
    const row = Array.from(order.subarray(r * width + 1, r * width + 1 + (found.length[r] as number)))
    if (row.every((node, at) => (arena.locked[node] as number) < 0 || arena.locked[node] === at)) continue
    order.set(arranged(arena, row) ?? row, r * width + 1)
  }
  return { ...found, order }
}

/**
 * A row slot by slot: the first stop of the rest that leaves a legal order of what remains; null where there is none.
 */
function arranged(arena: Arena, row: readonly number[]): readonly number[] | null {
  const slots = new Map(row.map((node) => [node, slotsOf(arena, row, node)]))
  const made: number[] = []
  const rest = [...row]
  if (!isPossible(arena, slots, rest, 0)) return null
  while (rest.length > 0) {
    const at = rest.findIndex((node, k) => {
      const slot = slots.get(node)
      return (
        slot &&
        slot.from <= made.length &&
        isFree(arena, rest, node) &&
        isPossible(arena, slots, rest.toSpliced(k, 1), made.length + 1)
      )
    })
    if (at < 0) return null
    made.push(...rest.splice(at, 1))
  }
  return made
}

interface Slots {
  readonly from: number
  readonly to: number
}

/** The first and the last position that a stop can have, by its own lock and those of its service's other stops. */
function slotsOf({ locked, first, requestOf }: Arena, row: readonly number[], node: number): Slots {
  const q = requestOf[node] as number
  let [from, to] = [0, row.length - 1]
  for (let other = first[q] as number; other < (first[q + 1] as number); other++) {
    const lock = locked[other] as number
    if (other <= node)
      from = Math.max(
        from + (other > (first[q] as number) ? 1 : 0),
        lock + node - other >= 0 && lock >= 0 ? lock + node - other : 0,
      )
    if (lock >= 0 && other >= node) to = Math.min(to, lock - (other - node))
  }
  return { from: Math.min(from, row.length - 1), to }
}

const isFree = ({ first, requestOf }: Arena, rest: readonly number[], node: number): boolean =>
  node === (first[requestOf[node] as number] as number) || !rest.includes(node - 1)

/** Whether stops fit into the positions from `start` on: always the most urgent one that may stand there. */
function isPossible(arena: Arena, slots: ReadonlyMap<number, Slots>, stops: readonly number[], start: number): boolean {
  const rest = [...stops]
  for (let slot = start; rest.length > 0; slot++) {
    let best = -1
    for (const [k, node] of rest.entries()) {
      const one = slots.get(node)
      if (!one || one.from > slot || !isFree(arena, rest, node)) continue
      if (best < 0 || one.to < (slots.get(rest[best] as number)?.to ?? 0)) best = k
    }
    if (best < 0 || (slots.get(rest[best] as number)?.to ?? 0) < slot) return false
    rest.splice(best, 1)
  }
  return true
}
