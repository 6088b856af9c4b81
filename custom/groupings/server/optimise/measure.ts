import type { LatLng } from '../../../geo/model/lat-lng'
import { placesOf } from '../../../geo/server'
import type { RouteContext } from '../route/route-context'
import { matrixOf, type Matrix } from '../../model/plan/problem'

/** How far places are apart, by the map services of the settings, else by the project's own router. @throws {AppError} UNAVAILABLE when a way is missing */
export async function measure(context: RouteContext, points: readonly LatLng[]): Promise<Matrix> {
  const { durations_s, distances_m } = await placesOf(context).matrix(points, points)
  return matrixOf(durations_s, distances_m, 'streets')
}
