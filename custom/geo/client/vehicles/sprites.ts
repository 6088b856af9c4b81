import { drawVehicle } from './draw-vehicle'
import { VEHICLE_PX, type VehicleShape, type VehicleState } from './vehicle-mark'

const ANGLES = 72
const STEP_DEG = 360 / ANGLES
/** Side of a sprite: a vehicle's diagonal and its rim. */
export const SPRITE_PX = Math.ceil(Math.hypot(VEHICLE_PX.width, VEHICLE_PX.height)) + 4

/** Pictures of vehicles by shape, state and angle, each drawn once when first needed: turning one anew costs ten times as much. */
export class Sprites {
  private readonly drawn = new Map<string, HTMLCanvasElement>()

  constructor(private readonly sharpness: number) {}

  of(shape: VehicleShape, state: VehicleState, course: number | null): HTMLCanvasElement {
    const turn = ((Math.round((course ?? 0) / STEP_DEG) % ANGLES) + ANGLES) % ANGLES
    const key = `${shape} ${state} ${turn}`
    const known = this.drawn.get(key)
    if (known) return known
    const canvas = document.createElement('canvas')
    canvas.width = SPRITE_PX * this.sharpness
    canvas.height = SPRITE_PX * this.sharpness
    const ctx = canvas.getContext('2d')
    if (ctx) {
      ctx.scale(this.sharpness, this.sharpness)
      ctx.translate(SPRITE_PX / 2, SPRITE_PX / 2)
      ctx.rotate((turn * STEP_DEG * Math.PI) / 180)
      drawVehicle(ctx, shape, state)
    }
    this.drawn.set(key, canvas)
    return canvas
  }
}
