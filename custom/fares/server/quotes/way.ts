import { encodeLine } from '../../../geo/model/polyline'
import type { LatLng } from '../../../geo/model/lat-lng'
import { placesOf, type Route } from '../../../geo/server'
import type { BookToll, FareBook } from '../book/book'
import type { PriceContext } from './asker'

/** The way of a trip. */
export interface Way {
  readonly distance_m: number
  readonly duration_s: number
  /** Of precision 5; empty without a way. */
  readonly polyline: string
  readonly source: string
  /** Those of every branch. */
  readonly tolls: readonly BookToll[]
}

/** The way through the stops, with the tolls that it crosses. @throws {AppError} UNAVAILABLE when nobody can tell it */
export async function wayThrough(context: PriceContext, book: FareBook, stops: readonly LatLng[]): Promise<Way> {
  const route = await placesOf(context).route(stops)
  const { distance_m, duration_s, source } = route
  return { distance_m, duration_s, source, ...lineOf(route, book) }
}

/** Distance and duration that somebody gave: there is no line, and so no toll. */
export const givenWay = (distance_m: number, duration_s: number): Way =>
  ({ distance_m, duration_s, polyline: '', source: 'given', tolls: [] })

/** Of a trip without a destination. */
export const noWay: Way = { distance_m: 0, duration_s: 0, polyline: '', source: 'none', tolls: [] }

type Line = Pick<Way, 'polyline' | 'tolls'>
const lines = new WeakMap<Route, { readonly book: FareBook['tolls']; readonly line: Line }>()

/** What follows from a route's points is worked out once for as long as the route is kept. */
function lineOf(route: Route, { tolls }: FareBook): Line {
  const kept = lines.get(route)
  if (kept && kept.book === tolls) return kept.line
  const line = { polyline: kept?.line.polyline ?? encodeLine(route.points), tolls: tolls.crossed(route.points) }
  lines.set(route, { book: tolls, line })
  return line
}
