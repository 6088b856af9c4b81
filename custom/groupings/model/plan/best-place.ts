import { arenaOf, type Arena } from './arena'
import { indexProblem } from './index-problem'
import type { PlanMove } from './order'
import { placeInRow, scoreOfRow, type RowPlace } from './place-in-row'
import type { RoutePlan, Problem } from './problem'

/**
 * The best place of a stop in its own route, or of a service in the routes of some vehicles: what breaks least, then
 * what costs least. A stop stays between those of its service.
 * @param vehicles those to try for a service; every vehicle unless they are given
 * @returns the move to it; null when there is nowhere to go
 */
export function bestPlace(
  problem: Problem,
  plan: RoutePlan,
  what: { readonly stop: number } | { readonly service: number },
  vehicles?: readonly number[],
): PlanMove | null {
  const arena = arenaOf(problem)
  return 'stop' in what
    ? placeOfStop(arena, plan, what.stop)
    : placeOfService(arena, plan, what.service, vehicles ?? problem.vehicles.map(({ id }) => id))
}

function placeOfStop(arena: Arena, plan: RoutePlan, stop: number): PlanMove | null {
  const route = plan.routes.find(({ stops }) => stops.includes(stop))
  const node = arena.idOf.indexOf(stop)
  if (!route || node < 0) return null
  const r = arena.problem.vehicles.findIndex(({ id }) => id === route.vehicle)
  const row = openRow(arena, route.stops)
  const own = arena.requestOf[node]
  const rest = row.filter((other) => other !== node)
  const best = placeInRow(arena, r, rest, [node], {
    fits: (position) =>
      !rest.some((other, at) => arena.requestOf[other] === own && (other < node ? at >= position : at < position)),
  })
  return (
    best && {
      stop,
      vehicle: route.vehicle,
      position: (best.positions[0] ?? 0) + (arena.problem.vehicles[r]?.driven.length ?? 0),
    }
  )
}

function placeOfService(arena: Arena, plan: RoutePlan, service: number, vehicles: readonly number[]): PlanMove | null {
  const q = arena.serviceOf.indexOf(service)
  if (q < 0) return null
  const nodes = Array.from(
    { length: (arena.first[q + 1] ?? 0) - (arena.first[q] ?? 0) },
    (_, k) => (arena.first[q] ?? 0) + k,
  )
  const chain = indexProblem(arena.problem).chains.get(service) ?? []
  let best: (RowPlace & { readonly vehicle: number; readonly r: number }) | null = null
  for (const vehicle of vehicles) {
    const r = arena.problem.vehicles.findIndex(({ id }) => id === vehicle)
    // Part of it was driven by another vehicle.
    if (r < 0 || (nodes.length < chain.length && arena.only[q] !== r)) continue
    const row = openRow(arena, plan.routes.find((route) => route.vehicle === vehicle)?.stops ?? []).filter(
      (node) => arena.requestOf[node] !== q,
    )
    const before = scoreOfRow(arena, r, row)
    const found = placeInRow(arena, r, row, nodes)
    if (!found) continue
    const locked = (arena.only[q] ?? -1) >= 0 && arena.only[q] !== r ? Infinity : 0
    const [wrong, cost] = [
      found.wrong - before.wrong + locked,
      found.cost - before.cost + (row.length === 0 ? arena.problem.weights.vehicle : 0),
    ]
    if (!best || wrong < best.wrong || (wrong === best.wrong && cost < best.cost))
      best = { ...found, wrong, cost, vehicle, r }
  }
  if (!best) return null
  const driven = arena.problem.vehicles[best.r]?.driven.length ?? 0
  const made = chain.length - nodes.length
  // Stops that were driven stand where they are.
  const own = plan.routes.find((route) => route.vehicle === best.vehicle)?.stops ?? []
  const positions = [
    ...chain.slice(0, made).map(({ id }) => own.indexOf(id)),
    ...best.positions.map((position) => position + driven),
  ]
  return { service, vehicle: best.vehicle, positions }
}

const openRow = ({ idOf }: Arena, stops: readonly number[]): readonly number[] =>
  stops.map((stop) => idOf.indexOf(stop)).filter((node) => node >= 0)
