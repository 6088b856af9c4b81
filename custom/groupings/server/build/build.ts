import { sql } from 'kysely'
import type { Static } from 'typebox'
import { living, tables } from '#app/tables'
import { AppError, dayBounds, todayIn, wrong, zonedText } from '#engine/model'
import { anyOf, type CallContext, scopeSql, serveCall, type Tx, writeLog } from '#engine/server'
import { fleetScope } from '../../../fleet/server'
import { serviceScope } from '../../../services/server'
import { problemToWire } from '../../model/problem-wire'
import { buildAcceptCall, buildCall, buildChoicesCall, type BuildVehicle } from '../../model/run-calls'
import { readRides, type Ride } from '../read/read-rides'
import { mayJoin } from '../change/ride-changes'
import { actingAs, assertVehicleFree, giveAll } from '../change/give-rides'
import { measured, writeMeasured } from '../change/write-route'
import { freeName } from '../name-grouping'
import { makeProblem, placesIn, type PlannedVehicle } from '../route/make-problem'
import { planSettings } from '../route/plan-settings'
import { problemOf, type Scene } from '../route/read-route'
import { measure } from '../optimise/measure'
import { readRun, startSearch } from '../runs/run-search'
import { runOnWire } from '../runs/run-calls'
import { BUILD_VEHICLES, vehiclesAtWork } from './vehicles-at-work'
import { driverOfVehicle } from '../../../services/server'

interface Asked { readonly day: string; readonly id_branch: number | null; readonly id_product: number }

/** No plan has to know when a shift ends: it ends when its driver ends it. */
const NO_END_MS = 7 * 86_400_000
/** Rides of one day that a search takes: more need more places than are measured at once. */
const MAX_RIDES = 200

async function zoneOf({ db, settings }: CallContext, id_branch: number | null): Promise<string> {
  const branch = id_branch === null ? undefined : await living(db, 'branches').where('id', '=', id_branch).select('timezone').executeTakeFirst()
  return branch?.timezone ?? String(settings['timezone'] ?? 'UTC')
}

interface DayRides {
  readonly rides: readonly Ride[]
  /** How many there are besides, which are later. */
  readonly more: number
}

/** Bookings of the asker's scope that a day's routes may take up, the first in front. */
async function ridesOf(context: CallContext, asked: Asked, ids?: readonly number[]): Promise<DayRides> {
  const bounds = dayBounds(asked.day, await zoneOf(context, asked.id_branch))
  if (!bounds) throw wrong('day', 'date')
  const condition = sql<boolean>`${mayJoin(asked)} and ${serviceScope(context, 's')} and s.state = 'scheduled'
    and s.date_scheduled >= greatest(${bounds.from}::timestamptz, ${context.now()}::timestamptz)
    and s.date_scheduled < ${bounds.until}::timestamptz and (${ids === undefined} or s.id = ${anyOf(ids ?? [])})`
  const rides = await readRides(context, context.db, condition, MAX_RIDES)
  if (rides.length < MAX_RIDES) return { rides, more: 0 }
  const { rows: [all] } = await sql<{ readonly n: number }>`
    select count(*)::int as n from services s where s.date_deleted is null and ${condition}`.execute(context.db)
  return { rides, more: Math.max(0, (all?.n ?? 0) - rides.length) }
}

/** A vehicle of routes: of those of the present day it begins where it is, and not before now, if it is at work. */
function plannedVehicle(
  context: CallContext, { id, seats, at_work, lat, lng }: Static<typeof BuildVehicle>, isToday: boolean,
): PlannedVehicle {
  const from = context.now()
  return {
    id, seats, end: null, driven: [],
    start: isToday && at_work && lat !== null && lng !== null ? [lat, lng] : null,
    shift: isToday && at_work ? { from, to: new Date(from.getTime() + NO_END_MS) } : null,
  }
}

/** `GET groupings/build`. */
const choices = serveCall(buildChoicesCall, async (context, { day, id_branch = null, id_product }) => {
  const { db, now } = context
  const [branches, products] = await Promise.all([
    living(db, 'branches as b').where(scopeSql(context, 'branches', 'b')).where('b.state', '=', '1').select(['b.id', 'b.name']).orderBy('b.name').execute(),
    living(db, 'products as p').where(scopeSql(context, 'products', 'p')).where('p.state', '=', '1').where('p.for_shared_service', '=', true).select(['p.id', 'p.name']).orderBy('p.id').execute(),
  ])
  const branch = id_branch ?? branches[0]?.id ?? null
  const product = id_product ?? products[0]?.id ?? null
  const zone = await zoneOf(context, branch)
  const chosen = day ?? todayIn(zone, now())
  const asked = product === null ? null : { day: chosen, id_branch: branch, id_product: product }
  const { rides, more } = asked ? await ridesOf(context, asked) : { rides: [], more: 0 }
  return {
    more,
    day: chosen, id_branch: branch, id_product: product, branches: branches.map(({ id, name }) => ({ id, name: name ?? '' })), products: products.map(({ id, name }) => ({ id, name: name ?? '' })),
    vehicles: product === null ? [] : [...await vehiclesAtWork(context, { id_branch: branch, id_product: product, day: chosen, zone })],
    rides: rides.map((ride) => ({
      id: ride.id, who: [ride.cl_name, ride.cl_surname].filter(Boolean).join(' ') || null, people: ride.capacity_1, date_scheduled: ride.date_scheduled,
      org_address: ride.org_address, dst_address: ride.dst_address,
    })),
  }
})

/** `POST groupings/build`. */
const build = serveCall(buildCall, async (context, { day, id_branch = null, id_product, vehicles: wanted, services, balance = 0, seed = 1 }) => {
  const asked = { day, id_branch, id_product }
  const { rides, more } = await ridesOf(context, asked, services)
  if (rides.length === 0) throw new AppError('CONFLICT', { say: 'groupings.nothing_to_build' })
  const zone = await zoneOf(context, id_branch)
  const vehicles = (await vehiclesAtWork(context, { ...asked, zone }))
    .filter(({ id }) => wanted.includes(id)).slice(0, BUILD_VEHICLES)
  if (vehicles.length === 0) throw wrong('vehicles', 'required')
  const planned = {
    rides, locked: [], settings: planSettings(context.settings), ride_s: null, now: context.now(),
    vehicles: vehicles.map((vehicle) => plannedVehicle(context, vehicle, day === todayIn(zone, context.now()))),
  }
  const places = placesIn(planned)
  const problem = { ...makeProblem(planned, places, await measure(context, places.places)), balance }
  const run = await startSearch(context, { id_grouping: null, problem, from: null, all: false, seed, asked: { ...asked, vehicles: vehicles.map(({ id }) => id) } })
  const stops = rides.flatMap((ride) => ride.stops.map(({ position: _position, ...stop }) => stop))
  return { run: runOnWire(run), more, problem: problemToWire(problem), stops }
})

/** `POST groupings/buildAccept`. */
const accept = serveCall(buildAcceptCall, async (context, { id_run, vehicles, type = '3' }) => {
  if (!fleetScope(context)) throw new AppError('FORBIDDEN')
  const { routes, asked: kept } = await readRun(context, id_run)
  const asked = kept as unknown as Asked | null
  const chosen = routes.filter(({ vehicle, stops }) => vehicles.includes(vehicle) && stops.length > 0)
  if (!asked || chosen.length === 0) throw wrong('vehicles', 'required')
  const known = new Set((await vehiclesAtWork(context, { ...asked, day: null, zone: await zoneOf(context, asked.id_branch) })).map(({ id }) => id))
  if (chosen.some(({ vehicle }) => !known.has(vehicle))) throw new AppError('NOT_FOUND')
  // Those of the routes, not the first that there are by now.
  const found = await tables(context.db).selectFrom('service_stops')
    .where('id', '=', anyOf(chosen.flatMap(({ stops }) => stops))).select('id_service').execute()
  const { rides } = await ridesOf(context, asked, found.flatMap(({ id_service }) => id_service ?? []))
  const ready: (Ready & { readonly driver: { readonly id_driver: number } })[] = []
  for (const { vehicle, stops } of chosen) {
    const own = rides.filter((ride) => ride.stops.some(({ id }) => stops.includes(id)))
    // Somebody has taken up or changed one of them since.
    if (stops.some((stop) => !own.some((ride) => ride.stops.some(({ id }) => id === stop)))) throw new AppError('CONFLICT', { say: 'groupings.ride_taken' })
    ready.push({ vehicle, stops, own, driver: await driverOfVehicle(context, context.db, vehicle) })
  }
  const scenes: ((typeof ready)[number] & Planned)[] = []
  for (const one of ready) scenes.push({ ...one, ...await planned(context, asked, one, type) })
  const items = await context.transaction(async (tx) => {
    // Of all groupings the rides are locked first, in one order.
    await tables(tx).selectFrom('services').where('id', '=', anyOf(ready.flatMap(({ own }) => own.map(({ id }) => id)))).select('id').orderBy('id').forUpdate().execute()
    const made: { id: number; name: string }[] = []
    for (const one of scenes) made.push(await makeOne(context, tx, asked, one, type))
    return made
  })
  return { items, msg: context.say('groupings.built', { smart_count: items.length }) }
})

type GroupingType = '1' | '2' | '3'

interface Ready { readonly vehicle: number; readonly stops: readonly number[]; readonly own: readonly Ride[] }

/** The scene of a grouping that is not there yet, and what its route comes to. */
async function planned(context: CallContext, asked: Asked, { vehicle, stops, own }: Ready, type: GroupingType) {
  const scene: Scene = {
    item: { ...EMPTY, type, id_branch: asked.id_branch, id_product: asked.id_product, id_vehicle: vehicle }, rides: [], base: null, stops: [],
  }
  const problem = await problemOf(context, scene, own)
  return { problem, written: await measured(context, { scene: { ...scene, rides: own }, problem, order: stops }) }
}

type Planned = Awaited<ReturnType<typeof planned>>

async function makeOne(context: CallContext, tx: Tx, asked: Asked, one: Ready & Planned & { readonly driver: { readonly id_driver: number } }, type: GroupingType): Promise<{ id: number; name: string }> {
  const now = context.now()
  const name = await freeName(tx, { id_product: asked.id_product, day: zonedText(one.written.start ?? now.toISOString(), 'UTC').slice(0, 10) })
  const { id } = await tables(tx).insertInto('groupings').values({
    name, type, state: '2', id_branch: asked.id_branch, id_product: asked.id_product, id_vehicle: one.vehicle, id_driver: one.driver.id_driver, auto_assign: true,
    optimize_route: false, return_to_base: false, plan_version: 0, date_start: one.written.start, date_arrival: one.written.end, date_created: now, date_updated: now,
  }).returning('id').executeTakeFirstOrThrow()
  await writeLog(tx, { id_user: context.actor.id, type_log: 'create', target: 'groupings', id_target: id, title: name, platform: context.platform, id_session: context.session.id, date: now })
  const scene: Scene = { item: { ...EMPTY, id, name, type, state: '2', id_branch: asked.id_branch, id_product: asked.id_product }, rides: [], stops: [], base: null }
  await assertVehicleFree(tx, id, one.vehicle)
  await writeMeasured(context, tx, {
    scene, problem: one.problem, order: one.stops, joins: one.own, source: 'built', after: (inner) => giveAll(inner, id, actingAs(context)),
  }, one.written)
  return { id, name }
}

const EMPTY: Scene['item'] = {
  id: 0, name: '', type: '3', type_text: '', state: '1', state_obj: { id: '1', name: '', color: '' }, id_branch: null, br_name: null, id_product: 0, pr_name: null,
  id_vehicle: null, plate: null, id_driver: null, dr_name: null, dr_surname: null, dr_phone: null, auto_assign: 0, optimize_route: 0, return_to_base: 0, max_ride: null,
  notes: null, num_services: 0, num_completed_services: 0, total_capacity_1: 0, max_capacity_1: null, can_edit: true, distance: null, duration: null,
  distance_source: null, polyline: null, date_start: null, date_arrival: null, plan_version: 0, date_created: '',
}

export const buildCalls = [choices, build, accept]
