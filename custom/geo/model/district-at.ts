import { DISTRICTS, type District } from './districts'
import { distance_m, nearestOnLine, type LatLng } from './lat-lng'

/** Name of the district that a place lies in, null outside all of them. */
export function districtAt(place: LatLng): string | null {
  return DISTRICTS.find((district) => holds(district, place))?.name ?? null
}

/** The district a place lies in or, outside all of them (on the water, across a simplified border), the nearest within `limit_m`. */
export function districtNear(place: LatLng, limit_m = 1_000): string | null {
  const inside = districtAt(place)
  if (inside) return inside
  let best: { name: string; away: number } | null = null
  for (const district of DISTRICTS) {
    const away = Math.min(...sides(district).map(([a, b]) => nearestOnLine(place, a, b).distance_m))
    if (away <= limit_m && (!best || away < best.away)) best = { name: district.name, away }
  }
  return best?.name ?? null
}

/** Where the name of a district is written: the centre of its area, moved inside where the shape is bent. */
export function labelPoint(district: District): LatLng {
  let area = 0
  let lat = 0
  let lng = 0
  // Shoelace formula; fine on a plane of a few kilometres.
  for (const [a, b] of sides(district)) {
    const cross = a[1] * b[0] - b[1] * a[0]
    area += cross
    lat += (a[0] + b[0]) * cross
    lng += (a[1] + b[1]) * cross
  }
  const centre: LatLng = [lat / (3 * area), lng / (3 * area)]
  if (holds(district, centre)) return centre
  return [...district.outline].sort((a, b) => distance_m(a, centre) - distance_m(b, centre))[0] ?? centre
}

function holds(district: District, [lat, lng]: LatLng): boolean {
  let inside = false
  for (const [a, b] of sides(district)) {
    if (a[0] > lat !== b[0] > lat && lng < ((b[1] - a[1]) * (lat - a[0])) / (b[0] - a[0]) + a[1]) inside = !inside
  }
  return inside
}

function sides({ outline }: District): readonly (readonly [LatLng, LatLng])[] {
  return outline.map((corner, i) => [corner, outline[(i + 1) % outline.length] ?? corner])
}
