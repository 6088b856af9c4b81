import { living, tables } from '#app/tables'
import { AppError, wrong } from '#engine/model'
import { type CallContext, iso, serveCall, stateObjects } from '#engine/server'
import { sql } from 'kysely'
import { plansCall, resortCall, restoreCall } from '../../model/grouping-calls'
import { planOrder, planOfOrder } from '../../model/problem-wire'
import { optimizeRouteCall } from '../../model/run-calls'
import { optimise } from '../optimise/optimise'
import { vroomServer } from '../optimise/vroom/vroom-server'
import { readGrouping, readOpenGrouping } from '../read/read-grouping'
import { groupingProblem, readScene, routeOf, type GroupingScene } from '../route/read-route'
import { assertDrivable, assertWholeOrder, orderOfRides, orderOfScene, withRides } from '../route/orders'
import { writeRoute, type RouteChange } from './write-route'
import type { Problem } from '../../model/plan/problem'

/** What is asked of a route's order, over what is there now. */
async function sceneToSort(
  context: CallContext,
  id: number,
): Promise<{ readonly scene: GroupingScene; readonly problem: Problem }> {
  await readOpenGrouping(context, context.db, id)
  const scene = await readScene(context, context.db, id)
  const problem = await groupingProblem(context, scene)
  if (!problem) throw new AppError('CONFLICT', { say: 'groupings.no_services' })
  return { scene, problem }
}

/**
 * `resort`: another order by hand, or the one that the optimiser found. An order that nobody can drive is refused at
 * its field.
 */
export const resortGrouping = serveCall(
  resortCall,
  async (context, { id, id_services, id_stops, locked, plan_version: seen, id_run }) => {
    const { scene, problem } = await sceneToSort(context, id)
    const run = id_run === undefined ? null : await orderOfRun(context, id, id_run)
    if (!id_services && !id_stops && !run) throw wrong('id_services', 'required')
    const field = id_stops || run ? 'id_stops' : 'id_services'
    const order = id_stops ?? run?.order ?? orderOfRides(scene, id_services ?? [])
    assertWholeOrder(order, scene.stops, field)
    const fixed = locked?.filter((stop) => order.includes(stop))
    // Who unlocks a stop moves it freely.
    const judged = {
      ...problem,
      locks: {
        ...problem.locks,
        positions: problem.locks.positions.filter(({ stop }) => fixed === undefined || fixed.includes(stop)),
      },
    }
    assertDrivable(locked === undefined ? problem : withNewLocks(judged, scene, fixed ?? []), order, scene.stops, field)
    await writeRoute(context, {
      scene,
      problem,
      order,
      locked: fixed,
      seen,
      source: run ? 'optimizer' : 'hand',
      ...(run && { seed: run.seed }),
    })
    return { ...(await routeOf(context, id)), msg: context.say('groupings.resorted') }
  },
)

/** A stop that is locked only now stands wherever it is put. */
function withNewLocks(problem: Problem, { stops }: GroupingScene, fixed: readonly number[]): Problem {
  const old = new Set(stops.filter(({ locked }) => locked).map(({ id }) => id))
  return {
    ...problem,
    locks: {
      ...problem.locks,
      positions: problem.locks.positions.filter(({ stop }) => old.has(stop) && fixed.includes(stop)),
    },
  }
}

async function orderOfRun(
  { db, actor }: CallContext,
  id: number,
  id_run: number,
): Promise<{ readonly order: readonly number[]; readonly seed: number }> {
  const run = await living(db, 'grouping_runs')
    .where('id', '=', id_run)
    .where('id_grouping', '=', id)
    .where('id_user', '=', actor.id)
    .select(['result', 'seed'])
    .executeTakeFirst()
  const result = run?.result as
    | { readonly routes?: readonly { readonly stops: readonly number[] }[] }
    | null
    | undefined
  const [route] = result?.routes ?? []
  if (!run || !route) throw new AppError('NOT_FOUND')
  return { order: route.stops, seed: run.seed ?? 1 }
}

/** `optimizeRoute`: looks for the best order and keeps it. */
export const optimizeRoute = serveCall(optimizeRouteCall, async (context, { id, plan_version: seen }) => {
  const { scene, problem } = await sceneToSort(context, id)
  const before = orderOfScene(problem, scene)
  const { plan, seed, iterations, cost } = await optimise(problem, {
    from: planOfOrder(problem, before),
    seed: 1,
    iterations: null,
    all: true,
    vroom: vroomServer(context.settings),
  })
  const order = planOrder(plan)
  // The same order is no new version.
  if (order.join() !== before.join()) {
    assertDrivable(problem, order, scene.stops, 'id')
    await writeRoute(context, { scene, problem, order, seen, source: 'optimizer', seed })
  }
  return {
    ...(await routeOf(context, id)),
    iterations,
    cost,
    msg: context.say(order.join() === before.join() ? 'groupings.best_already' : 'groupings.optimized'),
  }
})

/** `plans`: who has made which order, and when. */
export const plans = serveCall(plansCall, async (context, { id }) => {
  const { plan_version } = await readGrouping(context, context.db, id)
  const rows = await tables(context.db)
    .selectFrom('grouping_plans as p')
    .leftJoin('users as u', 'u.id', 'p.id_user')
    .where('p.id_grouping', '=', id)
    .where('p.date_deleted', 'is', null)
    .select(({ ref }) => [
      'p.number',
      'p.source',
      'p.restored',
      'p.distance',
      'p.duration',
      'p.late_s',
      iso('p.date_created').$notNull().as('date'),
      sql<string | null>`nullif(concat_ws(' ', ${ref('u.name')}, ${ref('u.surname')}), '')`.as('by'),
      sql<string>`${ref('p.stops')}::text`.as('stops'),
    ])
    .orderBy('p.number', 'desc')
    .limit(100)
    .execute()
  const sources = stateObjects(context, 'grouping_plans', 'source')
  return {
    plan_version,
    items: rows.map(({ stops, source, ...row }) => ({
      ...row,
      source: source ?? '',
      source_obj: sources.get(source ?? '') ?? { id: source ?? '', name: source ?? '', color: '' },
      stops: [...stopsOf(stops)],
    })),
  }
})

const stopsOf = (stops: string): readonly number[] => JSON.parse(stops) as readonly number[]

/** `restore`: the order of an earlier version, with those who have joined since at their best places. */
export const restoreGrouping = serveCall(restoreCall, async (context, { id, number, plan_version: seen }) => {
  const { scene, problem } = await sceneToSort(context, id)
  const row = await tables(context.db)
    .selectFrom('grouping_plans')
    .where('id_grouping', '=', id)
    .where('number', '=', number)
    .select(({ ref }) => sql<string>`${ref('stops')}::text`.as('stops'))
    .executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND')
  const order = restoredOrder(problem, scene, stopsOf(row.stops))
  assertDrivable(problem, order, scene.stops, 'number')
  const change: RouteChange = { scene, problem, order, seen, source: 'restored', restored: number }
  await writeRoute(context, change)
  return { ...(await routeOf(context, id)), msg: context.say('groupings.restored', { number }) }
})

function restoredOrder(problem: Problem, scene: GroupingScene, old: readonly number[]): readonly number[] {
  const driven = scene.stops.filter(({ date_reached }) => date_reached !== null).map(({ id }) => id)
  const there = new Set(scene.stops.map(({ id }) => id))
  const kept = old.filter((id) => there.has(id) && !driven.includes(id))
  const stops = [...driven, ...kept]
  const whole = (service: number) =>
    scene.stops.filter((stop) => stop.id_service === service).every(({ id }) => stops.includes(id))
  const newer = [...new Set(scene.stops.map(({ id_service }) => id_service))].filter((service) => !whole(service))
  const open = stops.filter(
    (id) => !newer.includes(scene.stops.find((stop) => stop.id === id)?.id_service ?? 0) || driven.includes(id),
  )
  return withRides(problem, open, newer)
}
