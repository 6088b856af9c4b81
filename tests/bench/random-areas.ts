import type { LatLng } from '../../custom/geometry/model/lat-lng'
import type { Area } from '../../custom/geometry/model/ring-geojson'

/** Numbers in [0, 1); the same seed gives the same numbers. */
export function randomSource(seed: number): () => number {
  let state = seed
  return () => {
    // mulberry32.
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

// A city of some 40 by 40 km.
const [SOUTH, WEST, SIDE] = [-12.3, -77.15, 0.36]

/** Stars around places of a city, one to three kilometres wide. */
export const randomAreas = (count: number, corners: number, random: () => number): readonly Area<number>[] =>
  Array.from({ length: count }, (_, id) => {
    const [lat, lng] = randomPlace(random)
    return {
      id,
      ring: Array.from({ length: corners }, (_corner, i): LatLng => {
        const [angle, far] = [((i + random() * 0.5) / corners) * 2 * Math.PI, 0.006 + random() * 0.008]
        return [lat + Math.sin(angle) * far, lng + Math.cos(angle) * far]
      }),
    }
  })

export const randomPlace = (random: () => number): LatLng => [SOUTH + random() * SIDE, WEST + random() * SIDE]

/** A line of some 25 km through the city, as a route has it: points every few dozen metres, never quite straight. */
export function randomLine(points: number, random: () => number): readonly LatLng[] {
  let [lat, lng] = randomPlace(random)
  let course = random() * 2 * Math.PI
  const step = 0.23 / points
  return Array.from({ length: points }, (): LatLng => {
    course += (random() - 0.5) * 0.6
    if (lat < SOUTH || lat > SOUTH + SIDE || lng < WEST || lng > WEST + SIDE)
      course = Math.atan2(SOUTH + SIDE / 2 - lat, WEST + SIDE / 2 - lng)
    lat += Math.sin(course) * step
    lng += Math.cos(course) * step
    return [lat, lng]
  })
}
