import type { Arena } from '../../../model/plan/arena'
import { Judge } from '../../../model/plan/judge'
import { placeInRow, rowWith, scoreOfRow } from '../../../model/plan/place-in-row'
import type { FoundPlan } from './search'

/** A plan that drives everything, and the arena in which it breaks nothing. */
interface Relaxed {
  readonly arena: Arena
  /** The arrivals that were asked for. */
  readonly due: Float64Array
  readonly start: FoundPlan
}

/**
 * Where not everything fits, a plan that drives everything: what is left over goes where it breaks least, and what is
 * then late, too long or too full is allowed as far as it is. What no way leads to, or no vehicle may drive, stays left
 * over.
 * @param isStopped there is no time left to try places: what is left over goes to the end
 */
export function relaxed(arena: Arena, found: FoundPlan, isStopped: () => boolean): Relaxed {
  const { worth, vehicles } = arena
  const width = arena.stops + 2
  const rows = Array.from({ length: vehicles }, (_, r) => {
    const base = r * width + 1
    return Array.from(found.order.subarray(base, base + (found.length[r] as number)))
  })
  const bank = found.bank
    .toSorted((a, b) => (worth[b] as number) - (worth[a] as number) || a - b)
    .filter((q) => !putIn(arena, rows, q, isStopped))
  const [closes, rides] = [arena.closes.slice(), arena.rides.slice()]
  const [to, capacity] = [arena.to.slice(), arena.capacity.slice()]
  const late = rows.map((row, r) => loosen(arena, r, row, { rides, to, capacity }))
  allowLateness(arena, closes, rows, late)
  const order = new Int32Array(found.order.length)
  rows.forEach((row, r) => order.set(row, r * width + 1))
  return {
    arena: { ...arena, closes, rides, to, capacity, hasRides: rides.some((ride) => ride < Infinity) },
    due: arena.closes,
    start: { order, length: Int32Array.from(rows, ({ length }) => length), bank, lost: 0, cost: Infinity },
  }
}

/** Puts a request where it breaks least. @returns whether there is such a place */
function putIn(arena: Arena, rows: number[][], q: number, isStopped: () => boolean): boolean {
  const own = arena.only[q] as number
  const [first, end] = [arena.first[q] as number, arena.first[q + 1] as number]
  const nodes = Array.from({ length: end - first }, (_, k) => first + k)
  let best: { readonly r: number; readonly row: number[]; readonly wrong: number; readonly cost: number } | null = null
  for (const [r, row] of rows.entries()) {
    if (own >= 0 && own !== r) continue
    const before = scoreOfRow(arena, r, row)
    const place = isStopped() ? null : placeInRow(arena, r, row, nodes, { isStopped })
    const next = place ? rowWith(row, nodes, place) : [...row, ...nodes]
    const { wrong, cost } = place ?? scoreOfRow(arena, r, next)
    const more = wrong - before.wrong
    const dearer = cost - before.cost + (row.length === 0 ? arena.problem.weights.vehicle : 0)
    if (more === Infinity || dearer === Infinity) continue
    if (!best || more < best.wrong || (more === best.wrong && dearer < best.cost)) {
      best = { r, row: next, wrong: more, cost: dearer }
    }
  }
  if (best) rows[best.r] = best.row
  return best !== null
}

/**
 * How many times as late as the usual late stop all may be: one that nobody reaches in time lets nobody else be that
 * late.
 */
const LATER = 4

/** Each stop may be as late as it is, and as late as others are, so that there is something to exchange. */
function allowLateness(
  arena: Arena,
  closes: Float64Array,
  rows: readonly (readonly number[])[],
  late: readonly (readonly number[])[],
): void {
  const sorted = late
    .flat()
    .filter((one) => one > 0)
    .sort((a, b) => a - b)
  const most = Math.min(sorted.at(-1) ?? 0, LATER * (sorted[Math.floor(sorted.length / 2)] ?? 0))
  const own = new Map(rows.flatMap((row, r) => row.map((node, at) => [node, late[r]?.[at] ?? 0] as const)))
  for (let node = 0; node < arena.stops; node++) {
    closes[node] = (closes[node] as number) + Math.max(most, own.get(node) ?? 0)
  }
}

/** Allows what a row breaks. @returns how late each of its stops is */
function loosen(
  arena: Arena,
  r: number,
  row: readonly number[],
  allowed: { readonly rides: Float64Array; readonly to: Float64Array; readonly capacity: Int32Array },
): readonly number[] {
  const { first, requestOf, closes } = arena
  const judge = new Judge(arena, r)
  const late = row.map((node, depth) => {
    judge.drive(depth, node)
    const q = requestOf[node] as number
    if (node + 1 === first[q + 1]) allowed.rides[q] = Math.max(allowed.rides[q] as number, judge.ride)
    allowed.capacity[r] = Math.max(allowed.capacity[r] as number, judge.load[depth + 1] as number)
    return Math.max(0, judge.arrival - (closes[node] as number))
  })
  judge.finish(row.length)
  if (row.length > 0) allowed.to[r] = Math.max(allowed.to[r] as number, judge.arrival)
  return late
}
