import type { Leftover } from '../../../model/plan/optimised'
import type { Arena } from '../../../model/plan/arena'
import { Insertion } from './insertion'
import { Routes } from './routes'
import type { FoundPlan } from './search'

/** A change larger than this is no offer: hours later, as many seats more. */
const MAX_S = 6 * 3_600
const MAX_SEATS = 12
const MINUTE_S = 60
/** By how much each kind of change annoys: ten minutes later like a seat more or half an hour of overtime. */
const PAIN: { readonly [kind in Leftover['kind']]: number } = {
  late: 600,
  ride: 600,
  shift: 1_800,
  seats: 1,
  lock: 1,
  vehicle: 1,
}

/**
 * For each request that is left over the smallest change that would let it into a route as it stands; others keep their
 * times.
 */
export function leftoversOf(arena: Arena, found: FoundPlan): readonly Leftover[] {
  return found.bank.map((q): Leftover => {
    const offers = (['late', 'seats', 'ride', 'shift', 'lock'] as const).flatMap((kind) => {
      const offer = leastOf(arena, found, q, kind)
      return offer ? [offer] : []
    })
    const best = offers.sort((a, b) => a.by / PAIN[a.kind] - b.by / PAIN[b.kind])[0]
    return best ?? { service: arena.serviceOf[q] as number, kind: 'vehicle', by: 1, vehicle: null }
  })
}

/** The least of one kind of change, in whole minutes or seats, and the vehicle that would then drive it. */
function leastOf(
  arena: Arena,
  found: FoundPlan,
  q: number,
  kind: Exclude<Leftover['kind'], 'vehicle'>,
): Leftover | null {
  const service = arena.serviceOf[q] as number
  const offer = (by: number): Leftover | null => {
    const r = taker(changed(arena, q, kind, by), found, q)
    return r < 0 ? null : { service, kind, by, vehicle: arena.problem.vehicles[r]?.id ?? null }
  }
  if (kind === 'lock') return (arena.only[q] as number) < 0 ? null : offer(1)
  const unit = kind === 'seats' ? 1 : MINUTE_S
  let [low, high] = [0, (kind === 'seats' ? MAX_SEATS : MAX_S) / unit]
  let best = offer(high * unit)
  if (!best) return null
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    const found = offer(middle * unit)
    if (found) [best, high] = [found, middle]
    else low = middle
  }
  return best
}

function changed(arena: Arena, q: number, kind: Leftover['kind'], by: number): Arena {
  if (kind === 'seats') return { ...arena, capacity: arena.capacity.map((seats) => seats + by) }
  if (kind === 'shift') return { ...arena, to: arena.to.map((to) => to + by) }
  if (kind === 'lock') return { ...arena, only: arena.only.map((only, at) => (at === q ? -1 : only)) }
  if (kind === 'ride') return { ...arena, rides: arena.rides.map((ride, at) => (at === q ? ride + by : ride)) }
  return { ...arena, closes: arena.closes.map((close, node) => (arena.requestOf[node] === q ? close + by : close)) }
}

/** The vehicle that takes a request for the least; -1: none can. */
function taker(arena: Arena, { order, length }: FoundPlan, q: number): number {
  const routes = new Routes(arena)
  routes.order.set(order)
  routes.length.set(length)
  const insertion = new Insertion(routes)
  let [cheapest, best] = [Infinity, -1]
  for (let r = 0; r < arena.vehicles; r++) {
    routes.refresh(r)
    if (
      ((arena.only[q] as number) >= 0 && arena.only[q] !== r) ||
      (arena.peak[q] as number) > (arena.capacity[r] as number)
    )
      continue
    insertion.find(q, r, Infinity)
    if (insertion.cost < cheapest) [cheapest, best] = [insertion.cost, r]
  }
  return best
}
