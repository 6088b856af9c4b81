import { tables } from '#app/tables'
import { zonedText } from '#engine/model'
import { type CallContext, type Tx, writeLog } from '#engine/server'
import type { GroupingRide } from '../read/read-rides'
import { actingAs, assertVehicleFree, giveAll } from '../change/give-rides'
import { measured, writeMeasured } from '../change/write-route'
import { freeGroupingName } from '../name-grouping'
import { groupingProblem, type GroupingScene } from '../route/read-route'

/** The day, branch and product that routes are built for. */
export interface GroupingDay {
  readonly day: string
  readonly id_branch: number | null
  readonly id_product: number
}

type GroupingType = '1' | '2' | '3'

/** A route that somebody accepted, with its rides. */
export interface Ready {
  readonly vehicle: number
  readonly stops: readonly number[]
  readonly own: readonly GroupingRide[]
}

/** The scene of a grouping that is not there yet, and what its route comes to. */
export async function planned(
  context: CallContext,
  asked: GroupingDay,
  { vehicle, stops, own }: Ready,
  type: GroupingType,
) {
  const scene: GroupingScene = {
    item: { ...EMPTY, type, id_branch: asked.id_branch, id_product: asked.id_product, id_vehicle: vehicle },
    rides: [],
    base: null,
    stops: [],
  }
  const problem = await groupingProblem(context, scene, own)
  return { problem, written: await measured(context, { scene: { ...scene, rides: own }, problem, order: stops }) }
}

export type PlannedGrouping = Awaited<ReturnType<typeof planned>>

/** Makes the grouping of a route, gives its vehicle's driver the rides and writes its plan. */
export async function makeOne(
  context: CallContext,
  tx: Tx,
  asked: GroupingDay,
  one: Ready & PlannedGrouping & { readonly driver: { readonly id_driver: number } },
  type: GroupingType,
): Promise<{ id: number; name: string }> {
  const now = context.now()
  const name = await freeGroupingName(tx, {
    id_product: asked.id_product,
    day: zonedText(one.written.start ?? now.toISOString(), 'UTC').slice(0, 10),
  })
  const { id } = await tables(tx)
    .insertInto('groupings')
    .values({
      name,
      type,
      state: '2',
      id_branch: asked.id_branch,
      id_product: asked.id_product,
      id_vehicle: one.vehicle,
      id_driver: one.driver.id_driver,
      auto_assign: true,
      optimize_route: false,
      return_to_base: false,
      plan_version: 0,
      date_start: one.written.start,
      date_arrival: one.written.end,
      date_created: now,
      date_updated: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeLog(tx, {
    id_user: context.actor.id,
    type_log: 'create',
    target: 'groupings',
    id_target: id,
    title: name,
    platform: context.platform,
    id_session: context.session.id,
    date: now,
  })
  const scene: GroupingScene = {
    item: { ...EMPTY, id, name, type, state: '2', id_branch: asked.id_branch, id_product: asked.id_product },
    rides: [],
    stops: [],
    base: null,
  }
  await assertVehicleFree(tx, id, one.vehicle)
  await writeMeasured(
    context,
    tx,
    {
      scene,
      problem: one.problem,
      order: one.stops,
      joins: one.own,
      source: 'built',
      after: (inner) => giveAll(inner, id, actingAs(context)),
    },
    one.written,
  )
  return { id, name }
}

const EMPTY: GroupingScene['item'] = {
  id: 0,
  name: '',
  type: '3',
  type_text: '',
  state: '1',
  state_obj: { id: '1', name: '', color: '' },
  id_branch: null,
  br_name: null,
  id_product: 0,
  pr_name: null,
  id_vehicle: null,
  plate: null,
  id_driver: null,
  dr_name: null,
  dr_surname: null,
  dr_phone: null,
  auto_assign: 0,
  optimize_route: 0,
  return_to_base: 0,
  max_ride: null,
  notes: null,
  num_services: 0,
  num_completed_services: 0,
  total_capacity_1: 0,
  max_capacity_1: null,
  can_edit: true,
  distance: null,
  duration: null,
  distance_source: null,
  polyline: null,
  date_start: null,
  date_arrival: null,
  plan_version: 0,
  date_created: '',
}
