import { DISTRICTS, type District } from './districts'
import {
  type Area,
  between,
  distance_m,
  type LatLng,
  nearestOnLine,
  zoneIndex,
  type ZoneIndex,
} from '../../geometry/model'

let index: ZoneIndex<Area<string>> | null = null
// Created when first used: a browser that imports a neighbour of this file does not need it.
const zones = (): ZoneIndex<Area<string>> =>
  (index ??= zoneIndex(DISTRICTS.map(({ name, outline }) => ({ id: name, ring: outline }))))

/** Name of the district that contains a place, null outside all of them. */
export function districtAt(place: LatLng): string | null {
  return zones().at(place)?.id ?? null
}

/**
 * The district that contains a place or, outside all of them (on the water, across a simplified border), the nearest
 * within `limit_m`.
 */
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
  if (districtAt(centre) === district.name) return centre
  // The midpoint between two of its corners is inside somewhere, and not on a border that it shares.
  const { outline, name } = district
  const within = outline
    .flatMap((a, i) => outline.slice(i + 1).map((b) => between(a, b, 0.5)))
    .filter((place) => districtAt(place) === name)
  return within.sort((a, b) => distance_m(a, centre) - distance_m(b, centre))[0] ?? centre
}

function sides({ outline }: District): readonly (readonly [LatLng, LatLng])[] {
  return outline.map((corner, i) => [corner, outline[(i + 1) % outline.length] ?? corner])
}
