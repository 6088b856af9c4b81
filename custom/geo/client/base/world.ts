/**
 * A point of the world as a square of side 1, from its north-west corner: web Mercator, as in Leaflet and its tiles.
 */
export interface WorldPoint {
  readonly x: number
  readonly y: number
}

export const worldX = (lng: number): number => (lng + 180) / 360

export function worldY(lat: number): number {
  const sine = Math.sin((lat * Math.PI) / 180)
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
}

// Leaflet's pixels of the whole world at a zoom.
export const worldPixels = (zoom: number): number => 256 * 2 ** zoom
