import { greatCircle_m, type LatLng } from '../../../model/lat-lng'
import { STRAIGHT_KMH } from './speeds'

/**
 * How much longer a way by streets is than the straight one. Cities have 1.2 (Newell 1980, random places of a town); a grid has 4/π = 1.27
 * on average over all directions; the graphs that the tests measure have medians of 1.28 (the own streets) to 1.4 (one-ways of Lima).
 */
export const DETOUR = 1.3

/** A way where no street is known: the straight line, lengthened. */
export interface Way {
  readonly distance_m: number
  readonly duration_s: number
  readonly points: readonly LatLng[]
}

export function straightWay(from: LatLng, to: LatLng): Way {
  const way_m = greatCircle_m(from, to) * DETOUR
  return { distance_m: way_m, duration_s: way_m / (STRAIGHT_KMH / 3.6), points: [from, to] }
}
