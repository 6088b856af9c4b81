import { districtNear } from '../model/district-at'
import type { LatLng } from '../../geometry/model'
import type { Place } from '../../geo/server'
import { tellingWords } from '../../geo/model'
import { snap } from './snap'
import type { StreetGraph } from './street-graph'

/** A street farther away than this is not where the place is. */
const LIMIT_M = 400

/** The nearest street that has a name and the district of a place; null where neither is known. */
export function nearestNamed(graph: StreetGraph, at: LatLng): Place | null {
  const street =
    snap(graph, at, LIMIT_M, ({ name }) => name !== null && tellingWords(name).length > 0)?.edge.name ?? null
  const district = districtNear(at)
  const name = street ?? district
  return name === null
    ? null
    : { name, address: [street, district].filter((part) => part !== null).join(', '), point: at }
}
