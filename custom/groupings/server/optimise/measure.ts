import type { LatLng } from '../../../geo/model/lat-lng'
import { placesOf } from '../../../geo/server'
import type { RouteContext } from '../route/route-context'
import { matrixOf, type Matrix } from '../../model/plan/problem'

/** Ways of one question to the router: a grouping has more places than one question takes. */
const MAX_CELLS = 2_400

/** How far places are apart, by the map services of the settings, else by the project's own router. @throws {AppError} UNAVAILABLE when a way is missing */
export async function measure(context: RouteContext, points: readonly LatLng[]): Promise<Matrix> {
  const router = placesOf(context)
  const rows = Math.max(1, Math.floor(MAX_CELLS / Math.max(1, points.length)))
  const seconds: (readonly number[])[] = []
  const metres: (readonly number[])[] = []
  for (let from = 0; from < points.length; from += rows) {
    const { distances_m, durations_s } = await router.matrix(points.slice(from, from + rows), points)
    seconds.push(...durations_s)
    metres.push(...distances_m)
  }
  const [first, second] = points
  const { source } = first && second ? await router.route([first, second]) : { source: 'straight' }
  return matrixOf(seconds, metres, source)
}
