import { AppError, type CallRequest, type CallResponse, moneyText, wrong } from '#engine/model'
import type { CallContext } from '#engine/server'
import type { dispatcherProductsCall } from '../../fares/model'
import { moneyStyle, offeredProducts, orWhy } from '../../fares/server'
import { distance_m } from '../../geometry/model'
import { datesOf, productRules, withMostDays } from '../../services/server'
import type { TypeRequest, WidgetPlace } from '../model/booking-item'
import type { PricedProduct, WidgetProduct } from '../model/widget-calls'
import { productsOf } from './offered'
import type { WidgetRow } from './widget-row'

/** A trip as the page asks for it. */
export interface TripAsked {
  readonly org: WidgetPlace
  readonly dst: WidgetPlace
  readonly date_start?: string | null
  readonly date_return?: string | null
  readonly type_request: TypeRequest
  readonly capacity_1: number
  readonly promotion?: string | null
  readonly id_payment?: number | null
}

type Offered = CallResponse<typeof dispatcherProductsCall>
type Product = Offered['products'][number]

interface PricedTrip {
  readonly products: readonly (PricedProduct & {
    readonly quote: string | null
    readonly quote_return: string | null
    readonly expires: string | null
  })[]
  readonly distance: number
  readonly duration: number
  readonly polyline: string
}

/** Clocks and maps round: what is this near to a place is at it. */
const AT_M = 30
/** A place that is somewhere else than its name: `org` and `dst` of the request. */
const PLACES = ['org', 'dst'] as const

/**
 * What of a trip no product can change.
 * @throws {AppError} VALIDATION at `org`, `dst`, `date_start` or `date_return`
 */
export function checkTrip(
  { address_restriction, places }: WidgetRow,
  { org, dst, date_start = null, date_return = null, type_request }: TripAsked,
): void {
  const own = [org, dst].map(({ lat, lng }) =>
    places.some((place) => distance_m([place.lat, place.lng], [lat, lng]) <= AT_M),
  )
  const outside = own.indexOf(false)
  if (address_restriction === '2' && outside !== -1) throw wrong(PLACES[outside] ?? 'org', 'widgets.not_its_place')
  if (address_restriction === '1' && !own.includes(true)) throw wrong('org', 'widgets.no_end_its_place')
  if (type_request === 'no_return') return
  if (date_start === null) throw wrong('date_start', 'widgets.start_first')
  if (date_return === null) throw wrong('date_return', 'required')
  if (Date.parse(date_return) < Date.parse(date_start)) throw wrong('date_return', 'widgets.return_first')
}

/**
 * Every product of the widget for a trip, there and back, by the prices of whoever asks.
 * @throws {AppError} VALIDATION as `checkTrip`, and at `promotion`
 */
export async function priceTrip(context: CallContext, widget: WidgetRow, trip: TripAsked): Promise<PricedTrip> {
  checkTrip(widget, trip)
  const { org, dst, date_start = null, type_request } = trip
  const [known, there] = [
    await productsOf(context, widget),
    await offeredProducts(context, asked(trip, [org, dst], date_start)),
  ]
  const back =
    type_request === 'with_return'
      ? await offeredProducts(context, asked(trip, [dst, org], trip.date_return ?? null))
      : null
  const products: PricedTrip['products'][number][] = []
  for (const product of known) {
    const one = there.products.find(({ id }) => id === product.id)
    // One that is for companies, or of another branch, is none of this visitor's.
    if (one)
      products.push(
        await priced(context, trip, product, one, back?.products.find(({ id }) => id === product.id) ?? null),
      )
  }
  return { products, distance: there.distance, duration: there.duration, polyline: there.polyline }
}

function asked(
  { capacity_1, promotion = null, id_payment = null }: TripAsked,
  stops: readonly WidgetPlace[],
  date_scheduled: string | null,
): CallRequest<typeof dispatcherProductsCall> {
  return {
    stops: stops.map(({ lat, lng, address }) => ({ lat, lng, address })),
    date_scheduled,
    capacity_1,
    promotion,
    id_payment,
    is_return: false,
  }
}

async function priced(
  context: CallContext,
  trip: TripAsked,
  product: WidgetProduct,
  there: Product,
  back: Product | null,
): Promise<PricedTrip['products'][number]> {
  const isBoth = trip.type_request === 'with_return'
  const error =
    there.fare.error ??
    (await whyNot(context, trip, product)) ??
    (isBoth ? (back?.fare.error ?? (back === null ? context.say('validation.fares.other_branch') : null)) : null)
  const money = (amount: number | null): string | null =>
    amount === null ? null : moneyText(amount, moneyStyle(context.settings))
  const price = error === null ? sumOf(there.fare.price, there.fare.price_toll) : null
  const price_return = error === null && back ? sumOf(back.fare.price, back.fare.price_toll) : null
  const total = isBoth ? sumOf(price, price_return) : price
  return {
    ...product,
    price,
    price_return,
    total,
    price_promo: error === null ? sumOf(there.fare.price_promo, isBoth ? (back?.fare.price_promo ?? null) : 0) : null,
    price_text: money(price),
    price_return_text: money(price_return),
    total_text: money(total),
    error,
    quote: error === null ? there.fare.quote : null,
    quote_return: error === null ? (back?.fare.quote ?? null) : null,
    expires: there.fare.expires,
  }
}

/** Why a product cannot be booked at that time, or back. */
async function whyNot(
  context: CallContext,
  { date_start = null, date_return = null, type_request }: TripAsked,
  { id, accept_return }: WidgetProduct,
): Promise<string | null> {
  const { db, now, settings, say } = context
  if (type_request === 'with_return' && accept_return === 0) return say('validation.fares.no_return')
  const rules = await productRules(db, id)
  if (!rules) return say('validation.ref')
  const scheduled_dates = [date_start, ...(type_request === 'with_return' ? [date_return] : [])].flatMap(
    (date) => date ?? [],
  )
  const why = await orWhy(context, async () => {
    for (const date of scheduled_dates)
      datesOf({ scheduled: 1, scheduled_dates: [date] }, withMostDays(rules, settings), now())
    if (scheduled_dates.length === 0) datesOf({ scheduled: 0 }, withMostDays(rules, settings), now())
    return null
  })
  return why
}

/** Decimals of a currency: sums of two amounts have no more. */
const sumOf = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : Math.round((a + b) * 10_000) / 10_000

/** Why no product at all can be priced, as a sentence; an error that the page shows at its own field is thrown on. */
export async function whyNothing<T>({ say }: CallContext, work: () => Promise<T>): Promise<T | string> {
  try {
    return await work()
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.code !== 'VALIDATION') throw cause
    const [first] = Object.entries(cause.errors)
    if (!first || first[0] === 'promotion') throw cause
    return say(`validation.${first[1].key}`, first[1].params)
  }
}
