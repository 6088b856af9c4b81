import type { Arena } from './arena'
import { Judge } from './judge'

/** Places of some stops in a row, and what the row is then: how wrong, and what it costs. */
export interface RowPlace {
  /** Where each of them stands in the finished row. */
  readonly positions: readonly number[]
  readonly wrong: number
  readonly cost: number
}

interface Choice {
  /** Where the first may stand. */
  readonly fits?: (position: number) => boolean
  /** There is no time left: the best place so far is taken. */
  readonly isStopped?: () => boolean
}

/** The clock is looked at once in so many stops. */
const LOOK = 4_096

/** How wrong a vehicle's row of nodes is, and what it costs. */
export function scoreOfRow(arena: Arena, r: number, row: readonly number[]): Omit<RowPlace, 'positions'> {
  if (row.length === 0) return { wrong: 0, cost: 0 }
  const judge = new Judge(arena, r)
  row.forEach((node, depth) => judge.drive(depth, node))
  judge.finish(row.length)
  return { wrong: judge.wrong[row.length + 1] ?? 0, cost: judge.cost[row.length + 1] ?? 0 }
}

/**
 * The best place of some nodes, in their order, in a row: what breaks least, then what costs least.
 * @returns null: none fits, or there was no time to find one
 */
export function placeInRow(
  arena: Arena,
  r: number,
  row: readonly number[],
  nodes: readonly number[],
  { fits = () => true, isStopped = () => false }: Choice = {},
): RowPlace | null {
  const judge = new Judge(arena, r)
  const length = row.length + nodes.length
  const tried: number[] = []
  let best: RowPlace | null = null
  let [driven, isOver] = [0, isStopped()]
  // What is worse than the best on the way already is left.
  const isWorse = (depth: number): boolean => {
    if (isOver) return true
    const wrong = judge.wrong[depth] ?? 0
    return best !== null && (wrong > best.wrong || (wrong === best.wrong && (judge.cost[depth] ?? 0) >= best.cost))
  }
  const isGood = (depth: number, node: number): boolean => {
    judge.drive(depth, node)
    if (++driven % LOOK === 0) isOver = isStopped()
    return !isWorse(depth + 1)
  }
  const drive = (depth: number): void => {
    if (depth === length) {
      judge.finish(depth)
      if (isWorse(depth + 1)) return
      best = { positions: [...tried], wrong: judge.wrong[depth + 1] ?? 0, cost: judge.cost[depth + 1] ?? 0 }
      return
    }
    const k = tried.length
    const node = nodes[k]
    if (node !== undefined && (k > 0 || fits(depth)) && isGood(depth, node)) {
      tried.push(depth)
      drive(depth + 1)
      tried.pop()
    }
    const next = row[depth - k]
    if (next !== undefined && isGood(depth, next)) drive(depth + 1)
  }
  drive(0)
  return best
}

/** A row with nodes at the places found for them. */
export function rowWith(row: readonly number[], nodes: readonly number[], { positions }: RowPlace): number[] {
  const made = [...row]
  nodes.forEach((node, k) => made.splice(positions[k] ?? made.length, 0, node))
  return made
}
