import { tables } from '#app/tables'
import { AppError } from '#engine/model'
import { serveCall } from '#engine/server'
import { planOfOrder } from '../../model/problem-wire'
import { optimiseCall, type OptimiserRun, runCall, stopRunCall } from '../../model/run-calls'
import { readOpenGrouping } from '../read/read-grouping'
import { groupingProblem, readScene } from '../route/read-route'
import { orderOfScene } from '../route/orders'
import { readRun, startSearch } from './run-search'

/** A search as calls answer it. */
export const runOnWire = ({
  id,
  id_grouping,
  state,
  iteration,
  iterations,
  cost,
  routes,
  left,
  leftovers,
  by,
  vroom_error,
  balance_m,
}: OptimiserRun): OptimiserRun => ({
  id,
  id_grouping,
  state,
  iteration,
  iterations,
  cost,
  routes,
  left,
  leftovers,
  by,
  vroom_error,
  balance_m,
})

/** `optimise`: begins to look for a better order of a grouping's stops. */
const optimiseGrouping = serveCall(optimiseCall, async (context, { id, seed = 1 }) => {
  await readOpenGrouping(context, context.db, id)
  const scene = await readScene(context, context.db, id)
  const problem = await groupingProblem(context, scene)
  if (!problem) throw new AppError('CONFLICT', { say: 'groupings.no_services' })
  const from = planOfOrder(problem, orderOfScene(problem, scene))
  return { run: runOnWire(await startSearch(context, { id_grouping: id, problem, from, all: true, seed })) }
})

const run = serveCall(runCall, async (context, { id }) => ({ run: runOnWire(await readRun(context, id)) }))

const stop = serveCall(stopRunCall, async (context, { id }) => {
  await readRun(context, id)
  await tables(context.db)
    .updateTable('grouping_runs')
    .set({ stop: true })
    .where('id', '=', id)
    .where('id_user', '=', context.actor.id)
    .execute()
  return { run: runOnWire(await readRun(context, id)) }
})

export const runCalls = [optimiseGrouping, run, stop]
