import type { LatLng } from '../../geometry/model'
import type { DispatcherService } from './dispatcher-service'

/**
 * Where a ride's driver finds the passenger: where their car stands, of a ride that is handed over, else at the origin.
 */
export function pickupPoint({
  handover_lat,
  handover_lng,
  org_lat,
  org_lng,
}: Pick<DispatcherService, 'handover_lat' | 'handover_lng' | 'org_lat' | 'org_lng'>): LatLng | null {
  if (handover_lat !== null && handover_lng !== null) return [handover_lat, handover_lng]
  return org_lat === null || org_lng === null ? null : [org_lat, org_lng]
}
