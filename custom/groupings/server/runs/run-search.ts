import { sql } from 'kysely'
import { tables } from '#app/tables'
import { AppError, type JsonObject } from '#engine/model'
import type { CallContext, Db } from '#engine/server'
import type { OptimisedPlan } from '../../model/plan/optimised'
import type { RoutePlan, Problem } from '../../model/plan/problem'
import type { OptimiserRun } from '../../model/run-calls'
import { optimise, type OptimiseOptions } from '../optimise/optimise'
import { vroomServer } from '../optimise/vroom/vroom-server'

/** Searches that run in this process, by its database; the closing of the server ends them. */
const running = new WeakMap<Db, Set<{ readonly abort: AbortController; readonly done: Promise<void> }>>()

/** Ends all searches of this process and waits for what they still write. */
export async function endSearches(db: Db): Promise<void> {
  const all = [...(running.get(db) ?? [])]
  for (const { abort } of all) abort.abort()
  await Promise.all(all.map(({ done }) => done))
}

interface Search {
  readonly id_grouping: number | null
  readonly problem: Problem
  /** The plan that there is; null: none. */
  readonly from: RoutePlan | null
  /** Every ride is driven, late where nothing else is possible. */
  readonly all: boolean
  readonly seed: number
  /** What was asked, for who accepts it later. */
  readonly asked?: JsonObject
}

/** How often a search writes what it has found, and looks whether it should stop, milliseconds. */
const TICK_MS = 250
/** Who watches may end it earlier. */
const SEARCH_MS = 20_000
/**
 * How long who begins a search waits for its first plan, milliseconds: behind another search there is none yet, and
 * without an answer nobody could stop it.
 */
const FIRST_MS = 1_500
/** A search that has not been heard of for so long died with its process. */
const LOST_S = 20

/**
 * Begins a search beside the calls, which its owner asks for again and again.
 * @returns the search with its first answer, if that was quick
 */
export async function startSearch(context: CallContext, search: Search): Promise<OptimiserRun> {
  const { db, actor, now } = context
  const row = await tables(db)
    .insertInto('grouping_runs')
    .values({
      id_grouping: search.id_grouping,
      id_user: actor.id,
      state: 'running',
      seed: search.seed,
      asked: search.asked ? JSON.stringify(search.asked) : null,
      date_created: now(),
      date_updated: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const all = running.get(db) ?? new Set()
  running.set(db, all)
  const abort = new AbortController()
  let first: () => void = () => undefined
  const heard = new Promise<void>((resolve) => {
    first = resolve
  })
  const one = {
    abort,
    done: follow(db, row.id, { ...search, vroom: vroomServer(context.settings) }, abort, first).finally(() => {
      all.delete(one)
      first()
    }),
  }
  all.add(one)
  const timer = setTimeout(first, FIRST_MS)
  await heard
  clearTimeout(timer)
  return readRun(context, row.id)
}

async function follow(
  db: Db,
  id: number,
  { problem, from, all, seed, vroom }: Search & Pick<OptimiseOptions, 'vroom'>,
  abort: AbortController,
  first: () => void,
): Promise<void> {
  const write = (values: {
    readonly state?: 'done' | 'failed'
    readonly iteration?: number
    readonly iterations?: number
    readonly result?: string
  }): Promise<boolean> =>
    tables(db)
      .updateTable('grouping_runs')
      .set({ ...values, date_updated: sql`clock_timestamp()` })
      .where('id', '=', id)
      .returning('stop')
      .executeTakeFirst()
      .then((row) => row?.stop === true)
  let best: Partial<OptimiserRun> | null = null
  let writing: Promise<unknown> = Promise.resolve()
  const put = (): void => {
    const { iteration = 0, iterations = 0 } = best ?? {}
    writing = writing
      .then(() => write({ iteration, iterations, ...(best && { result: JSON.stringify(best) }) }))
      .then((stop) => {
        if (stop) abort.abort()
        if (best) first()
      }, first)
  }
  const tick = setInterval(put, TICK_MS)
  try {
    const found = await optimise(problem, {
      from,
      seed,
      iterations: null,
      all,
      vroom,
      signal: abort.signal,
      within_ms: SEARCH_MS,
      onProgress: ({ plan, cost, iteration, iterations }) => {
        const isFirst = best === null
        best = { routes: routesIn(plan), left: [...plan.left], cost, iteration, iterations }
        if (isFirst) put()
      },
    })
    clearInterval(tick)
    await writing
    await write({
      state: 'done',
      iteration: found.iterations,
      iterations: found.iterations,
      result: JSON.stringify(resultOf(found)),
    })
  } catch (error) {
    clearInterval(tick)
    await writing
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error)
    await write({ state: 'failed', result: JSON.stringify({ ...(best as Partial<OptimiserRun> | null), why }) }).catch(
      () => undefined,
    )
  }
}

const routesIn = ({ routes }: RoutePlan): OptimiserRun['routes'] =>
  routes.map(({ vehicle, stops }) => ({ vehicle, stops: [...stops] }))

const resultOf = ({
  plan,
  cost,
  by,
  vroom_error,
  leftovers,
  balance_m,
  iterations,
}: OptimisedPlan): Partial<OptimiserRun> => ({
  routes: routesIn(plan),
  left: [...plan.left],
  cost,
  by,
  vroom_error,
  leftovers: [...leftovers],
  balance_m,
  iteration: iterations,
  iterations,
})

/** A search of the asker's own. @throws {AppError} NOT_FOUND */
export async function readRun(
  { db, actor }: Pick<CallContext, 'db' | 'actor'>,
  id: number,
): Promise<OptimiserRun & { readonly asked: JsonObject | null; readonly seed: number }> {
  const row = await tables(db)
    .selectFrom('grouping_runs')
    .where('id', '=', id)
    .where('id_user', '=', actor.id)
    .where('date_deleted', 'is', null)
    .select(({ ref }) => [
      'id',
      'id_grouping',
      'state',
      'seed',
      'iteration',
      'iterations',
      sql<string | null>`${ref('result')}::text`.as('result'),
      sql<string | null>`${ref('asked')}::text`.as('asked'),
      sql<boolean>`${ref('state')} = 'running' and ${ref('date_updated')} < clock_timestamp()
        - make_interval(secs => ${LOST_S})`.as('lost'),
    ])
    .executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND')
  const result = row.result === null ? {} : (JSON.parse(row.result) as Partial<OptimiserRun>)
  return {
    cost: null,
    routes: [],
    left: [],
    leftovers: [],
    by: null,
    vroom_error: null,
    balance_m: null,
    ...result,
    id: row.id,
    id_grouping: row.id_grouping,
    state: row.lost ? 'failed' : row.state === 'done' || row.state === 'failed' ? row.state : 'running',
    iteration: row.iteration ?? 0,
    iterations: row.iterations ?? 0,
    seed: row.seed ?? 1,
    asked: row.asked === null ? null : (JSON.parse(row.asked) as JsonObject),
  }
}
