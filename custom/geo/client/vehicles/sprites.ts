import { drawVehicle } from './draw-vehicle'
import { VEHICLE_PX, type VehicleFade, type VehicleMark, type VehicleShape, type VehicleState } from '../../model/vehicle-mark'

const ANGLES = 72
const STEP_DEG = 360 / ANGLES
/** Side of a sprite: a vehicle's diagonal and its rim. */
export const SPRITE_PX = Math.ceil(Math.hypot(VEHICLE_PX.width, VEHICLE_PX.height)) + 4

const SHAPES: readonly VehicleShape[] = ['car', 'van', 'bus', 'motorcycle']
const STATES: readonly VehicleState[] = ['online', 'busy', 'offline']
const FADES: readonly VehicleFade[] = ['fresh', 'recent', 'old', 'lost']
/** How much of the map's own colour lies over a vehicle: it looks fainter, but nothing shows through it. */
const VEIL: { readonly [fade in VehicleFade]: number } = { fresh: 0, recent: 0.2, old: 0.42, lost: 0.62 }

/** Pictures of vehicles by shape, state, age and angle, each drawn once when first needed: drawing one anew costs ten times as much. */
export class Sprites {
  private drawn: (HTMLCanvasElement | undefined)[] = []
  private veil = '#ffffff'

  constructor(private readonly sharpness: number) {}

  /** Takes another map colour to fade into. */
  fadeInto(veil: string): void {
    if (veil === this.veil) return
    this.veil = veil
    this.drawn = []
  }

  of({ shape, state, fade, course }: VehicleMark): HTMLCanvasElement {
    const turn = ((Math.round((course ?? 0) / STEP_DEG) % ANGLES) + ANGLES) % ANGLES
    const kind = (SHAPES.indexOf(shape) * STATES.length + STATES.indexOf(state)) * FADES.length + FADES.indexOf(fade)
    return this.drawn[kind * ANGLES + turn] ??= this.draw(shape, state, fade, turn)
  }

  private draw(shape: VehicleShape, state: VehicleState, fade: VehicleFade, turn: number): HTMLCanvasElement {
    const canvas = document.createElement('canvas')
    canvas.width = SPRITE_PX * this.sharpness
    canvas.height = SPRITE_PX * this.sharpness
    const ctx = canvas.getContext('2d')
    if (!ctx) return canvas
    ctx.scale(this.sharpness, this.sharpness)
    ctx.translate(SPRITE_PX / 2, SPRITE_PX / 2)
    ctx.rotate((turn * STEP_DEG * Math.PI) / 180)
    drawVehicle(ctx, shape, state)
    ctx.globalCompositeOperation = 'source-atop'
    ctx.globalAlpha = VEIL[fade]
    ctx.fillStyle = this.veil
    ctx.fillRect(-SPRITE_PX, -SPRITE_PX, SPRITE_PX * 2, SPRITE_PX * 2)
    return canvas
  }
}
