import type { RoutePlan } from '../../../model/plan/problem'
import type { Arena } from '../../../model/plan/arena'
import type { FoundPlan } from './search'

/** What was found, under the ids of the problem: driven stops first, requests that are left over by their services. */
export function planOf(
  { problem, stops, idOf, serviceOf }: Arena,
  { order, length, bank }: Pick<FoundPlan, 'order' | 'length' | 'bank'>,
): RoutePlan {
  const width = stops + 2
  return {
    routes: problem.vehicles.map(({ id, driven }, r) => ({
      vehicle: id,
      stops: [
        ...driven.map(({ stop }) => stop),
        ...Array.from(order.subarray(r * width + 1, r * width + 1 + (length[r] ?? 0)), (node) => idOf[node] ?? 0),
      ],
    })),
    left: bank.map((q) => serviceOf[q] ?? 0),
  }
}

/**
 * A plan as rows of nodes, or an order of all stops for the first vehicle. Requests that a route has not whole are left
 * over.
 */
export function foundOf(arena: Arena, plan: RoutePlan | Int32Array): FoundPlan {
  const { problem, stops, vehicles, requests, idOf, requestOf } = arena
  const width = stops + 2
  const order = new Int32Array(vehicles * width)
  const length = new Int32Array(vehicles)
  const nodeOf = new Map(idOf.map((id, node) => [id, node]))
  const rows = problem.vehicles.map(({ id }, r) =>
    plan instanceof Int32Array
      ? r === 0
        ? Array.from(plan)
        : []
      : (plan.routes.find(({ vehicle }) => vehicle === id)?.stops ?? []).flatMap((stop) => nodeOf.get(stop) ?? []),
  )
  const isIn = new Uint8Array(requests)
  for (const [r, row] of rows.entries()) {
    const made = new Map<number, number>()
    for (const node of row) made.set(requestOf[node] ?? 0, (made.get(requestOf[node] ?? 0) ?? 0) + 1)
    const whole = row.filter((node) => made.get(requestOf[node] ?? 0) === chainLength(arena, requestOf[node] ?? 0))
    for (const node of whole) isIn[requestOf[node] ?? 0] = 1
    order.set(whole, r * width + 1)
    length[r] = whole.length
  }
  return {
    order,
    length,
    bank: Array.from({ length: requests }, (_, q) => q).filter((q) => isIn[q] === 0),
    lost: 0,
    cost: 0,
  }
}

const chainLength = ({ first }: Arena, q: number): number => (first[q + 1] ?? 0) - (first[q] ?? 0)
