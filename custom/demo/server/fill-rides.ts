import type { JsonObject, Actor } from '#engine/model'
import { writeLog, type DemoContext, type DemoWriter } from '#engine/server'
import type { Moments } from '../model/moments'
import { endLine, fixesOf, reviewOf } from './past-of-rides'
import { randomInteger, pick, randomFrom, type Random } from '../model/random'
import { historyOf } from '../model/history'
import {
  createdAt,
  fareRecord,
  offerRecords,
  serviceRecord,
  stopRecords,
  type DemoRide,
  type DemoRideEnd,
} from '../model/ride-records'
import { shiftRecord } from '../model/shift-records'
import { PAST_ENDS_MS, pauseBetween, rideTimes, SHORTEST_SHIFT_MS, shiftHours } from '../model/ride-times'
import { regularOf, tripOf, type DemoClient, type DemoStop, type Regular } from '../model/trips'
import { priceBasis, price, priceBy } from '../../fares/server'
import { putPastFixes } from '../../fleet/server'
import type { Fare } from '../../fares/model'

interface RideAsked {
  readonly stops: readonly DemoStop[]
  readonly id_client: number
  readonly id_product: number
  readonly id_payment: number
  readonly date: string
  /** Seconds waited at the origin. */
  readonly wait_s: number
}

interface PricedRide {
  readonly id_branch: number | null
  readonly id_tarif: number
  readonly id_tarif_version: number
  readonly fare: Fare
  readonly deal: object
  readonly distance: number
  readonly duration: number
  readonly polyline: string
}

/** What a call of a member of staff is made with. */
export async function staffContext(demo: DemoContext, operator: number) {
  const {
    model,
    database: { db, transaction },
  } = demo
  const settings = await demo.settings()
  const facts = {
    id: operator,
    root: true,
    operator: true,
    corporate: false,
    language: 'es',
    id_company: null,
    id_branch: null,
  }
  const actor: Actor = { id: operator, root: true, operator: true, language: 'es', scopes: {}, rights: {}, facts }
  return { actor, model, db, transaction, settings, now: () => new Date(), say: (key: string) => key }
}

/** Prices rides as the dispatcher does, as a member of staff. @returns a function that prices one ride */
export async function ridePricer(
  demo: DemoContext,
  operator: number,
): Promise<(asked: RideAsked) => Promise<PricedRide>> {
  const context = await staffContext(demo, operator)
  return async ({ stops, id_client, id_product, id_payment, date, wait_s }) => {
    const asked = {
      id_client,
      id_product,
      id_payment,
      date_scheduled: date,
      stops: stops.map((stop, index) => ({ ...stop, wait_s: index === 0 ? wait_s : 0 })),
    }
    const basis = await priceBasis(context, asked)
    const by = await priceBy(context, basis, asked)
    const { fare, deal, version } = await price(context, basis, by)
    const { distance_m, duration_s, polyline } = basis.route
    return {
      id_branch: basis.branch?.id ?? null,
      id_tarif: by.tarif.terms.id,
      id_tarif_version: await version.id(),
      fare,
      deal,
      distance: distance_m,
      duration: duration_s,
      polyline,
    }
  }
}

/** A random stream of its own, so that changes here do not affect the rest of the demo. */
const SEED = 5_122_026
const HISTORY_SEED = 23_112_026
const TRACK_SEED = 25_112_026
const PAST_DAYS = 3
const WORKERS = 5
/** More would only be slow to create: large numbers of services are for benchmarks. */
const MAX_WORKERS = 300
const BOOKINGS = 7
const REGULARS = 14
const MIN = 60_000

interface RideCast {
  readonly operator: number
  /** All who take calls. */
  readonly operators: readonly number[]
  /** The clients who ride most: the accounts that people try come first. */
  readonly clients: readonly DemoClient[]
  readonly offices: ReadonlyMap<number, DemoStop>
  /** Companies whose people may ride in a better car. */
  readonly executive: ReadonlySet<number>
  /** Those with a car. */
  readonly drivers: readonly { readonly id: number; readonly id_vehicle: number }[]
  /** Ids of products and of payment methods, by name. */
  readonly products: ReadonlyMap<string, number>
  readonly payments: ReadonlyMap<string, number>
}

/**
 * The last days of the demo: shifts, the rides of each, some that were cancelled, and bookings for the days to come.
 */
export async function fillRides(
  demo: DemoContext,
  writer: DemoWriter,
  moments: Moments,
  cast: RideCast,
): Promise<void> {
  const random = randomFrom(SEED)
  const priced = await ridePricer(demo, cast.operator)
  const time_request_s = Number((await demo.settings()).time_request) || 30
  const count = Math.min(MAX_WORKERS, cast.drivers.length, Math.max(3, Math.round(WORKERS * demo.scale)))
  const regulars = cast.clients
    .slice(0, REGULARS)
    .map((client) => regularOf(random, client, cast.offices.get(client.id_company ?? 0) ?? null))
  const past_ms = moments.now.getTime() - PAST_ENDS_MS

  const rideOf = async (
    at_ms: number,
    endOf: (duration_s: number, wait_s: number) => DemoRideEnd,
  ): Promise<DemoRide> => {
    const asked = askedRide(random, cast, regulars, at_ms)
    const { client, ...rest } = asked
    const known = await priced(rest)
    const { stops, id_product, id_payment, wait_s } = rest
    return {
      ...known,
      client,
      stops,
      id_product,
      id_payment,
      wait_s,
      id_operator: cast.operator,
      end: endOf(known.duration, wait_s),
    }
  }

  const rides: DemoRide[] = []
  const shifts: JsonObject[] = []
  for (let day = -PAST_DAYS; day <= 0; day += 1) {
    const first = randomInteger(random, 0, cast.drivers.length - 1)
    for (let place = 0; place < count; place += 1) {
      const driver = cast.drivers[(first + place) % cast.drivers.length]
      const hours = shiftHours(random, moments.clock(day, 0).getTime())
      const end = Math.min(hours.end, past_ms)
      if (!driver || end - hours.start < SHORTEST_SHIFT_MS) continue
      let free = hours.start + pauseBetween(random) / 2
      const mine: DemoRide[] = []
      while (free < end) {
        const ride = await rideOf(free, (duration_s, wait_s) => finished(random, driver, free, duration_s, wait_s))
        const done = ride.end.state === 'finalized' ? ride.end.times.finalized : 0
        if (done >= end) break
        rides.push(ride)
        mine.push(ride)
        free = done + pauseBetween(random)
        if (random() < 0.12) rides.push(await rideOf(done, () => cancelled(random, done)))
      }
      shifts.push(shiftRecord({ driver, start: hours.start, end, place: place + 1, rides: mine }))
    }
  }
  for (let booking = 0; booking < BOOKINGS; booking += 1) {
    const at_ms = moments.clock(1 + (booking % 3), randomInteger(random, 7 * 3600, 19 * 3600)).getTime()
    rides.push(
      await rideOf(at_ms, () => ({
        state: 'scheduled',
        created: past_ms - randomInteger(random, 5, 600) * MIN,
        scheduled: at_ms,
        onair: at_ms - 20 * MIN,
      })),
    )
  }
  // Priced once: what was ridden before them has their ways and fares.
  const known = rides.filter(({ end }) => end.state === 'finalized')
  const past = historyOf({
    random: randomFrom(HISTORY_SEED),
    moments,
    known,
    drivers: cast.drivers,
    operators: cast.operators,
    until: -PAST_DAYS,
    scale: Math.min(demo.scale, 1),
  })
  rides.sort((a, b) => createdAt(a) - createdAt(b))

  const fares = await writer.insert('fares', rides.length, (index) => (rides[index] ? fareRecord(rides[index]) : {}))
  const fareOf = new Map(rides.map(({ fare }, index) => [fare, fares[index] ?? 0]))
  const all = withPaidOnline([...past.rides, ...rides], cast.payments.get('Pago en línea') ?? 0)
  const services = await writer.insert('services', all.length, (index) =>
    all[index]
      ? {
          ...serviceRecord(all[index], fareOf.get(all[index].fare) ?? 0),
          ...reviewOf(all[index], index, cast.operator),
        }
      : {},
  )
  const ended = all.flatMap((ride, index) =>
    Object.hasOwn(reviewOf(ride, index, cast.operator), 'review') ? (endLine(ride, services[index] ?? 0) ?? []) : [],
  )
  await demo.database.transaction((tx) => writeLog(tx, ...ended))
  const put = (entity: string, rows: readonly JsonObject[]): Promise<number[]> =>
    writer.insert(entity, rows.length, (index) => rows[index] ?? {})
  await put(
    'service_stops',
    all.flatMap((ride, index) => stopRecords(ride, services[index] ?? 0)),
  )
  await put(
    'service_offers',
    all.flatMap((ride, index) => offerRecords(ride, services[index] ?? 0, time_request_s)),
  )
  await put('driver_shifts', [...past.shifts, ...shifts])
  const ids = services.slice(past.rides.length)
  await putPastFixes(
    demo.database,
    rides.flatMap((ride, index) => fixesOf(randomFrom(TRACK_SEED + index), ride, ids[index] ?? 0)),
  )
}

/** The last rides of people of no company that somebody paid ahead: done, and called off. */
const PAID_ONLINE = { finalized: 9, canceled: 3, scheduled: 0 } as const

function withPaidOnline(rides: readonly DemoRide[], id_payment: number): readonly DemoRide[] {
  const left: { -readonly [state in keyof typeof PAID_ONLINE]: number } = { ...PAID_ONLINE }
  const paid = new Set(
    rides.toReversed().filter(({ client, end, fare }) => {
      if (client.id_company !== null || fare.total <= 0 || left[end.state] === 0) return false
      left[end.state] -= 1
      return true
    }),
  )
  return rides.map((ride) => (paid.has(ride) ? { ...ride, id_payment } : ride))
}

const iso = (at_ms: number): string => new Date(at_ms).toISOString()

/** Who rides, from where to where, with what: a company's people with their company's product, at its expense. */
function askedRide(
  random: Random,
  cast: RideCast,
  regulars: readonly Regular[],
  at_ms: number,
): RideAsked & { readonly client: DemoClient } {
  const regular = random() < 0.7 ? pick(random, regulars) : null
  const client = regular?.client ?? pick(random, cast.clients)
  const product =
    client.id_company !== null
      ? cast.executive.has(client.id_company) && random() < 0.4
        ? 'Ejecutivo'
        : 'Corporativo'
      : random() < 0.8
        ? 'Económico'
        : 'Por zonas'
  const payment = client.id_company !== null ? 'Crédito de empresa' : random() < 0.7 ? 'Efectivo' : 'Tarjeta'
  return {
    client,
    id_client: client.id,
    stops: tripOf(random, regular),
    date: iso(at_ms),
    wait_s: randomInteger(random, 40, 330),
    id_product: cast.products.get(product) ?? 0,
    id_payment: cast.payments.get(payment) ?? 0,
  }
}

function finished(
  random: Random,
  driver: RideCast['drivers'][number],
  accepted: number,
  duration_s: number,
  wait_s: number,
): DemoRideEnd {
  const times = rideTimes(random, accepted, duration_s, wait_s)
  const asked_s = Math.round((times.waiting - times.onway) / 1000)
  return { state: 'finalized', driver, times, asked_s, asked_m: asked_s * 6, refused: [] }
}

function cancelled(random: Random, created: number): DemoRideEnd {
  const by = random() < 0.6 ? 'client' : 'operator'
  const reason = by === 'client' ? 'Ya no lo necesita' : 'Datos equivocados'
  return {
    state: 'canceled',
    created,
    canceled: created + randomInteger(random, 1, 6) * MIN,
    by,
    reason,
    from: 'requested',
    missed: true,
    asked: [],
  }
}
