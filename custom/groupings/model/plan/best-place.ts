import { arenaOf, type Arena } from './arena'
import { indexOf } from './index-problem'
import { Judge } from './judge'
import type { Move } from './order'
import type { Plan, Problem } from './problem'

/**
 * The best place of a stop in its own route, or of a service in the routes of some vehicles: what breaks least, then what costs least. A stop stays between
 * those of its service.
 * @param vehicles those to try for a service; every vehicle unless they are given
 * @returns the move to it; null when there is nowhere to go
 */
export function bestPlace(problem: Problem, plan: Plan, what: { readonly stop: number } | { readonly service: number }, vehicles?: readonly number[]): Move | null {
  const arena = arenaOf(problem)
  return 'stop' in what ? placeOfStop(arena, plan, what.stop) : placeOfService(arena, plan, what.service, vehicles ?? problem.vehicles.map(({ id }) => id))
}

function placeOfStop(arena: Arena, plan: Plan, stop: number): Move | null {
  const route = plan.routes.find(({ stops }) => stops.includes(stop))
  const node = arena.idOf.indexOf(stop)
  if (!route || node < 0) return null
  const r = arena.problem.vehicles.findIndex(({ id }) => id === route.vehicle)
  const row = openRow(arena, route.stops)
  const own = arena.requestOf[node]
  const rest = row.filter((other) => other !== node)
  const best = cheapest(arena, r, rest, [node], (position) =>
    !rest.some((other, at) => arena.requestOf[other] === own && (other < node ? at >= position : at < position)))
  return best && { stop, vehicle: route.vehicle, position: (best.positions[0] ?? 0) + (arena.problem.vehicles[r]?.driven.length ?? 0) }
}

function placeOfService(arena: Arena, plan: Plan, service: number, vehicles: readonly number[]): Move | null {
  const q = arena.serviceOf.indexOf(service)
  if (q < 0) return null
  const nodes = Array.from({ length: (arena.first[q + 1] ?? 0) - (arena.first[q] ?? 0) }, (_, k) => (arena.first[q] ?? 0) + k)
  const chain = indexOf(arena.problem).chains.get(service) ?? []
  let best: (Best & { readonly vehicle: number; readonly r: number }) | null = null
  for (const vehicle of vehicles) {
    const r = arena.problem.vehicles.findIndex(({ id }) => id === vehicle)
    // Part of it was driven by another vehicle.
    if (r < 0 || (nodes.length < chain.length && arena.only[q] !== r)) continue
    const row = openRow(arena, plan.routes.find((route) => route.vehicle === vehicle)?.stops ?? []).filter((node) => arena.requestOf[node] !== q)
    const before = scoreOf(arena, r, row)
    const found = cheapest(arena, r, row, nodes)
    if (!found) continue
    const locked = (arena.only[q] ?? -1) >= 0 && arena.only[q] !== r ? Infinity : 0
    const [wrong, cost] = [found.wrong - before.wrong + locked, found.cost - before.cost + (row.length === 0 ? arena.problem.weights.vehicle : 0)]
    if (!best || wrong < best.wrong || (wrong === best.wrong && cost < best.cost)) best = { ...found, wrong, cost, vehicle, r }
  }
  if (!best) return null
  const driven = arena.problem.vehicles[best.r]?.driven.length ?? 0
  const made = chain.length - nodes.length
  // Stops that were driven stand where they are.
  const own = plan.routes.find((route) => route.vehicle === best.vehicle)?.stops ?? []
  const positions = [...chain.slice(0, made).map(({ id }) => own.indexOf(id)), ...best.positions.map((position) => position + driven)]
  return { service, vehicle: best.vehicle, positions }
}

const openRow = ({ idOf }: Arena, stops: readonly number[]): readonly number[] => stops.map((stop) => idOf.indexOf(stop)).filter((node) => node >= 0)

interface Best { readonly positions: readonly number[]; readonly wrong: number; readonly cost: number }

function scoreOf(arena: Arena, r: number, row: readonly number[]): { readonly wrong: number; readonly cost: number } {
  if (row.length === 0) return { wrong: 0, cost: 0 }
  const judge = new Judge(arena, r)
  row.forEach((node, depth) => judge.drive(depth, node))
  judge.finish(row.length)
  return { wrong: judge.wrong[row.length + 1] ?? 0, cost: judge.cost[row.length + 1] ?? 0 }
}

/** Every place of some nodes, in their order, in a row; what is worse than the best on the way already is left. `fits`: where the first may stand. */
function cheapest(arena: Arena, r: number, row: readonly number[], nodes: readonly number[], fits: (position: number) => boolean = () => true): Best | null {
  const judge = new Judge(arena, r)
  const length = row.length + nodes.length
  const tried: number[] = []
  let best: Best | null = null
  const isWorse = (depth: number): boolean => {
    const wrong = judge.wrong[depth] ?? 0
    return best !== null && (wrong > best.wrong || (wrong === best.wrong && (judge.cost[depth] ?? 0) >= best.cost))
  }
  const drive = (depth: number): void => {
    if (depth === length) {
      judge.finish(depth)
      if (!isWorse(depth + 1)) best = { positions: [...tried], wrong: judge.wrong[depth + 1] ?? 0, cost: judge.cost[depth + 1] ?? 0 }
      return
    }
    const k = tried.length
    const node = nodes[k]
    if (node !== undefined && (k > 0 || fits(depth))) {
      judge.drive(depth, node)
      if (!isWorse(depth + 1)) {
        tried.push(depth)
        drive(depth + 1)
        tried.pop()
      }
    }
    const next = row[depth - k]
    if (next === undefined) return
    judge.drive(depth, next)
    if (!isWorse(depth + 1)) drive(depth + 1)
  }
  drive(0)
  return best
}
