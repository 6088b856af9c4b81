import { wrong } from '#engine/model'
import { bestPlace } from '../../model/plan/best-place'
import { evaluatePlan } from '../../model/plan/evaluate'
import type { Violation } from '../../model/plan/evaluation'
import { indexProblem } from '../../model/plan/index-problem'
import { movedPlan } from '../../model/plan/order'
import type { Problem } from '../../model/plan/problem'
import { planOrder, planOfOrder } from '../../model/problem-wire'
import type { GroupingStop } from '../../model/grouping-wire'
import type { GroupingScene } from './read-route'

/** What no vehicle can do, whoever orders it; being late or long is for people to judge. */
const IMPOSSIBLE: readonly Violation['kind'][] = ['precedence', 'incomplete', 'driven', 'seats', 'lock']

/** The first thing about an order that cannot be driven; null: it can. */
function impossibleIn(problem: Problem, order: readonly number[]): Violation | null {
  return (
    evaluatePlan(problem, planOfOrder(problem, order)).violations.find(({ kind }) => IMPOSSIBLE.includes(kind)) ?? null
  )
}

/** @throws {AppError} VALIDATION at `field` with what is wrong, by the name of who gets in */
export function assertDrivable(
  problem: Problem,
  order: readonly number[],
  stops: readonly GroupingStop[],
  field: string,
): void {
  const found = impossibleIn(problem, order)
  if (found)
    throw wrong(field, `groupings.${found.kind}`, {
      who: stops.find(({ id }) => id === found.stop)?.who ?? '',
      by: found.by,
    })
}

/** The order with rides added, each at its best place. */
export function withRides(problem: Problem, order: readonly number[], rides: readonly number[]): readonly number[] {
  let plan = { ...planOfOrder(problem, order), left: rides }
  for (const service of rides) {
    const move = bestPlace(problem, plan, { service })
    if (move) plan = { ...movedPlan(problem, plan, move), left: [] }
  }
  return planOrder(plan)
}

/**
 * The stored order of a scene; rides that it lacks a stop of, or has in no drivable order (their stops were changed),
 * are put in anew.
 */
export function orderOfScene(problem: Problem, { stops }: GroupingScene): readonly number[] {
  const { chains, stops: known } = indexProblem(problem)
  const order = stops.map(({ id }) => id).filter((id) => known.has(id))
  const broken = [...chains].flatMap(([service, chain]) => {
    const places = chain.map(({ id }) => order.indexOf(id))
    return places.some((place, i) => place < 0 || (i > 0 && place < (places[i - 1] ?? 0))) ? [service] : []
  })
  if (broken.length === 0) return order
  const driven = new Set(problem.vehicles.flatMap((vehicle) => vehicle.driven.map(({ stop }) => stop)))
  const again = broken.filter((service) => !(chains.get(service) ?? []).some(({ id }) => driven.has(id)))
  return withRides(
    problem,
    order.filter((id) => !again.includes(known.get(id)?.service ?? 0)),
    again,
  )
}

/**
 * The stops of rides in an order of whole rides: who gets in, by this order, then who gets out; of a mixed grouping
 * each ride after the other.
 */
export function orderOfRides(scene: GroupingScene, services: readonly number[]): readonly number[] {
  const of = (service: number) =>
    scene.stops.filter((stop) => stop.id_service === service && stop.date_reached === null)
  const driven = scene.stops.filter(({ date_reached }) => date_reached !== null)
  const open =
    scene.item.type === '3'
      ? services.flatMap(of)
      : [
          ...services.flatMap((id) => of(id).filter(({ kind }) => kind !== 'dropoff')),
          ...services.flatMap((id) => of(id).filter(({ kind }) => kind === 'dropoff')),
        ]
  return [...driven, ...open].map(({ id }) => id)
}

/** An asked order, which must have every stop of the route once. @throws {AppError} VALIDATION */
export function assertWholeOrder(order: readonly number[], stops: readonly GroupingStop[], field: string): void {
  const known = new Set(stops.map(({ id }) => id))
  if (order.length !== stops.length || new Set(order).size !== order.length || !order.every((id) => known.has(id)))
    throw wrong(field, 'groupings.not_whole')
}
