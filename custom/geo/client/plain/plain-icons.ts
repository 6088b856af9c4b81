import L from 'leaflet'
import { VEHICLE_PX, type VehicleShape } from '../../model/vehicle-mark'
import { drawVehicle } from '../vehicles/draw-vehicle'

const STOP_PX = 26
const SHARPNESS = 2

/** A stop by its number. */
export const stopIcon = (number: number): L.DivIcon =>
  L.divIcon({ className: 'plain-stop', html: String(number), iconSize: [STOP_PX, STOP_PX], iconAnchor: [STOP_PX / 2, STOP_PX / 2] })

/** The vehicle seen from above, turned to where it drives. @param course degrees clockwise from north; null: to the north */
export function vehicleIcon(shape: VehicleShape, course: number | null, label: string): L.DivIcon {
  const { width, height } = VEHICLE_PX
  const canvas = document.createElement('canvas')
  canvas.width = (width + 4) * SHARPNESS
  canvas.height = (height + 4) * SHARPNESS
  canvas.setAttribute('role', 'img')
  canvas.setAttribute('aria-label', label)
  canvas.style.cssText = `width:${width + 4}px;height:${height + 4}px;transform:rotate(${course ?? 0}deg)`
  const ctx = canvas.getContext('2d')
  if (ctx) {
    ctx.scale(SHARPNESS, SHARPNESS)
    ctx.translate((width + 4) / 2, (height + 4) / 2)
    drawVehicle(ctx, shape, 'busy')
  }
  return L.divIcon({ className: 'plain-vehicle', html: canvas, iconSize: [width + 4, height + 4] })
}
