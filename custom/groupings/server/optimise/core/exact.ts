import type { Arena } from '../../../model/plan/arena'
import { Judge } from '../../../model/plan/judge'

/** With more stops, there are too many orders. */
export const MAX_EXACT_STOPS = 8

/**
 * The best order of all stops for one vehicle: every order that keeps what comes before what is looked at, but for
 * those that are worse on the way already. What breaks least comes first, then what costs least.
 * @returns nodes in their order
 */
export function exactOrder(
  arena: Arena,
  r = 0,
): { readonly order: Int32Array; readonly wrong: number; readonly cost: number } {
  const { stops, first, requestOf } = arena
  const judge = new Judge(arena, r)
  const isDone = new Uint8Array(stops)
  const best = { order: new Int32Array(stops), wrong: Infinity, cost: Infinity }
  const isWorse = (depth: number): boolean => {
    const wrong = judge.wrong[depth] as number
    return wrong > best.wrong || (wrong === best.wrong && (judge.cost[depth] as number) >= best.cost)
  }
  const visit = (depth: number): void => {
    if (depth === stops) {
      judge.finish(depth)
      if (isWorse(depth + 1)) return
      for (let at = 0; at < stops; at++) best.order[at] = judge.nodes[at + 1] as number
      best.wrong = judge.wrong[depth + 1] as number
      best.cost = judge.cost[depth + 1] as number
      return
    }
    for (let node = 0; node < stops; node++) {
      if (isDone[node] === 1) continue
      const isFirst = node === (first[requestOf[node] as number] as number)
      if (!isFirst && isDone[node - 1] === 0) continue
      judge.drive(depth, node)
      if (isWorse(depth + 1)) continue
      isDone[node] = 1
      visit(depth + 1)
      isDone[node] = 0
    }
  }
  visit(0)
  return best
}
