import { radiusOf, type Mark } from './mark'
import type { SceneMark } from './mark-scene'

/** Room around a picture for its rim and shadow. */
const RIM_PX = 3

interface Look {
  readonly rim: string
  readonly ring: string
  readonly text: string
}

/** Pictures of marks by colour, form, size and choice, each drawn once: drawing one anew costs ten times as much. */
export class MarkSprites {
  private drawn = new Map<string, ImageBitmap>()
  /** What a mark looked like when it was last asked for: the same mark needs no key. */
  private known = new WeakMap<Mark, ImageBitmap>()
  private look: Look = { rim: '#fff', ring: '#1d5fa8', text: '#fff' }

  constructor(private readonly sharpness: number) {}

  /** @returns whether it looks different now */
  dress(look: Look): boolean {
    if (look.rim === this.look.rim && look.ring === this.look.ring && look.text === this.look.text) return false
    this.look = look
    this.drawn.clear()
    this.known = new WeakMap()
    return true
  }

  of(mark: Mark, chosen: boolean): ImageBitmap {
    if (chosen) return this.made(mark, true)
    const known = this.known.get(mark)
    if (known) return known
    const made = this.made(mark, false)
    this.known.set(mark, made)
    return made
  }

  private made(mark: Mark, chosen: boolean): ImageBitmap {
    // Numbers differ from cluster to cluster, and are few at a time.
    const key = `${mark.colour} ${mark.shape} ${mark.n} ${String(chosen)}`
    const known = this.drawn.get(key)
    if (known) return known
    if (this.drawn.size > MAX_SPRITES) this.drawn.clear()
    const drawn = this.draw(mark, chosen)
    this.drawn.set(key, drawn)
    return drawn
  }

  private draw(mark: Mark, chosen: boolean): ImageBitmap {
    const radius = radiusOf(mark)
    const side = markSide(mark) * this.sharpness
    // A bitmap is painted in half the time that another canvas takes.
    const canvas = new OffscreenCanvas(side, side)
    const ctx = canvas.getContext('2d')
    if (!ctx) return canvas.transferToImageBitmap()
    ctx.scale(this.sharpness, this.sharpness)
    ctx.translate(markSide(mark) / 2, markSide(mark) / 2)
    if (chosen) {
      ctx.beginPath()
      ctx.arc(0, 0, radius + 4, 0, Math.PI * 2)
      ctx.fillStyle = this.look.ring
      ctx.globalAlpha = 0.35
      ctx.fill()
      ctx.globalAlpha = 1
    }
    outline(ctx, mark, radius)
    ctx.fillStyle = mark.colour
    ctx.globalAlpha = mark.n > 1 ? 0.88 : 1
    ctx.fill()
    ctx.globalAlpha = 1
    ctx.lineWidth = chosen ? 3 : 2
    ctx.strokeStyle = chosen ? this.look.ring : this.look.rim
    ctx.stroke()
    if (mark.n > 1) {
      ctx.fillStyle = this.look.text
      ctx.font = `600 ${mark.n > 9999 ? 11 : 12}px Inter, system-ui, sans-serif`
      ctx.textAlign = 'center'
      ctx.textBaseline = 'middle'
      ctx.fillText(shortNumber(mark.n), 0, 0.5)
    }
    return canvas.transferToImageBitmap()
  }
}

const MAX_SPRITES = 3000

/** The side of a mark's picture. */
export const markSide = (mark: Pick<Mark, 'n'>): number => 2 * Math.ceil(radiusOf(mark) + RIM_PX + 3)

/** A crowd of marks, a colour at a time: one path each. */
export function drawForms(ctx: CanvasRenderingContext2D, marks: readonly SceneMark[]): void {
  const byColour = new Map<string, SceneMark[]>()
  for (const one of marks) {
    const ones = byColour.get(one.mark.colour)
    if (ones) ones.push(one)
    else byColour.set(one.mark.colour, [one])
  }
  for (const [colour, ones] of byColour) {
    ctx.beginPath()
    for (const { x, y } of ones) ctx.rect(x - CROWD_PX, y - CROWD_PX, CROWD_PX * 2, CROWD_PX * 2)
    ctx.fillStyle = colour
    ctx.fill()
  }
}

const CROWD_PX = 4

function outline(ctx: OffscreenCanvasRenderingContext2D, { shape, n }: Mark, radius: number): void {
  ctx.beginPath()
  if (n > 1 || shape === 'round') ctx.arc(0, 0, radius, 0, Math.PI * 2)
  else if (shape === 'square') ctx.roundRect(-radius * 0.88, -radius * 0.88, radius * 1.76, radius * 1.76, 2)
  else if (shape === 'diamond')
    corners(ctx, radius * 1.15, [
      [0, -1],
      [1, 0],
      [0, 1],
      [-1, 0],
    ])
  else
    corners(ctx, radius * 1.15, [
      [0, -0.95],
      [0.98, 0.75],
      [-0.98, 0.75],
    ])
}

function corners(
  ctx: OffscreenCanvasRenderingContext2D,
  size: number,
  places: readonly (readonly [number, number])[],
): void {
  for (const [x, y] of places) ctx.lineTo(x * size, y * size)
  ctx.closePath()
}

/** 950, 1.2k, 12k: what a circle has room for. */
function shortNumber(n: number): string {
  if (n < 1000) return String(n)
  if (n < 9950) return `${(n / 1000).toFixed(1)}k`
  return n < 999_500 ? `${Math.round(n / 1000)}k` : `${(n / 1_000_000).toFixed(1)}M`
}
