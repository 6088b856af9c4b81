import { sql } from 'kysely'
import { living } from '#app/tables'
import type { Db, Tx } from '#engine/server'
import { DAY_MS } from '#engine/model'
import type { LatLng } from '../../../geometry/model'
import { serviceScope } from '../../../services/server'
import type { GroupingItem, GroupingRoute, GroupingStop } from '../../model/grouping-wire'
import type { Problem } from '../../model/plan/problem'
import { NO_VEHICLE, problemToWire } from '../../model/problem-wire'
import { orderStops } from '../read/order-stops'
import { readGrouping } from '../read/read-grouping'
import { readRides, type GroupingRide, rideOnWire } from '../read/read-rides'
import { makeProblem, placesIn } from './make-problem'
import { measureWays } from '../optimise/measure'
import { planSettings } from './plan-settings'
import type { RouteContext } from './route-context'

/** Seats of a grouping whose product and vehicle name none. */
const SEATS = 4
/** For a vehicle under way there is no end of its shift that a plan must know. */
const NO_END_MS = 7 * DAY_MS

/** A grouping as it stands: what every change of its route begins with. */
export interface GroupingScene {
  readonly item: GroupingItem
  readonly rides: readonly GroupingRide[]
  readonly stops: readonly GroupingStop[]
  readonly base: { readonly at: LatLng; readonly name: string } | null
}

/** @throws {AppError} NOT_FOUND, also outside the asker's scope */
export async function readScene(context: RouteContext, db: Db | Tx, id: number): Promise<GroupingScene> {
  const item = await readGrouping(context, db, id)
  const [rides, base] = await Promise.all([
    readRides(context, db, sql<boolean>`s.id_grouping = ${id} and ${serviceScope(context, 's')}`),
    item.return_to_base === 1 && item.id_branch !== null ? baseOf(db, item.id_branch) : null,
  ])
  return { item, rides, stops: orderStops(rides), base }
}

async function baseOf(db: Db | Tx, id_branch: number): Promise<GroupingScene['base']> {
  const row = await living(db, 'branches')
    .where('id', '=', id_branch)
    .where('point', 'is not', null)
    .select(({ ref }) => [
      'name',
      sql<number>`(${ref('point')})[1]`.as('lat'),
      sql<number>`(${ref('point')})[0]`.as('lng'),
    ])
    .executeTakeFirst()
  return row ? { at: [row.lat, row.lng], name: row.name ?? '' } : null
}

/**
 * The problem of a grouping, with further rides that could join; null: there is nothing to drive. Asks the router: not
 * within a transaction.
 */
export async function groupingProblem(
  context: RouteContext,
  { item, rides, stops, base }: GroupingScene,
  more: readonly GroupingRide[] = [],
): Promise<Problem | null> {
  const now = context.now()
  const all = [...rides.filter(({ state }) => state !== 'canceled'), ...more]
  if (all.every((ride) => ride.stops.length === 0)) return null
  const driven = stops.filter(({ date_reached }) => date_reached !== null)
  const planned = {
    rides: all,
    now,
    settings: planSettings(context.settings),
    ride_s: item.max_ride === null ? null : item.max_ride * 60,
    locked: stops.flatMap(({ id, locked }, position) => (locked ? [{ stop: id, position }] : [])),
    vehicles: [
      {
        id: item.id_vehicle ?? NO_VEHICLE,
        seats: item.max_capacity_1 ?? SEATS,
        start: null,
        end: base?.at ?? null,
        driven,
        shift: driven.length > 0 ? { from: now, to: new Date(now.getTime() + NO_END_MS) } : null,
      },
    ],
  }
  const places = placesIn(planned)
  return makeProblem(planned, places, await measureWays(context, places.places))
}

/** A grouping with its route, as calls answer it. */
export async function routeOf(context: RouteContext, id: number): Promise<GroupingRoute> {
  const scene = await readScene(context, context.db, id)
  const problem = await groupingProblem(context, scene)
  const { item, rides, stops, base } = scene
  return {
    item,
    items: rides.map(rideOnWire),
    total: rides.length,
    stops: [...stops],
    problem: problem && problemToWire(problem),
    base: base && { lat: base.at[0], lng: base.at[1], name: base.name },
  }
}
