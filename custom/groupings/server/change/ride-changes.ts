import { sql } from 'kysely'
import { AppError } from '#engine/model'
import { anyOf, type CallContext, serveCall } from '#engine/server'
import { moveService, moverOf, serviceScope } from '../../../services/server'
import { assignServiceCall, removeServiceCall } from '../../model/grouping-calls'
import { planOrder, planOfOrder } from '../../model/problem-wire'
import { optimise } from '../optimise/optimise'
import { readOpenGrouping } from '../read/read-grouping'
import { readRides, type GroupingRide } from '../read/read-rides'
import { groupingProblem, readScene, routeOf, type GroupingScene } from '../route/read-route'
import { assertDrivable, orderOfScene, withRides } from '../route/orders'
import { assertBelongs } from './near-in-time'
import { giveRides } from './give-rides'
import { JOINABLE, writeRoute } from './write-route'

/**
 * `assignService`: rides join, at their best places; where the grouping does so by itself, its vehicle gets them and
 * the whole order is looked for anew.
 */
export const assignService = serveCall(
  assignServiceCall,
  async (context, { id, id_service, ids = [], plan_version: seen }) => {
    await addRides(context, id, [...new Set(id_service === undefined ? ids : [id_service, ...ids])], seen)
    return { ...(await routeOf(context, id)), msg: context.say('groupings.added') }
  },
)

async function addRides(
  context: CallContext,
  id: number,
  asked: readonly number[],
  seen: number | undefined,
): Promise<void> {
  if (asked.length === 0) throw new AppError('VALIDATION', { errors: { id_service: { key: 'required' } } })
  await readOpenGrouping(context, context.db, id)
  const scene = await readScene(context, context.db, id)
  // Asked again, since the answer was lost.
  const missing = asked.filter((one) => !scene.rides.some((ride) => ride.id === one))
  if (missing.length === 0) return
  const joins = await joinable(context, scene, missing)
  assertBelongs(scene.rides, joins)
  const problem = await groupingProblem(context, scene, joins)
  if (!problem) throw new AppError('VALIDATION', { errors: { id_service: { key: 'groupings.no_places' } } })
  const first = withRides(
    problem,
    orderOfScene(problem, scene),
    joins.map((ride) => ride.id),
  )
  const { auto_assign, optimize_route } = scene.item
  const order =
    optimize_route === 1
      ? planOrder(
          (await optimise(problem, { from: planOfOrder(problem, first), seed: 1, iterations: 2_000, all: true })).plan,
        )
      : first
  assertDrivable(
    problem,
    order,
    joins.flatMap(({ stops }) => stops),
    'id_service',
  )
  await writeRoute(context, {
    scene,
    problem,
    order,
    joins,
    seen,
    source: 'added',
    after: async (tx) => {
      if (auto_assign === 1) await giveRides(context, tx, scene.item.id, missing)
    },
  })
}

/**
 * Rides of the asker's scope that may join this grouping.
 * @throws {AppError} NOT_FOUND; CONFLICT and VALIDATION with the reason
 */
async function joinable(
  context: CallContext,
  { item }: Pick<GroupingScene, 'item'>,
  ids: readonly number[],
): Promise<readonly GroupingRide[]> {
  const rides = await readRides(
    context,
    context.db,
    sql<boolean>`s.id = ${anyOf(ids)} and ${serviceScope(context, 's')}`,
  )
  if (rides.length !== ids.length) throw new AppError('NOT_FOUND')
  const fit = await readRides(context, context.db, sql<boolean>`s.id = ${anyOf(ids)} and ${mayJoin(item)}`)
  const other = rides.find((ride) => !fit.some((one) => one.id === ride.id))
  if (other) throw new AppError('CONFLICT', { say: 'groupings.ride_unfit', params: { id: other.id } })
  return fit
}

/** Condition over `s`: rides that may join a grouping of this product and branch, and belong to none. */
export const mayJoin = ({
  id_product,
  id_branch,
}: Pick<GroupingScene['item'], 'id_product' | 'id_branch'>) => sql<boolean>`(
  s.id_grouping is null and s.state in (${sql.join([...JOINABLE])}) and s.id_driver is null
  and s.id_product = ${id_product}
  and coalesce(s.for_shared_service, false) and (${id_branch}::int is null or s.id_branch = ${id_branch}))`

/** `removeService`: a ride leaves, and is taken off the grouping's vehicle. Who is on board stays. */
export const removeService = serveCall(removeServiceCall, async (context, { id, id_service, plan_version: seen }) => {
  await readOpenGrouping(context, context.db, id)
  const scene = await readScene(context, context.db, id)
  const ride = scene.rides.find((one) => one.id === id_service)
  if (!ride) throw new AppError('NOT_FOUND')
  if (!ride.can_leave) throw new AppError('CONFLICT', { say: 'groupings.aboard' })
  const rest = {
    ...scene,
    rides: scene.rides.filter((one) => one !== ride),
    stops: scene.stops.filter((stop) => stop.id_service !== id_service),
  }
  const problem = await groupingProblem(context, rest)
  await writeRoute(context, {
    scene,
    problem,
    order: problem ? orderOfScene(problem, rest) : [],
    leaves: [id_service],
    seen,
    source: 'removed',
    before: async (tx) => {
      if (ride.id_driver === null) return
      await moveService(tx, {
        id: id_service,
        move: ride.state === 'scheduled' ? 'unreserve' : 'unassign',
        by: moverOf(context),
        now: context.now(),
      })
    },
  })
  return { ...(await routeOf(context, id)), msg: context.say('groupings.removed') }
})
