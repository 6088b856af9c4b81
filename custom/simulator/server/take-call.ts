import { randomUUID } from 'node:crypto'
import { type DemoStop, integer, pick, pickWeighted, type Random } from '../../demo/model'
import { liveVehiclesCall } from '../../dispatcher/model'
import { dispatcherProductsCall, type OfferedProduct } from '../../fares/model'
import type { LatLng } from '../../geometry/model'
import { clientsCall, createCall, dataClientCall, formCall } from '../../services/model'
import { mayRing, type Ring } from '../model/caller-mind'
import { callerTrip } from '../model/caller-trip'
import type { HttpCalls } from './http-calls'

/** Who takes the call: an operator's session. */
export interface TakenBy {
  readonly api: HttpCalls
  readonly token: string
  readonly random: Random
}

interface Caller {
  readonly id: number
  readonly company: boolean
  readonly places: readonly DemoStop[]
}

/** Money left to a company for people who try the demo with its account, in currency units. */
const COMPANY_KEEPS = 1000
const MIN_MS = 60_000
/** How many minutes ahead people book, rounded up to five minutes. */
const BOOKING_MIN = [35, 75] as const

const NOTES = [
  'Esperar en la puerta principal.',
  'Lleva dos maletas.',
  'Llamar al llegar.',
  'Viaja con un niño.',
  'Paga con billete de 100.',
]

/** Places of free cars; null: too few are free for one more ride. */
export async function freeCars({ api, token }: TakenBy): Promise<readonly LatLng[] | null> {
  const { items, totals } = await api.call(liveVehiclesCall, { availability: 'online' }, token)
  const free = items.flatMap(({ icon, lat, lng, vehicle_requesting }): LatLng[] =>
    icon !== 'car' || lat === null || lng === null || vehicle_requesting !== null ? [] : [[lat, lng]],
  )
  return mayRing(free.length, totals.online + totals.busy) ? free : null
}

/**
 * The caller, found by phone number as at the console. Null: not an active client, on a ride, or the company is low on
 * money.
 */
export async function whoCalls({ api, token }: TakenBy, phone: string): Promise<Caller | null> {
  const {
    items: [client],
  } = await api.call(clientsCall, { q: phone }, token)
  if (!client || client.state !== '1') return null
  const { locations, active, company_left } = await api.call(dataClientCall, { id_client: client.id }, token)
  if (active.length > 0 || (company_left !== null && company_left < COMPANY_KEEPS)) return null
  return {
    id: client.id,
    company: client.id_company !== null,
    places: locations.map(({ address, lat, lng }) => ({ address, lat, lng })),
  }
}

/** Quotes and makes a ride for a caller. @returns whether there was a trip and a product for it */
export async function bookForCaller(
  by: TakenBy,
  how: Ring,
  caller: Caller,
  free: readonly LatLng[],
  now: number,
): Promise<boolean> {
  const { api, token, random } = by
  const { payments, request_radius } = await api.call(formCall, {}, token)
  const trip = callerTrip(how, { free, places: caller.places, radius_m: request_radius * 1000 }, random)
  if (!trip) return false
  const date = how === 'booking' ? onFive(now + integer(random, ...BOOKING_MIN) * MIN_MS) : null
  const pays = caller.company ? 'credit' : random() < 0.7 ? 'cash' : 'card'
  const id_payment = payments.find(({ type }) => type === pays)?.id ?? null
  const places = trip.map(({ address, lat, lng }) => ({ address, lat, lng }))
  const { products } = await api.call(
    dispatcherProductsCall,
    { stops: places, id_client: caller.id, id_payment, date_scheduled: date },
    token,
  )
  const product = productOf(products, date === null ? null : (Date.parse(date) - now) / MIN_MS, random)
  if (!product) return false
  const stops = trip.map(({ address, lat, lng, name }) => ({ address, lat, lng, name: name ?? null }))
  await api.call(
    createCall,
    {
      id_client: caller.id,
      id_product: product.id,
      id_payment,
      stops,
      quote: product.fare.quote,
      notes: random() < 0.15 ? pick(random, NOTES) : null,
      scheduled: date === null ? 0 : 1,
      ...(date === null ? {} : { scheduled_dates: [date] }),
      after: date !== null || how === 'noted' ? 'none' : 'search',
      idempotency: randomUUID(),
    },
    token,
  )
  return true
}

/**
 * A product available for this trip at its time (in so many minutes; null: now). Most people want a car for themselves.
 */
function productOf(products: readonly OfferedProduct[], in_min: number | null, random: Random): OfferedProduct | null {
  const had = products.filter(
    ({
      fare,
      for_shared_service,
      allow_service_inmediate: now,
      allow_service_scheduled: later,
      min_time_to_schedule: least,
    }) =>
      fare.quote !== null &&
      fare.error === null &&
      for_shared_service === 0 &&
      (in_min === null ? now === 1 : later === 1 && in_min > least + 1),
  )
  const car = ({ capacity_1 }: OfferedProduct): boolean => capacity_1 > 2 && capacity_1 < 7
  return had.length === 0
    ? null
    : pickWeighted(
        random,
        had.map((product) => [product, car(product) ? 12 : 1]),
      )
}

const onFive = (at_ms: number): string => new Date(Math.ceil(at_ms / (5 * MIN_MS)) * 5 * MIN_MS).toISOString()
