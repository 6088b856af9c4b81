import type { CallContext } from '#engine/server'
import { placesOf } from '../../../geo/server'
import type { LatLng } from '../../../geo/model/lat-lng'
import { matrixOf, type Matrix } from '../../model/plan/problem'

/** A matrix of one question to the router has this many cells at most. */
const MAX_CELLS = 2_400

/** All ways between places, measured by whoever measures routes here; asked in parts, for a grouping has more places than one question takes. */
export async function measureWays(context: CallContext, places: readonly LatLng[]): Promise<Matrix> {
  const router = placesOf(context)
  const rows = Math.max(1, Math.floor(MAX_CELLS / Math.max(1, places.length)))
  const seconds: (readonly number[])[] = []
  const metres: (readonly number[])[] = []
  for (let from = 0; from < places.length; from += rows) {
    const { distances_m, durations_s } = await router.matrix(places.slice(from, from + rows), places)
    seconds.push(...durations_s)
    metres.push(...distances_m)
  }
  const [first, second] = places
  const { source } = first && second ? await router.route([first, second]) : { source: 'straight' }
  return matrixOf(seconds, metres, source)
}
