import type { JsonObject } from '#engine/model'
import type { DemoContext, DemoWriter } from '#engine/server'
import { encodeLine } from '../../geometry/model'
import { placesOf, type Route } from '../../geo/server'
import { type DemoGrouping, DEMO_GROUPINGS, groupingStop } from '../model/grouping-plans'
import type { Moments } from '../model/moments'
import { randomInteger, pick, randomFrom, type Random } from '../model/random'
import {
  createdAt,
  fareRecord,
  serviceRecord,
  stopRecords,
  type DemoRide,
  type DemoRideDriver,
  type DemoRideEnd,
} from '../model/ride-records'
import { rideTimes } from '../model/ride-times'
import { shiftRecord } from '../model/shift-records'
import { homeStop, type DemoClient, type DemoStop } from '../model/trips'
import { ridePricer, staffContext } from './fill-rides'

/** A random stream of its own, so that changes here do not affect the rest of the demo. */
const SEED = 23_112_027
const MIN = 60_000

interface GroupingCast {
  readonly operator: number
  readonly clients: readonly DemoClient[]
  /** Vans first, then cars. */
  readonly vans: readonly DemoRideDriver[]
  readonly branch: number
  readonly products: ReadonlyMap<string, number>
  readonly payments: ReadonlyMap<string, number>
}

/** Groupings in each state, and bookings that routes can be built of. */
export async function fillGroupings(
  demo: DemoContext,
  writer: DemoWriter,
  moments: Moments,
  cast: GroupingCast,
): Promise<void> {
  const random = randomFrom(SEED)
  const priced = await ridePricer(demo, cast.operator)
  const places = placesOf(await staffContext(demo, cast.operator))
  const id_product = cast.products.get('Van compartida') ?? 0
  // A company's people ride with what their company has agreed on.
  const clients = cast.clients.filter(({ id_company }) => id_company === null)
  for (const [at, plan] of DEMO_GROUPINGS.entries()) {
    const driver =
      plan.given || plan.end === 'finalized' ? (cast.vans[at % Math.max(1, cast.vans.length)] ?? null) : null
    const rides: DemoRide[] = []
    for (const [index] of plan.people.entries()) {
      const client = pick(random, clients)
      const scheduled = whenOf(plan, moments, index)
      const stops = stopsOf(random, plan)
      const id_payment = cast.payments.get('Efectivo') ?? 0
      const known = await priced({
        stops,
        id_client: client.id,
        id_product,
        id_payment,
        date: new Date(scheduled).toISOString(),
        wait_s: 60,
      })
      rides.push({
        ...known,
        id_branch: cast.branch,
        client,
        stops,
        id_product,
        id_payment,
        wait_s: plan.end === 'finalized' ? 60 : 0,
        id_operator: cast.operator,
        end: endOf(random, { plan, index, scheduled, now: moments.now.getTime(), driver, duration_s: known.duration }),
      })
    }
    const route = await places.route(pointsOf(rides))
    await putGrouping(writer, plan, rides, { ...cast, id_product, driver, route })
    const shift = driver && shiftOf(driver, rides, { route, now: moments.now.getTime() })
    if (shift) await writer.insert('driver_shifts', 1, () => shift)
  }
}

/** When a passenger gets in. The grouping of today has begun and goes on later, whenever the demo is made. */
function whenOf({ day, second, every_min, over }: DemoGrouping, moments: Moments, index: number): number {
  if (day !== 0) return moments.clock(day, second).getTime() + index * every_min * MIN
  return moments.now.getTime() + (index < over ? -75 : 330 + index * every_min) * MIN
}

function stopsOf(random: Random, plan: DemoGrouping): readonly DemoStop[] {
  const ends = [homeStop(random), groupingStop(plan)]
  return plan.type === '2' || (plan.type === '3' && random() < 0.4) ? ends.reverse() : ends
}

interface Ending {
  readonly plan: DemoGrouping
  readonly index: number
  readonly scheduled: number
  readonly now: number
  readonly driver: DemoRideDriver | null
  readonly duration_s: number
}

function endOf(random: Random, { plan, index, scheduled, now, driver, duration_s }: Ending): DemoRideEnd {
  const created = Math.min(now, scheduled) - randomInteger(random, 90, 900) * MIN
  if (driver && (plan.end === 'finalized' || index < plan.over)) {
    const times = rideTimes(random, scheduled - 12 * MIN, duration_s, 60)
    return {
      state: 'finalized',
      driver,
      times: { ...times, scheduled, created },
      asked_s: 300,
      asked_m: 1800,
      refused: [],
    }
  }
  if (plan.end === 'canceled')
    return {
      state: 'canceled',
      created,
      canceled: scheduled - 60 * MIN,
      by: 'operator',
      reason: 'La tienda cerró antes',
      from: 'requested',
      missed: false,
      asked: [],
    }
  return { state: 'scheduled', created, scheduled, onair: scheduled - 20 * MIN }
}

interface Put extends Pick<GroupingCast, 'operator' | 'branch'> {
  readonly id_product: number
  readonly driver: DemoRideDriver | null
  /** To each door, then to each end. */
  readonly route: Route
}

async function putGrouping(
  writer: DemoWriter,
  plan: DemoGrouping,
  rides: readonly DemoRide[],
  { operator, branch, id_product, driver, route }: Put,
): Promise<void> {
  const put = (entity: string, rows: readonly JsonObject[]): Promise<number[]> =>
    writer.insert(entity, rows.length, (index) => rows[index] ?? {})
  const made = iso(Math.min(...rides.map(createdAt)))
  const whole = rides.length > 0 && plan.name !== ''
  const [id_grouping = null] = whole
    ? await put('groupings', [
        {
          name: plan.name,
          type: plan.type,
          state: driver ? '2' : '1',
          id_branch: branch,
          id_product,
          id_vehicle: driver?.id_vehicle ?? null,
          id_driver: driver?.id ?? null,
          auto_assign: driver ? 1 : 0,
          optimize_route: 0,
          return_to_base: 0,
          plan_version: 1,
          date_created: made,
          ...lengthOf(rides, route),
        },
      ])
    : []
  const fares = await put('fares', rides.map(fareRecord))
  const given: JsonObject = driver ? { id_driver: driver.id, id_vehicle: driver.id_vehicle } : {}
  const services = await put(
    'services',
    rides.map(
      (ride, index): JsonObject => ({
        ...serviceRecord(ride, fares[index] ?? 0),
        ...(id_grouping !== null && { ...given, id_grouping }),
        capacity_1: plan.people[index] ?? 1,
        for_shared_service: 1,
      }),
    ),
  )
  const stops = rides.map((ride, index) => stopRecords(ride, services[index] ?? 0))
  const ids = await put('service_stops', stops.flat())
  if (id_grouping === null) return
  // Who gets in, one after the other, then who gets out: two stops of each.
  const order =
    plan.end === 'canceled'
      ? []
      : [...rides.keys()]
          .map((ride) => ids[ride * 2] ?? 0)
          .concat([...rides.keys()].map((ride) => ids[ride * 2 + 1] ?? 0))
  await put(
    'grouping_stops',
    order.map(
      (id_stop, position): JsonObject => ({
        id_grouping,
        id_service: services[Math.floor(ids.indexOf(id_stop) / 2)] ?? 0,
        id_stop,
        position,
        locked: 0,
        date_created: made,
      }),
    ),
  )
  await put('grouping_plans', [
    {
      id_grouping,
      number: 1,
      source: 'built',
      id_user: operator,
      stops: order,
      ...lengthsOf(rides, route),
      late_s: 0,
      date_created: made,
    },
  ])
}

/**
 * The shift in which a driver finished rides of a grouping; null: none is over yet. They share the vehicle: what it
 * drove and how long counts once.
 */
function shiftOf(
  driver: DemoRideDriver,
  rides: readonly DemoRide[],
  { route, now }: { readonly route: Route; readonly now: number },
): JsonObject | null {
  const over = rides.filter(({ end }) => end.state === 'finalized')
  const times = over.flatMap(({ end }) => (end.state === 'finalized' ? [end.times] : []))
  if (times.length === 0) return null
  const [first, last] = [
    Math.min(...times.map(({ accepted }) => accepted)),
    Math.max(...times.map(({ finalized }) => finalized)),
  ]
  const driven_m =
    over.length === rides.length ? route.distance_m : over.reduce((sum, { distance }) => sum + distance, 0)
  return {
    ...shiftRecord({ driver, start: first - BEFORE_MS, end: Math.min(now, last + AFTER_MS), place: 1, rides: over }),
    distance: Math.round(driven_m / 100) / 10,
    time_busy: Math.round((last - first) / 1000),
  }
}

/** A van's driver comes to work for its grouping and goes home after it. */
const BEFORE_MS = 25 * MIN
const AFTER_MS = 15 * MIN

const iso = (at_ms: number): string => new Date(at_ms).toISOString()

/** Where the vehicle drives: to each door, then to each end. */
const pointsOf = (rides: readonly DemoRide[]) =>
  [...rides.flatMap(({ stops }) => stops.slice(0, 1)), ...rides.flatMap(({ stops }) => stops.slice(1))].map(
    ({ lat, lng }) => [lat, lng] as const,
  )

/**
 * How long the whole takes: of what is over from the first way to the last goodbye, else the drive and a pause at each
 * door.
 */
function spanOf(rides: readonly DemoRide[], route: Route): { readonly start: number; readonly arrival: number } {
  const over = rides.flatMap(({ end }) => (end.state === 'finalized' ? [end.times] : []))
  if (over.length === rides.length)
    return {
      start: Math.min(...over.map(({ onway }) => onway)),
      arrival: Math.max(...over.map(({ finalized }) => finalized)),
    }
  const times = rides.map(({ end }) =>
    end.state === 'finalized' ? end.times.onway : end.state === 'scheduled' ? end.scheduled : end.created,
  )
  const start = Math.min(...times)
  return { start, arrival: Math.max(start + (route.duration_s + rides.length * PAUSE_S) * 1000, ...times) }
}

/** One distance and one duration, wherever the grouping is shown: from its start to its arrival. */
function lengthsOf(rides: readonly DemoRide[], route: Route): { readonly distance: number; readonly duration: number } {
  const { start, arrival } = spanOf(rides, route)
  return { distance: route.distance_m, duration: Math.round((arrival - start) / 1000) }
}

function lengthOf(rides: readonly DemoRide[], route: Route): JsonObject {
  const { start, arrival } = spanOf(rides, route)
  return {
    ...lengthsOf(rides, route),
    polyline: encodeLine(route.points),
    date_start: iso(start),
    date_arrival: iso(arrival),
    distance_source: route.source,
  }
}

const PAUSE_S = 120
