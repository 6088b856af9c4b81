import { greatCircle_m, type LatLng } from './lat-lng'

/** One route between two places, in metres and seconds. */
export interface TripRoute {
  readonly distance_m: number
  readonly duration_s: number
  readonly points: readonly LatLng[]
}

/** Finds the route from one place to another, and names its source. */
export type RouteBetween = (from: LatLng, to: LatLng) => { readonly route: TripRoute; readonly source: string }

/**
 * How much longer a route by streets is than the straight line. Cities have 1.2 (Newell 1980, random places of a town);
 * a grid has 4/π = 1.27 on average over all directions; the graphs that the tests measure have medians of 1.28 (the own
 * streets) to 1.4 (one-ways of Lima).
 */
export const DETOUR = 1.3

/**
 * Where no street is known: by day about 0.55 of the usual 40 remains in a city (see
 * `custom/streets/server/speeds.ts`).
 */
export const STRAIGHT_KMH = 22

/** The route where no street is known: the straight line, lengthened. */
export const straightRoute: RouteBetween = (from, to) => {
  const route_m = greatCircle_m(from, to) * DETOUR
  return {
    route: { distance_m: route_m, duration_s: route_m / (STRAIGHT_KMH / 3.6), points: [from, to] },
    source: 'straight',
  }
}
