import type { Map as LeafletMap } from 'leaflet'
import { PALETTES } from '../base/palette'
import type { HeatMode } from './heat-scale'

/**
 * What the map shows as one picture: the drawn streets and the cells. Images of other servers are left out, since no
 * page may read those.
 */
export function heatPicture(
  map: LeafletMap | null,
  mode: HeatMode,
): { readonly canvas: HTMLCanvasElement; readonly width: number; readonly height: number } | null {
  const frame = map?.getContainer().getBoundingClientRect()
  if (!map || !frame || frame.width === 0 || frame.height === 0) return null
  const canvas = document.createElement('canvas')
  const sharpness = 2
  canvas.width = frame.width * sharpness
  canvas.height = frame.height * sharpness
  const ctx = canvas.getContext('2d')
  if (!ctx) return null
  ctx.scale(sharpness, sharpness)
  ctx.fillStyle = PALETTES[mode].land
  ctx.fillRect(0, 0, frame.width, frame.height)
  for (const part of map.getContainer().querySelectorAll('canvas')) {
    const { left, top, width, height } = part.getBoundingClientRect()
    if (part.width === 0 || part.height === 0 || width === 0) continue
    ctx.globalAlpha = Number(part.style.opacity || 1)
    ctx.drawImage(part, left - frame.left, top - frame.top, width, height)
  }
  return { canvas, width: frame.width, height: frame.height }
}
