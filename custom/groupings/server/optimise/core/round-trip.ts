import type { Arena } from '../../../model/plan/arena'
import { Dice } from './dice'
import { foundOf } from './found-plan'
import type { FoundPlan } from './search'
import { Tour } from './tour'

const HARD = 3

/**
 * Whether one vehicle visits everything in any order: no service has two stops, nothing has a time, a lock or more
 * passengers than seats.
 */
export function isRoundTrip({
  vehicles,
  stops,
  requests,
  hasWindows,
  hasLocks,
  peak,
  seats,
  capacity,
  load,
  opens,
}: Arena): boolean {
  const most = (load[0] ?? 0) + seats.reduce((sum, change) => sum + Math.max(0, change), 0)
  return (
    vehicles === 1 &&
    stops === requests &&
    stops >= HARD &&
    !hasWindows &&
    !hasLocks &&
    most <= (capacity[0] ?? 0) &&
    peak.length > 0 &&
    opens.every((open) => open === -Infinity)
  )
}

/** The best round trip found: kicks and repairs, of which each that makes it no longer is kept. */
export function roundTrip(
  arena: Arena,
  { seed, isStopped }: { readonly seed: number; readonly isStopped: () => boolean },
  iterations: number,
  better: (found: FoundPlan, iteration: number) => void,
): FoundPlan {
  const { stops } = arena
  const tour = new Tour(
    stops + 1,
    tripCosts(arena),
    Int32Array.from({ length: stops + 1 }, (_, place) => place),
  )
  const dice = new Dice(seed)
  tour.improve()
  const best = tour.order.slice()
  let cost = tour.cost
  const found = (): FoundPlan => foundOf(arena, fromDepot(best))
  better(found(), 0)
  for (let step = 1; step <= iterations; step++) {
    if (step % 64 === 0 && isStopped()) break
    tour.kick(dice)
    tour.improve()
    if (tour.cost > cost + 1e-9) {
      tour.set(best)
      continue
    }
    const isBetter = tour.cost < cost - 1e-9
    best.set(tour.order)
    cost = tour.cost
    if (isBetter) better(found(), step)
  }
  return found()
}

/** Place 0 is where the vehicle begins and ends, the others are the stops. */
function tripCosts({ stops, nodes, costs, starts, ends }: Arena): Float64Array {
  const size = stops + 1
  const [start, end] = [starts[0] ?? 0, ends[0] ?? 0]
  return Float64Array.from({ length: size * size }, (_, cell) => {
    const [from, to] = [Math.floor(cell / size), cell % size]
    if (from === 0 && to === 0) return 0
    return costs[(from === 0 ? start : from - 1) * nodes + (to === 0 ? end : to - 1)] ?? 0
  })
}

function fromDepot(order: Int32Array): Int32Array {
  const depot = order.indexOf(0)
  return Int32Array.from({ length: order.length - 1 }, (_, at) => (order[(depot + 1 + at) % order.length] ?? 0) - 1)
}
