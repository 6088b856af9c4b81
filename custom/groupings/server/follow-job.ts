import { sql } from 'kysely'
import { living, tables } from '#app/tables'
import { type Job, tell } from '#engine/server'
import { measured } from './change/write-route'
import { orderOfScene } from './route/orders'
import { groupingProblem, readScene } from './route/read-route'
import { ownRouteContext, type RouteContext } from './route/route-context'

const BATCH = 100

/**
 * What follows when rides have moved a grouping by themselves: who is told of its new state, and what its route comes
 * to once somebody has left it or did not come. All it goes by is in the rows, so it may be cut off anywhere.
 */
export const followJob: Job = {
  name: 'groupings.follow',
  every_s: 3,
  async run({ runtime, signal, log }) {
    const context = await ownRouteContext(runtime)
    const rows = await living(context.db, 'groupings')
      .where(sql<boolean>`(state is distinct from told_state or plan_version is distinct from measured_version)`)
      .select('id')
      .orderBy('id')
      .limit(BATCH)
      .execute()
    for (const { id } of rows) {
      if (signal.aborted) return
      await tellState(context, id)
      await measureAnew(context, id).catch((error: unknown) =>
        log(`groupings.follow: ${id}: ${error instanceof Error ? error.message : String(error)}`),
      )
    }
  },
}

async function tellState({ transaction }: RouteContext, id: number): Promise<void> {
  await transaction(async (tx) => {
    const row = await living(tx, 'groupings')
      .where('id', '=', id)
      .where(sql<boolean>`state is distinct from told_state`)
      .select(['state', 'told_state'])
      .forUpdate()
      .executeTakeFirst()
    if (!row) return
    await tables(tx).updateTable('groupings').set({ told_state: row.state }).where('id', '=', id).execute()
    // A new one has nothing to tell but that it is there, which its own write has told.
    if (row.told_state !== null)
      await tell(tx, 'groupings', {
        id,
        before: { state: row.told_state },
        after: { state: row.state ?? '1' },
        by: null,
      })
  })
}

async function measureAnew(context: RouteContext, id: number): Promise<void> {
  const scene = await readScene(context, context.db, id)
  const { plan_version } = scene.item
  const problem = await groupingProblem(context, scene)
  const { distance, duration, source, polyline, arrivals, start, end, late_s } = await measured(context, {
    scene,
    problem,
    order: problem ? orderOfScene(problem, scene) : [],
  })
  await context.transaction(async (tx) => {
    const still = await tables(tx)
      .updateTable('groupings')
      .set({
        measured_version: plan_version,
        ...(scene.item.can_edit && {
          distance,
          duration,
          distance_source: source,
          polyline,
          date_arrival: end,
          ...(scene.item.state !== '3' && { date_start: start }),
        }),
      })
      .where('id', '=', id)
      .where(sql<boolean>`coalesce(plan_version, 0) = ${plan_version}`)
      .executeTakeFirst()
    if (Number(still.numUpdatedRows) === 0 || arrivals.size === 0) return
    // The version that is in force says the same as its grouping.
    if (scene.item.can_edit)
      await tables(tx)
        .updateTable('grouping_plans')
        .set({ distance, duration, late_s })
        .where('id_grouping', '=', id)
        .where('number', '=', plan_version)
        .execute()
    await sql`update grouping_stops g set date_planned = a.at from unnest(${[...arrivals.keys()]}::int[],
      ${[...arrivals.values()]}::timestamptz[]) as a (id_stop, at)
      where g.id_grouping = ${id} and g.id_stop = a.id_stop`.execute(tx)
  })
}
