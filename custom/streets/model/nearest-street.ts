import { districtNear } from './district-at'
import { type LatLng, nearestOnLine } from '../../geometry/model'
import { STREET_LEGS } from './street-legs'

/** Where a place is, in words from the local streets; null where they do not cover it. */
interface PlaceWords {
  readonly street: string | null
  readonly distance_m: number | null
  readonly district: string | null
}

/** The nearest street within `limit_m` and the district of a place. */
export function placeWords(place: LatLng, limit_m = 400): PlaceWords {
  let street: string | null = null
  let best = limit_m
  for (const leg of STREET_LEGS) {
    const away = nearestOnLine(place, leg.from, leg.to).distance_m
    if (away <= best) {
      best = away
      street = leg.street.name
    }
  }
  return { street, distance_m: street ? Math.round(best) : null, district: districtNear(place) }
}
