import type { Arena } from '../../../model/plan/arena'
import type { FoundPlan } from './search'

/** What the ways of a plan cost, without its vehicles and what it breaks: beside those all else would seem small. */
export function drivingOf(
  { starts, ends, nodes, costs, vehicles, stops }: Arena,
  { order, length }: FoundPlan,
): number {
  let sum = 0
  for (let r = 0; r < vehicles; r++) {
    if (length[r] === 0) continue
    let from = starts[r] as number
    for (let at = 1; at <= (length[r] as number); at++) {
      const node = order[r * (stops + 2) + at] as number
      sum += costs[from * nodes + node] as number
      from = node
    }
    sum += costs[from * nodes + (ends[r] as number)] as number
  }
  return sum
}
