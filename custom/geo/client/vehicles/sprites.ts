import { drawVehicle } from './draw-vehicle'
import {
  VEHICLE_PX,
  type VehicleFade,
  type VehicleMark,
  type VehicleShape,
  type VehicleState,
} from '../../model/vehicle-mark'

const ANGLES = 72
const STEP_DEG = 360 / ANGLES
/** Side of a sprite: a vehicle's diagonal and its rim. */
export const SPRITE_PX = Math.ceil(Math.hypot(VEHICLE_PX.width, VEHICLE_PX.height)) + 4

const SHAPES: readonly VehicleShape[] = ['car', 'van', 'bus', 'motorcycle']
const STATES: readonly VehicleState[] = ['online', 'busy', 'offline']
const FADES: readonly VehicleFade[] = ['fresh', 'recent', 'old', 'lost']
/** How much of the map's own colour lies over a vehicle: it looks fainter, but nothing shows through it. */
const VEIL: { readonly [fade in VehicleFade]: number } = { fresh: 0, recent: 0.2, old: 0.42, lost: 0.62 }

type Sprite = HTMLCanvasElement | OffscreenCanvas

/** The number of a vehicle's picture: of its shape, state, age and angle. */
export function spriteOf({ shape, state, fade, course }: VehicleMark): number {
  const turn = ((Math.round((course ?? 0) / STEP_DEG) % ANGLES) + ANGLES) % ANGLES
  return (
    ((SHAPES.indexOf(shape) * STATES.length + STATES.indexOf(state)) * FADES.length + FADES.indexOf(fade)) * ANGLES +
    turn
  )
}

/**
 * Pictures of vehicles by shape, state, age and angle, each drawn once when first needed: drawing one anew costs ten
 * times as much.
 */
export class Sprites {
  private drawn: (Sprite | undefined)[] = []
  private veil = '#ffffff'

  constructor(private readonly sharpness: number) {}

  /** Takes another map colour to fade into. */
  fadeInto(veil: string): void {
    if (veil === this.veil) return
    this.veil = veil
    this.drawn = []
  }

  of(mark: VehicleMark): Sprite {
    return this.at(spriteOf(mark))
  }

  /** @param sprite a number of `spriteOf` */
  at(sprite: number): Sprite {
    return (this.drawn[sprite] ??= this.draw(sprite))
  }

  private draw(sprite: number): Sprite {
    const kind = Math.floor(sprite / ANGLES)
    const level = Math.floor(kind / FADES.length)
    const [shape, state, fade] = [
      SHAPES[Math.floor(level / STATES.length)],
      STATES[level % STATES.length],
      FADES[kind % FADES.length],
    ]
    const canvas = emptySprite(SPRITE_PX * this.sharpness)
    const ctx = canvas.getContext('2d') as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null
    if (!ctx || !shape || !state || !fade) return canvas
    ctx.scale(this.sharpness, this.sharpness)
    ctx.translate(SPRITE_PX / 2, SPRITE_PX / 2)
    ctx.rotate(((sprite % ANGLES) * STEP_DEG * Math.PI) / 180)
    drawVehicle(ctx, shape, state)
    ctx.globalCompositeOperation = 'source-atop'
    ctx.globalAlpha = VEIL[fade]
    ctx.fillStyle = this.veil
    ctx.fillRect(-SPRITE_PX, -SPRITE_PX, SPRITE_PX * 2, SPRITE_PX * 2)
    return canvas
  }
}

/** Browsers before 2023 have canvases in the page alone. */
function emptySprite(side: number): Sprite {
  if (typeof OffscreenCanvas !== 'undefined') return new OffscreenCanvas(side, side)
  return Object.assign(document.createElement('canvas'), { width: side, height: side })
}
