import { sql } from 'kysely'
import { living, patchRecord, patchRecords, tables } from '#app/tables'
import { AppError } from '#engine/model'
import { anyOf, byAsker, type CallContext, type Deed, type Tx } from '#engine/server'
import { placesOf } from '../../../geo/server'
import { encodeLine } from '../../../geometry/model'
import { evaluatePlan } from '../../model/plan/evaluate'
import type { Problem } from '../../model/plan/problem'
import { planOfOrder } from '../../model/problem-wire'
import { OVER_STATES } from '../read/read-grouping'
import type { GroupingRide } from '../read/read-rides'
import type { GroupingScene } from '../route/read-route'
import type { RouteContext } from '../route/route-context'

type PlanSource = 'hand' | 'optimizer' | 'added' | 'removed' | 'restored' | 'built'

/** A change of a grouping's route, worked out over a scene. */
export interface RouteChange {
  readonly scene: GroupingScene
  readonly problem: Problem | null
  /** Every stop in its order, what was driven in front. */
  readonly order: readonly number[]
  readonly source: PlanSource
  readonly joins?: readonly GroupingRide[]
  readonly leaves?: readonly number[]
  /** Stops that keep their place; absent: those that keep it now. */
  readonly locked?: readonly number[]
  readonly restored?: number
  readonly seed?: number
  /** The version that the asker had before them; absent: that of the scene. */
  readonly seen?: number
  /**
   * Further writes of the same transaction, under the locks of the grouping and its rides: before the rides join or
   * leave, and after.
   */
  readonly before?: (tx: Tx) => Promise<void>
  readonly after?: (tx: Tx) => Promise<void>
}

/**
 * Writes a route as the next version of the plan, with all that belongs to it, or nothing. @throws {AppError} CONFLICT
 * `groupings.changed_meanwhile` when somebody else was first, `groupings.over`, `groupings.ride_taken`
 */
export async function writeRoute(context: CallContext, change: RouteChange): Promise<void> {
  const written = await measured(context, change)
  await context.transaction((tx) => writeMeasured(context, tx, change, written))
}

interface Measured {
  readonly distance: number
  readonly duration: number
  readonly late_s: number
  readonly start: string | null
  readonly end: string | null
  readonly source: string | null
  readonly polyline: string | null
  /** When the vehicle should be at each stop. */
  readonly arrivals: ReadonlyMap<number, string>
}

/** What a route comes to, before its transaction: the router may take seconds. */
export async function measured(
  context: RouteContext,
  { scene, problem, order }: Pick<RouteChange, 'scene' | 'problem' | 'order'>,
): Promise<Measured> {
  if (!problem || order.length === 0)
    return {
      distance: 0,
      duration: 0,
      late_s: 0,
      start: null,
      end: null,
      source: null,
      polyline: null,
      arrivals: new Map(),
    }
  const {
    metres,
    drive_s,
    late_s,
    routes: [route],
  } = evaluatePlan(problem, planOfOrder(problem, order))
  const zero_ms = Date.parse(problem.zero)
  const moment = (seconds: number | null | undefined): string | null =>
    seconds === null || seconds === undefined ? null : new Date(zero_ms + seconds * 1000).toISOString()
  const arrivals = new Map((route?.visits ?? []).map((visit) => [visit.stop, moment(visit.arrival_s) ?? ''] as const))
  return {
    arrivals,
    distance: Math.round(metres),
    duration: Math.round((route?.end_s ?? 0) - (route?.start_s ?? route?.end_s ?? 0)) || Math.round(drive_s),
    late_s: Math.round(late_s),
    start: moment(route?.start_s),
    end: moment(route?.end_s),
    source: problem.matrix.source,
    polyline: await lineOf(context, pointsOf(scene, problem, order)),
  }
}

/** The points that a route leads through, each once in a row. */
function pointsOf(
  { rides, base }: GroupingScene,
  { stops }: Problem,
  order: readonly number[],
): readonly (readonly [number, number])[] {
  const known = new Set(stops.map(({ id }) => id))
  const at = new Map(rides.flatMap((ride) => ride.stops).map((stop) => [stop.id, [stop.lat, stop.lng] as const]))
  const points = order
    .filter((id) => known.has(id))
    .flatMap((id) => {
      const point = at.get(id)
      return point ? [point] : []
    })
  const all = base ? [...points, base.at] : points
  return all.filter(([lat, lng], i) => i === 0 || lat !== all[i - 1]?.[0] || lng !== all[i - 1]?.[1])
}

/** The router takes a hundred points at once. */
const POINTS = 90

async function lineOf(context: RouteContext, points: readonly (readonly [number, number])[]): Promise<string | null> {
  if (points.length < 2) return null
  const router = placesOf(context)
  const line: (readonly [number, number])[] = []
  for (let from = 0; from < points.length - 1; from += POINTS)
    line.push(...(await router.route(points.slice(from, from + POINTS + 1))).points)
  const text = encodeLine(line)
  return text.length > 60_000 ? null : text
}

/** The writes of `writeRoute`, in a transaction that other writes share. */
export async function writeMeasured(
  context: CallContext,
  tx: Tx,
  change: RouteChange,
  written: Measured,
): Promise<void> {
  const {
    scene: { item, rides },
    joins = [],
    leaves = [],
  } = change
  const now = context.now()
  const ids = [...rides.map(({ id }) => id), ...joins.map(({ id }) => id)].sort((a, b) => a - b)
  // Rides first, then their grouping: the order in which a ride's own moves lock them.
  await tables(tx).selectFrom('services').where('id', '=', anyOf(ids)).select('id').orderBy('id').forUpdate().execute()
  const number = await lockVersion(tx, change)
  await assertSameRides(tx, item.id, rides)
  await change.before?.(tx)
  const deed = { by: byAsker(context), now, verb: 'edit' }
  if (joins.length > 0) await join(tx, item.id, joins, deed)
  if (leaves.length > 0) await patchRecords(tx, 'services', { id: anyOf(leaves) }, { id_grouping: null }, deed)
  await putStops(tx, change, written, now)
  await patchRecord(
    tx,
    'groupings',
    item.id,
    {
      plan_version: number,
      measured_version: number,
      distance: written.distance,
      duration: written.duration,
      distance_source: written.source,
      polyline: written.polyline,
      date_start: item.state === '3' ? sql`date_start` : written.start,
      date_arrival: written.end,
    },
    { ...deed, verb: `grouping_${change.source}`, note: noteOf(change), says: ['plan_version'] },
  )
  await tables(tx)
    .insertInto('grouping_plans')
    .values({
      id_grouping: item.id,
      number,
      source: change.source,
      restored: change.restored ?? null,
      id_user: context.actor.id,
      stops: JSON.stringify(change.order),
      seed: change.seed ?? null,
      distance: written.distance,
      duration: written.duration,
      late_s: written.late_s,
      date_created: now,
      date_updated: now,
    })
    .execute()
  await change.after?.(tx)
}

const noteOf = ({ joins = [], leaves = [] }: RouteChange): string | null =>
  [...joins.map(({ id }) => `+${id}`), ...leaves.map((id) => `−${id}`)].join(', ') || null

/** Locks the grouping. @returns the number of the version that is being written */
async function lockVersion(tx: Tx, { scene: { item }, seen = item.plan_version }: RouteChange): Promise<number> {
  const row = await living(tx, 'groupings')
    .where('id', '=', item.id)
    .select(['state', 'plan_version', 'name'])
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND')
  if (OVER_STATES.includes(row.state ?? '1'))
    throw new AppError('CONFLICT', { say: 'groupings.over', params: { name: row.name ?? '' } })
  const version = row.plan_version ?? 0
  if (version !== seen || version !== item.plan_version) throw await changedMeanwhile(tx, item.id, version)
  return version + 1
}

async function changedMeanwhile(tx: Tx, id: number, version: number): Promise<AppError> {
  const last = await tables(tx)
    .selectFrom('grouping_plans as p')
    .leftJoin('users as u', 'u.id', 'p.id_user')
    .where('p.id_grouping', '=', id)
    .select(({ ref }) => sql<string>`concat_ws(' ', ${ref('u.name')}, ${ref('u.surname')})`.as('who'))
    .orderBy('p.number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return new AppError('CONFLICT', {
    say: last?.who ? 'groupings.changed_by' : 'groupings.changed_meanwhile',
    params: { who: last?.who ?? '' },
    body: { plan_version: version },
  })
}

/** A ride that has joined or left without a version of the plan is no part of this one. */
async function assertSameRides(tx: Tx, id: number, rides: readonly GroupingRide[]): Promise<void> {
  const now = await living(tx, 'services').where('id_grouping', '=', id).select(['id', 'state']).execute()
  const seen = new Map(rides.map((ride) => [ride.id, ride.state]))
  const same =
    now.length === rides.length &&
    now.every((ride) => seen.has(ride.id) && (seen.get(ride.id) === 'canceled') === (ride.state === 'canceled'))
  if (!same) throw await changedMeanwhile(tx, id, 0)
}

async function join(tx: Tx, id_grouping: number, joins: readonly GroupingRide[], deed: Deed<never>): Promise<void> {
  const joined = await patchRecords(
    tx,
    'services',
    ({ and, eb }) =>
      and([
        eb('id', '=', anyOf(joins.map(({ id }) => id))),
        eb('id_grouping', 'is', null),
        eb('state', 'in', JOINABLE),
      ]),
    { id_grouping },
    deed,
  )
  if (joined.length !== joins.length) throw new AppError('CONFLICT', { say: 'groupings.ride_taken' })
}

/** States from which a ride may join a grouping: nobody is on board and it is not over. */
export const JOINABLE = ['created', 'scheduled', 'requested', 'unassigned'] as const

/** The stored order, written anew. */
async function putStops(
  tx: Tx,
  { scene: { item, stops, rides }, joins = [], order, locked }: RouteChange,
  { arrivals }: Measured,
  now: Date,
): Promise<void> {
  await tables(tx).deleteFrom('grouping_stops').where('id_grouping', '=', item.id).execute()
  const of = new Map([...rides, ...joins].flatMap((ride) => ride.stops.map((stop) => [stop.id, ride.id] as const)))
  const fixed = new Set(locked ?? stops.filter((stop) => stop.locked).map(({ id }) => id))
  const rows = order.flatMap((id_stop, position) => {
    const id_service = of.get(id_stop)
    return id_service === undefined
      ? []
      : [
          {
            id_grouping: item.id,
            id_service,
            id_stop,
            position,
            locked: fixed.has(id_stop),
            date_planned: arrivals.get(id_stop) ?? null,
            date_created: now,
            date_updated: now,
          },
        ]
  })
  if (rows.length > 0) await tables(tx).insertInto('grouping_stops').values(rows).execute()
}
