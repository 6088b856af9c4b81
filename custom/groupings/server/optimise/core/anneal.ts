import type { Found, Search } from './search'

/** The part of the iterations in which vehicles are saved, where a vehicle costs. */
const FLEET_SHARE = 0.25
/** Heat at the beginning and at the end, as a part of the mean cost of a stop. */
const HOT = 2
const COLD = 0.005

export interface Course {
  readonly iterations: number
  /** Called with each better plan. */
  readonly better: (found: Found, iteration: number) => void
  /** Asked now and then. */
  readonly isStopped: () => boolean
}

/** Makes the plan of a search better in so many steps, and gives the best one found. */
export function anneal(search: Search, { iterations, better, isStopped }: Course): Found {
  const { arena } = search
  let best = search.save()
  let step = 0
  const keep = (): void => {
    if (search.lost > best.lost || (search.lost === best.lost && search.cost >= best.cost - 1e-9)) return
    best = search.save()
    driving = drivingOf(arena, best)
    better(best, step)
  }
  let driving = drivingOf(arena, best)
  const heat = (part: number): number => (driving / Math.max(1, arena.stops)) * HOT * (COLD / HOT) ** part
  if (arena.problem.weights.vehicle > 0 && best.lost === 0) {
    const end = Math.floor(iterations * FLEET_SHARE)
    while (step < end && used(search) > 1) {
      shrink(search)
      for (; step < end && search.lost > 0; step++) {
        if (step % 64 === 0 && isStopped()) break
        search.step(heat(0.5))
      }
      if (search.lost > 0 || isStopped()) break
      keep()
    }
    search.load(best)
    search.closed.fill(0)
  }
  const from = step
  for (; step < iterations; step++) {
    if (step % 64 === 0 && isStopped()) break
    if (search.step(heat((step - from) / (iterations - from)))) keep()
  }
  search.load(best)
  return best
}

/** What the ways of a plan cost: neither vehicles nor what it breaks, which would make everything else seem small. */
function drivingOf({ starts, ends, nodes, costs, vehicles, stops }: Search['arena'], { order, length }: Found): number {
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

function used({ routes: { length } }: Search): number {
  let count = 0
  for (let r = 0; r < length.length; r++) if ((length[r] as number) > 0) count++
  return count
}

/** Takes away the vehicle whose requests were missed least, and lets no other empty one come in. */
function shrink(search: Search): void {
  const { routes: { length, order, width }, arena: { vehicles, requestOf }, missed, closed } = search
  let [least, gone] = [Infinity, -1]
  for (let r = 0; r < vehicles; r++) {
    closed[r] = length[r] === 0 ? 1 : 0
    if (length[r] === 0) continue
    let sum = 0
    for (let at = 1; at <= (length[r] as number); at++) sum += missed[requestOf[order[r * width + at] as number] as number] as number
    if (sum < least) [least, gone] = [sum, r]
  }
  search.drop(gone)
  closed[gone] = 1
}
