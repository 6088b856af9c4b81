import type { Map as LeafletMap } from 'leaflet'
import type { MapView } from '#engine/client'

/** What a map shows. */
export interface SeenBox {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
  readonly zoom: number
}

export function seenOn(map: LeafletMap): SeenBox {
  const bounds = map.getBounds()
  return {
    west: bounds.getWest(),
    south: bounds.getSouth(),
    east: bounds.getEast(),
    north: bounds.getNorth(),
    zoom: map.getZoom(),
  }
}

/** Half a tile: a small move asks nothing anew. */
const STEP_PX = 128

/** The box to ask for: what is seen and a little more, on a grid, within the one world. */
export function askedView({ west, south, east, north, zoom }: SeenBox): MapView {
  const step = (360 * STEP_PX) / (256 * 2 ** Math.round(zoom))
  const [left, right] = [Math.floor(west / step) * step, Math.ceil(east / step) * step]
  const down = Math.max(-90, Math.floor(south / step) * step)
  const up = Math.min(90, Math.ceil(north / step) * step)
  const isWorld = right - left >= 360
  const box = isWorld
    ? [-180, down, 180, up]
    : [wrapped(left), down, wrapped(right) === -180 ? 180 : wrapped(right), up]
  const [w = -180, s = -90, e = 180, n = 90] = box.map(short)
  return { box: [w, s, e, n], zoom: Math.round(zoom) }
}

/** Whether a place lies in what is seen, in whatever copy of the world. */
export function isInSeenBox({ west, south, east, north }: SeenBox, lat: number, lng: number): boolean {
  const middle = (west + east) / 2
  const near = lng + 360 * Math.round((middle - lng) / 360)
  return lat >= south && lat <= north && near >= west && near <= east
}

const wrapped = (lng: number): number => ((((lng + 180) % 360) + 360) % 360) - 180
const short = (degrees: number): number => Number(degrees.toFixed(6)) || 0
