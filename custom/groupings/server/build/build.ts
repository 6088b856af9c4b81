import { sql } from 'kysely'
import type { Static } from 'typebox'
import { living, tables } from '#app/tables'
import { AppError, DAY_MS, dayBounds, todayIn, wrong } from '#engine/model'
import { anyOf, type CallContext, scopeSql, serveCall } from '#engine/server'
import { fleetScope } from '../../../fleet/server'
import { serviceScope } from '../../../services/server'
import { problemToWire } from '../../model/problem-wire'
import { buildAcceptCall, buildCall, buildChoicesCall, type BuildVehicle } from '../../model/run-calls'
import { readRides, type GroupingRide } from '../read/read-rides'
import { mayJoin } from '../change/ride-changes'
import { makeProblem, placesIn, type PlannedVehicle } from '../route/make-problem'
import { planSettings } from '../route/plan-settings'
import { measureWays } from '../optimise/measure'
import { readRun, startSearch } from '../runs/run-search'
import { runOnWire } from '../runs/run-calls'
import { makeOne, planned, type GroupingDay, type PlannedGrouping, type Ready } from './make-grouping'
import { BUILD_VEHICLES, vehiclesAtWork } from './vehicles-at-work'
import { driverOfVehicle } from '../../../services/server'

/** No plan has to know when a shift ends: it ends when its driver ends it. */
const NO_END_MS = 7 * DAY_MS
/** Rides of one day that a search takes: more need more places than are measured at once. */
const MAX_RIDES = 200

async function zoneOf({ db, settings }: CallContext, id_branch: number | null): Promise<string> {
  const branch =
    id_branch === null
      ? undefined
      : await living(db, 'branches').where('id', '=', id_branch).select('timezone').executeTakeFirst()
  return branch?.timezone ?? String(settings['timezone'] ?? 'UTC')
}

interface DayRides {
  readonly rides: readonly GroupingRide[]
  /** How many there are besides, which are later. */
  readonly more: number
}

/** Bookings of the asker's scope that a day's routes may take up, the first in front. */
async function ridesOf(context: CallContext, asked: GroupingDay, ids?: readonly number[]): Promise<DayRides> {
  const bounds = dayBounds(asked.day, await zoneOf(context, asked.id_branch))
  if (!bounds) throw wrong('day', 'date')
  const condition = sql<boolean>`${mayJoin(asked)} and ${serviceScope(context, 's')} and s.state = 'scheduled'
    and s.date_scheduled >= greatest(${bounds.from}::timestamptz, ${context.now()}::timestamptz)
    and s.date_scheduled < ${bounds.until}::timestamptz and (${ids === undefined} or s.id = ${anyOf(ids ?? [])})`
  const rides = await readRides(context, context.db, condition, MAX_RIDES)
  if (rides.length < MAX_RIDES) return { rides, more: 0 }
  const { all } = await living(context.db, 'services as s')
    .where(condition)
    .select(sql<number>`count(*)::int`.as('all'))
    .executeTakeFirstOrThrow()
  return { rides, more: Math.max(0, all - rides.length) }
}

/** A vehicle of routes: of those of the present day it begins where it is, and not before now, if it is at work. */
function plannedVehicle(
  context: CallContext,
  { id, seats, at_work, lat, lng }: Static<typeof BuildVehicle>,
  isToday: boolean,
): PlannedVehicle {
  const from = context.now()
  return {
    id,
    seats,
    end: null,
    driven: [],
    start: isToday && at_work && lat !== null && lng !== null ? [lat, lng] : null,
    shift: isToday && at_work ? { from, to: new Date(from.getTime() + NO_END_MS) } : null,
  }
}

/** `GET groupings/build`. */
const choices = serveCall(buildChoicesCall, async (context, { day, id_branch = null, id_product }) => {
  const { db, now } = context
  const [branches, products] = await Promise.all([
    living(db, 'branches as b')
      .where(scopeSql(context, 'branches', 'b'))
      .where('b.state', '=', '1')
      .select(['b.id', 'b.name'])
      .orderBy('b.name')
      .execute(),
    living(db, 'products as p')
      .where(scopeSql(context, 'products', 'p'))
      .where('p.state', '=', '1')
      .where('p.for_shared_service', '=', true)
      .select(['p.id', 'p.name'])
      .orderBy('p.id')
      .execute(),
  ])
  const branch = id_branch ?? branches[0]?.id ?? null
  const product = id_product ?? products[0]?.id ?? null
  const zone = await zoneOf(context, branch)
  const chosen = day ?? todayIn(zone, now())
  const asked = product === null ? null : { day: chosen, id_branch: branch, id_product: product }
  const { rides, more } = asked ? await ridesOf(context, asked) : { rides: [], more: 0 }
  return {
    more,
    day: chosen,
    id_branch: branch,
    id_product: product,
    branches: branches.map(({ id, name }) => ({ id, name: name ?? '' })),
    products: products.map(({ id, name }) => ({ id, name: name ?? '' })),
    vehicles:
      product === null
        ? []
        : [...(await vehiclesAtWork(context, { id_branch: branch, id_product: product, day: chosen, zone }))],
    rides: rides.map((ride) => ({
      id: ride.id,
      who: [ride.cl_name, ride.cl_surname].filter(Boolean).join(' ') || null,
      people: ride.capacity_1,
      date_scheduled: ride.date_scheduled,
      org_address: ride.org_address,
      dst_address: ride.dst_address,
    })),
  }
})

/** `POST groupings/build`. */
const build = serveCall(
  buildCall,
  async (context, { day, id_branch = null, id_product, vehicles: wanted, services, balance = 0, seed = 1 }) => {
    const asked = { day, id_branch, id_product }
    const { rides, more } = await ridesOf(context, asked, services)
    if (rides.length === 0) throw new AppError('CONFLICT', { say: 'groupings.nothing_to_build' })
    const zone = await zoneOf(context, id_branch)
    const vehicles = (await vehiclesAtWork(context, { ...asked, zone }))
      .filter(({ id }) => wanted.includes(id))
      .slice(0, BUILD_VEHICLES)
    if (vehicles.length === 0) throw wrong('vehicles', 'required')
    const planned = {
      rides,
      locked: [],
      settings: planSettings(context.settings),
      ride_s: null,
      now: context.now(),
      vehicles: vehicles.map((vehicle) => plannedVehicle(context, vehicle, day === todayIn(zone, context.now()))),
    }
    const places = placesIn(planned)
    const problem = { ...makeProblem(planned, places, await measureWays(context, places.places)), balance }
    const run = await startSearch(context, {
      id_grouping: null,
      problem,
      from: null,
      all: false,
      seed,
      asked: { ...asked, vehicles: vehicles.map(({ id }) => id) },
    })
    const stops = rides.flatMap((ride) => ride.stops.map(({ position: _position, ...stop }) => stop))
    return { run: runOnWire(run), more, problem: problemToWire(problem), stops }
  },
)

/** `POST groupings/buildAccept`. */
const accept = serveCall(buildAcceptCall, async (context, { id_run, vehicles, type = '3' }) => {
  if (!fleetScope(context)) throw new AppError('FORBIDDEN')
  const { routes, asked: kept } = await readRun(context, id_run)
  const asked = kept as unknown as GroupingDay | null
  const chosen = routes.filter(({ vehicle, stops }) => vehicles.includes(vehicle) && stops.length > 0)
  if (!asked || chosen.length === 0) throw wrong('vehicles', 'required')
  const known = new Set(
    (await vehiclesAtWork(context, { ...asked, day: null, zone: await zoneOf(context, asked.id_branch) })).map(
      ({ id }) => id,
    ),
  )
  if (chosen.some(({ vehicle }) => !known.has(vehicle))) throw new AppError('NOT_FOUND')
  // Those of the routes, not the first that there are by now.
  const found = await tables(context.db)
    .selectFrom('service_stops')
    .where('id', '=', anyOf(chosen.flatMap(({ stops }) => stops)))
    .select('id_service')
    .execute()
  const { rides } = await ridesOf(
    context,
    asked,
    found.flatMap(({ id_service }) => id_service ?? []),
  )
  const ready: (Ready & { readonly driver: { readonly id_driver: number } })[] = []
  for (const { vehicle, stops } of chosen) {
    const own = rides.filter((ride) => ride.stops.some(({ id }) => stops.includes(id)))
    // Somebody has taken up or changed one of them since.
    if (stops.some((stop) => !own.some((ride) => ride.stops.some(({ id }) => id === stop))))
      throw new AppError('CONFLICT', { say: 'groupings.ride_taken' })
    ready.push({ vehicle, stops, own, driver: await driverOfVehicle(context, context.db, vehicle) })
  }
  const scenes: ((typeof ready)[number] & PlannedGrouping)[] = []
  for (const one of ready) scenes.push({ ...one, ...(await planned(context, asked, one, type)) })
  const items = await context.transaction(async (tx) => {
    // Of all groupings the rides are locked first, in one order.
    await tables(tx)
      .selectFrom('services')
      .where('id', '=', anyOf(ready.flatMap(({ own }) => own.map(({ id }) => id))))
      .select('id')
      .orderBy('id')
      .forUpdate()
      .execute()
    const made: { id: number; name: string }[] = []
    for (const one of scenes) made.push(await makeOne(context, tx, asked, one, type))
    return made
  })
  return { items, msg: context.say('groupings.built', { smart_count: items.length }) }
})

export const buildCalls = [choices, build, accept]
