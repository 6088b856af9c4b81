import type { Arena } from '../../../model/plan/arena'
import { Judge } from '../../../model/plan/judge'
import type { Found } from './search'

/**
 * Where not everything fits, a plan that drives everything: what is left over goes where it breaks least, and what is then late, too long or too full is
 * allowed as far as it is. `due` keeps the arrivals that were asked for.
 * @param isStopped there is no time left to try places: what is left over goes to the end
 */
export function relaxed(arena: Arena, found: Found, isStopped: () => boolean): { readonly arena: Arena; readonly due: Float64Array; readonly start: Found } {
  const width = arena.stops + 2
  const rows = Array.from({ length: arena.vehicles }, (_, r) => Array.from(found.order.subarray(r * width + 1, r * width + 1 + (found.length[r] as number))))
  const capacity = arena.capacity.slice()
  for (const q of found.bank.toSorted((a, b) => (arena.worth[b] as number) - (arena.worth[a] as number) || a - b)) {
    const own = arena.only[q] as number
    let best: { r: number; row: number[]; wrong: number; cost: number } | null = null
    for (const [r, row] of rows.entries()) {
      if (own >= 0 && own !== r) continue
      const before = judged(arena, r, row)
      for (const next of placesOf(arena, q, row, 0, isStopped() ? row.length : 0)) {
        const { wrong, cost } = judged(arena, r, next)
        const [more, dearer] = [wrong - before.wrong, cost - before.cost + (row.length === 0 ? arena.problem.weights.vehicle : 0)]
        if (!best || more < best.wrong || (more === best.wrong && dearer < best.cost)) best = { r, row: next, wrong: more, cost: dearer }
      }
    }
    if (best) rows[best.r] = best.row
  }
  const [closes, rides, to] = [arena.closes.slice(), arena.rides.slice(), arena.to.slice()]
  let worst = 0
  for (const [r, row] of rows.entries()) worst = Math.max(worst, ...loosen(arena, r, row, { rides, to, capacity }))
  for (let node = 0; node < arena.stops; node++) closes[node] = (closes[node] as number) + worst
  const order = new Int32Array(found.order.length)
  rows.forEach((row, r) => order.set(row, r * width + 1))
  return {
    arena: { ...arena, closes, rides, to, capacity, hasRides: rides.some((ride) => ride < Infinity) }, due: arena.closes,
    start: { order, length: Int32Array.from(rows, ({ length }) => length), bank: [], lost: 0, cost: Infinity },
  }
}

function judged(arena: Arena, r: number, row: readonly number[]): { readonly wrong: number; readonly cost: number } {
  if (row.length === 0) return { wrong: 0, cost: 0 }
  const judge = new Judge(arena, r)
  row.forEach((node, depth) => judge.drive(depth, node))
  judge.finish(row.length)
  return { wrong: judge.wrong[row.length + 1] as number, cost: judge.cost[row.length + 1] as number }
}

/** A row with a request in it, in every way that keeps the order of its stops. */
function* placesOf(arena: Arena, q: number, row: readonly number[], k = 0, from = 0): Generator<number[]> {
  const { first } = arena
  const node = (first[q] as number) + k
  if (node === (first[q + 1] as number)) return yield [...row]
  for (let at = from; at <= row.length; at++) yield* placesOf(arena, q, row.toSpliced(at, 0, node), k + 1, at + 1)
}

/** Allows what a row breaks. @returns how late each of its stops is */
function loosen(arena: Arena, r: number, row: readonly number[], allowed: { readonly rides: Float64Array; readonly to: Float64Array; readonly capacity: Int32Array }): number[] {
  const { seconds, nodes, stays, first, requestOf, opens, closes } = arena
  const judge = new Judge(arena, r)
  const boarded = new Map<number, number>()
  const late = row.map((node, depth) => {
    judge.drive(depth, node)
    const q = requestOf[node] as number
    const arrival = (judge.leave[depth] as number) + (seconds[(judge.nodes[depth] as number) * nodes + node] as number)
    if (node === (first[q] as number)) boarded.set(q, Math.max(arrival, opens[node] as number) + (stays[node] as number))
    else if (node + 1 === (first[q + 1] as number)) allowed.rides[q] = Math.max(allowed.rides[q] as number, arrival - (boarded.get(q) ?? 0))
    allowed.capacity[r] = Math.max(allowed.capacity[r] as number, judge.load[depth + 1] as number)
    return Math.max(0, arrival - (closes[node] as number))
  })
  const last = judge.nodes[row.length] as number
  if (row.length > 0) allowed.to[r] = Math.max(allowed.to[r] as number, (judge.leave[row.length] as number) + (seconds[last * nodes + (arena.ends[r] as number)] as number))
  return late
}
