import { shapeOf, type VehicleMark } from '../../../geo/model'
import type { Availability } from '../../model/live-vehicle'
import { fixAge } from '../../model/fix-age'

interface Seen {
  readonly id: number
  readonly lat: number | null
  readonly lng: number | null
  readonly course: number | null
  readonly icon: string
  readonly availability: Availability
  readonly date_fix: string | null
}

const drawn = new WeakMap<Seen, { readonly since_ms: number | null; mark: VehicleMark }>()

/**
 * A vehicle as the map draws it; null while it has no place. The same object as before while it looks the same, which
 * is drawn no second time.
 */
export function vehicleMark(vehicle: Seen, now_ms: number): VehicleMark | null {
  const { id, lat, lng, course, icon, availability, date_fix } = vehicle
  if (lat === null || lng === null) return null
  const known = drawn.get(vehicle)
  const since_ms = known ? known.since_ms : date_fix === null ? null : Date.parse(date_fix)
  const fade = since_ms === null ? 'lost' : fixAge(Math.max(0, (now_ms - since_ms) / 1000))
  if (known?.mark.fade === fade) return known.mark
  const mark: VehicleMark = { id, lat, lng, course, shape: shapeOf(icon), state: availability, fade }
  drawn.set(vehicle, { since_ms, mark })
  return mark
}
