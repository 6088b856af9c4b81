import { wayTable } from '../../../geo/server'
import type { LatLng } from '../../../geometry/model'
import type { WayMatrix } from '../../model/plan/problem'

/** What the map services of a call are asked with. */
type MeasureContext = Parameters<typeof wayTable>[0]

/**
 * How far places are apart: by the map service of the settings, else by the project's own router; `source` says which.
 * Must not run within a transaction.
 * @throws {AppError} VALIDATION where there is no way between two of them
 */
export async function measureWays(context: MeasureContext, places: readonly LatLng[]): Promise<WayMatrix> {
  return { size: places.length, ...(await wayTable(context, places)) }
}
