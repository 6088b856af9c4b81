import { sql } from 'kysely'
import { living, patchRecord, tables } from '#app/tables'
import { AppError } from '#engine/model'
import { byAsker, type CallContext, type Deed, serveCall } from '#engine/server'
import { fleetScope } from '../../../fleet/server'
import { driverOfVehicle } from '../../../services/server'
import { assignGroupingVehicleCall, autoAssignCall, removeGroupingVehicleCall } from '../../model/grouping-calls'
import { evaluatePlan } from '../../model/plan/evaluate'
import { planOfOrder } from '../../model/problem-wire'
import { readOpenGrouping } from '../read/read-grouping'
import { groupingProblem, readScene, routeOf } from '../route/read-route'
import { orderOfScene } from '../route/orders'
import { vehiclesFor } from '../read/vehicles'
import { actingAs, assertVehicleFree, giveAll, lockGrouping, NOBODY_DRIVES, takeAll } from './give-rides'

/**
 * `assignVehicle`: the grouping and all its rides go to whoever drives the vehicle now. Repeating it changes nothing.
 */
export const assignGroupingVehicle = serveCall(
  assignGroupingVehicleCall,
  async (context, { id, id_vehicle, plan_version }) => {
    const item = await readOpenGrouping(context, context.db, id)
    if (plan_version !== undefined && plan_version !== item.plan_version)
      throw new AppError('CONFLICT', { say: 'groupings.changed_meanwhile', body: { plan_version: item.plan_version } })
    const { name } = await give(context, id, id_vehicle)
    return { ...(await routeOf(context, id)), msg: context.say('groupings.given_to', { name }) }
  },
)

/** @throws {AppError} NOT_FOUND outside the asker's scope, CONFLICT with the reason */
async function give(context: CallContext, id: number, id_vehicle: number): Promise<{ readonly name: string }> {
  const { id_driver, name } = await driverOfVehicle(context, context.db, id_vehicle)
  await assertSeats(context, id, id_vehicle)
  await context.transaction(async (tx) => {
    const { state } = await lockGrouping(tx, id)
    await assertVehicleFree(tx, id, id_vehicle)
    const before = await tables(tx)
      .selectFrom('groupings')
      .where('id', '=', id)
      .select(['id_vehicle', 'id_driver'])
      .executeTakeFirst()
    if (before?.id_vehicle !== null && before?.id_driver !== id_driver) await takeAll(tx, id, actingAs(context))
    const becomes = state === '1' ? '2' : state
    // What is told here is not told once more by the job that tells what became of the rides.
    await patchRecord(
      tx,
      'groupings',
      id,
      { id_vehicle, id_driver, state: becomes, told_state: becomes },
      { ...deed(context, 'grouping_give', name), says: ['id_vehicle', 'id_driver', 'state'] },
    )
    await giveAll(tx, id, actingAs(context))
  })
  return { name }
}

/**
 * Whether everybody has a seat at every leg of the route as it stands.
 * @throws {AppError} CONFLICT `groupings.too_small`
 */
async function assertSeats(context: CallContext, id: number, id_vehicle: number): Promise<void> {
  const scene = await readScene(context, context.db, id)
  const vehicle = await living(context.db, 'vehicles')
    .where('id', '=', id_vehicle)
    .select('capacity_1')
    .executeTakeFirst()
  const with_it = {
    ...scene,
    item: { ...scene.item, id_vehicle, max_capacity_1: vehicle?.capacity_1 ?? scene.item.max_capacity_1 },
  }
  const problem = await groupingProblem(context, with_it)
  if (!problem) return
  const short = evaluatePlan(problem, planOfOrder(problem, orderOfScene(problem, with_it)))
    .violations.filter(({ kind }) => kind === 'seats')
    .map(({ by }) => by)
  if (short.length > 0)
    throw new AppError('CONFLICT', { say: 'groupings.too_small', params: { smart_count: Math.max(...short) } })
}

/** `removeVehicle`: nobody drives it any more, and its rides are without a driver again. */
export const removeGroupingVehicle = serveCall(removeGroupingVehicleCall, async (context, { id }) => {
  const item = await readOpenGrouping(context, context.db, id)
  if (item.id_vehicle !== null) {
    await context.transaction(async (tx) => {
      await lockGrouping(tx, id)
      await takeAll(tx, id, actingAs(context))
      const note = [item.plate, item.dr_name, item.dr_surname].filter(Boolean).join(' ')
      await patchRecord(tx, 'groupings', id, NOBODY_DRIVES, deed(context, 'grouping_take', note))
      await sql`select own_grouping_settled(${id})`.execute(tx)
    })
  }
  return { ...(await routeOf(context, id)), msg: context.say('groupings.taken_off') }
})

/** How many vehicles are tried one after the other: each that is refused has got another ride meanwhile. */
const TRIES = 5

/** `autoAssign`: its vehicle, or the nearest at work that fits and is free, gets the grouping with its rides. */
export const autoAssign = serveCall(autoAssignCall, async (context, { id }) => {
  const item = await readOpenGrouping(context, context.db, id)
  if (!fleetScope(context)) throw new AppError('FORBIDDEN')
  const free =
    item.id_vehicle === null
      ? (await vehiclesFor(context, await readScene(context, context.db, id))).filter(
          ({ why, at_work }) => why === null && at_work,
        )
      : []
  const tries = item.id_vehicle === null ? free.map((vehicle) => vehicle.id) : [item.id_vehicle]
  let refused: AppError | null = null
  for (const id_vehicle of tries.slice(0, TRIES)) {
    try {
      const { name } = await give(context, id, id_vehicle)
      return { ...(await routeOf(context, id)), msg: context.say('groupings.given_to', { name }) }
    } catch (cause) {
      if (!(cause instanceof AppError) || cause.code !== 'CONFLICT') throw cause
      refused = cause
    }
  }
  throw refused ?? new AppError('CONFLICT', { say: 'groupings.nobody_free' })
})

const deed = (context: CallContext, verb: string, note: string): Deed<never> => ({
  by: byAsker(context),
  now: context.now(),
  verb,
  note,
})
