import { shapeOf, type VehicleMark } from '../../../geo/model/vehicle-mark'
import type { Availability } from '../../model/live-vehicle'
import { fixAge } from '../../model/fix-age'
import { ageOf } from '../live/age-words'

interface Seen {
  readonly id: number
  readonly lat: number | null
  readonly lng: number | null
  readonly course: number | null
  readonly icon: string
  readonly availability: Availability
  readonly date_fix: string | null
}

/** A vehicle as the map draws it; null while it has no place. */
export function vehicleMark({ id, lat, lng, course, icon, availability, date_fix }: Seen, now_ms: number): VehicleMark | null {
  if (lat === null || lng === null) return null
  return { id, lat, lng, course, shape: shapeOf(icon), state: availability, fade: date_fix ? fixAge(ageOf(date_fix, now_ms)) : 'lost' }
}
