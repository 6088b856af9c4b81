import { worldX, worldY, type WorldPoint } from '../base/world'
import type { WorldMap } from '../base/world-map'

/** The district of the drawn map that a place lies in; null where none is drawn there. */
export function areaName(
  map: WorldMap | 'none' | null,
  [lat, lng]: readonly [lat: number, lng: number],
): string | null {
  if (!map || map === 'none') return null
  const place = { x: worldX(lng), y: worldY(lat) }
  return map.areas.find(({ points }) => isInside(points, place))?.name ?? null
}

/** Whether a ray from the place crosses the ring an odd number of times. */
function isInside(ring: readonly WorldPoint[], { x, y }: WorldPoint): boolean {
  let inside = false
  for (const [i, a] of ring.entries()) {
    const b = ring.at(i - 1)
    if (b && a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside
  }
  return inside
}
