import { AppError, wrong } from '#engine/model'
import type { QuoteStop } from '../../model/quote-call'
import { bookOf } from '../book/kept-book'
import type { BookBranch, FareBook, BookToll } from '../book/book'
import { mayTry, type PriceContext } from './asker'
import { branchAt, timezoneOf } from './branch-at'
import { payerOf, type Payer } from './payer'
import { encodeLine, type LatLng } from '../../../geometry/model'
import { placesOf, type Route } from '../../../geo/server'

/** The route of a trip. */
interface TripRoute {
  readonly distance_m: number
  readonly duration_s: number
  /** Of precision 5; empty without a route. */
  readonly polyline: string
  readonly source: string
  /** Those of every branch. */
  readonly tolls: readonly BookToll[]
}

/**
 * The route through the stops, with the tolls that it crosses.
 * @throws {AppError} UNAVAILABLE when no service knows it
 */
async function routeThrough(context: PriceContext, book: FareBook, stops: readonly LatLng[]): Promise<TripRoute> {
  const route = await placesOf(context).route(stops)
  const { distance_m, duration_s, source } = route
  return { distance_m, duration_s, source, ...lineOf(route, book) }
}

/** Distance and duration that somebody entered: there is no line, and so no toll. */
const givenRoute = (distance_m: number, duration_s: number): TripRoute => ({
  distance_m,
  duration_s,
  polyline: '',
  source: 'given',
  tolls: [],
})

/** Of a trip without a destination. */
const noRoute: TripRoute = { distance_m: 0, duration_s: 0, polyline: '', source: 'none', tolls: [] }

type Line = Pick<TripRoute, 'polyline' | 'tolls'>
const lines = new WeakMap<Route, { readonly book: FareBook['tolls']; readonly line: Line }>()

/** What is derived from a route's points is worked out once, and kept as long as the route. */
function lineOf(route: Route, { tolls }: FareBook): Line {
  const kept = lines.get(route)
  if (kept && kept.book === tolls) return kept.line
  const line = { polyline: kept?.line.polyline ?? encodeLine(route.points), tolls: tolls.crossed(route.points) }
  lines.set(route, { book: tolls, line })
  return line
}

/** What is the same for every product that a trip may use. */
export interface PriceBasis {
  readonly book: FareBook
  readonly payer: Payer
  readonly stops: readonly QuoteStop[]
  readonly route: TripRoute
  readonly branch: BookBranch | null
  /** ISO 8601 UTC. */
  readonly date: string
  readonly timezone: string
}

interface PriceBasisInput {
  readonly stops: readonly QuoteStop[]
  readonly id_client?: number | null
  /** Of a service being changed. */
  readonly id_fare?: number | null
  readonly date_scheduled?: string | null
  readonly distance?: number | null
  readonly duration?: number | null
}

/** Where, when and for whom a trip is. @throws {AppError} VALIDATION at the field with the error */
export async function priceBasis(context: PriceContext, asked: PriceBasisInput): Promise<PriceBasis> {
  const { stops } = asked
  const date = pricedDate(context, asked.date_scheduled ?? null)
  const given = givenBy(context, asked) ?? withoutEnd(context, stops)
  if (!given) checkStops(context, stops)
  const [book, payer] = await Promise.all([
    bookOf(context.db),
    payerOf(context, asked.id_client ?? null, asked.id_fare ?? null),
  ])
  const route =
    given ??
    (await routeThrough(
      context,
      book,
      stops.map(({ lat, lng }) => [lat, lng]),
    ).catch(unreachable))
  const [first] = stops
  const branch = branchAt(book, first ? [first.lat, first.lng] : null)
  return { book, payer, stops, route, branch, date, timezone: timezoneOf(branch, context.settings) }
}

/** ISO 8601 UTC; null: now. @throws {AppError} VALIDATION at `date_scheduled` */
export function pricedDate({ now }: Pick<PriceContext, 'now'>, text: string | null): string {
  if (text === null) return now().toISOString()
  const time_ms = Date.parse(text)
  if (Number.isNaN(time_ms)) throw wrong('date_scheduled', 'datetime')
  // Outside these years dates are written differently, and time zone rules are not reliable.
  if (time_ms < FIRST_MS || time_ms >= LAST_MS) throw wrong('date_scheduled', 'fares.year')
  return new Date(time_ms).toISOString()
}

const FIRST_MS = Date.UTC(1900, 0, 1)
const LAST_MS = Date.UTC(9999, 0, 1)

function givenBy(context: PriceContext, { distance = null, duration = null }: PriceBasisInput): TripRoute | null {
  if (distance === null && duration === null) return null
  if (!mayTry(context)) throw wrong(distance === null ? 'duration' : 'distance', 'not_editable')
  if (distance === null || duration === null) throw wrong(distance === null ? 'distance' : 'duration', 'required')
  return givenRoute(distance, duration)
}

/**
 * Where the destination is optional, a trip may have only its start: it costs what the tariff charges without a route.
 */
const withoutEnd = ({ settings }: PriceContext, stops: readonly QuoteStop[]): TripRoute | null =>
  stops.length === 1 && (settings.optional_destination === true || settings.optional_destination === 1) ? noRoute : null

function checkStops({ settings }: PriceContext, stops: readonly QuoteStop[]): void {
  if (stops.length < 2) throw wrong('stops', 'fares.stops')
  const max = Number(settings.max_stops)
  if (max >= 2 && stops.length > max) throw wrong('stops', 'too_many', { max })
}

/** What our own places refuse about points is reported at the stops. */
function unreachable(cause: unknown): never {
  if (cause instanceof AppError && cause.code === 'VALIDATION') throw wrong('stops', 'fares.no_way')
  throw cause
}
