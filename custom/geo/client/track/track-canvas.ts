import type { Point } from 'leaflet'
import { worldX, worldY } from '../base/world'
import { MapCanvas, type CanvasView } from '../view/map-canvas'

/** A point of a track: its place, and where it leads. */
export interface TrackMark {
  readonly lat: number
  readonly lng: number
  /** Degrees clockwise from north; null: not known, a dot. */
  readonly course: number | null
}

interface Placed {
  readonly mark: TrackMark
  readonly worldX: number
  readonly worldY: number
  x: number
  y: number
}

// Icons nearer to each other than this would only be a smear.
const APART_PX = 26
const NEAR_PX = 14
const ARROW: readonly (readonly [x: number, y: number])[] = [
  [0, -7],
  [5, 6],
  [0, 3],
  [-5, 6],
]

/** The direction icons of a track, as many as there is room for. */
export class TrackCanvas extends MapCanvas {
  private placed: readonly Placed[] = []
  private view: CanvasView | null = null
  private colours = { arrow: '#1d5fa8', rim: '#fff' }
  private chosen: number | null = null

  setMarks(marks: readonly TrackMark[]): void {
    this.placed = marks.map((mark) => ({ mark, worldX: worldX(mark.lng), worldY: worldY(mark.lat), x: 0, y: 0 }))
    if (this.view) this.look(this.view)
    this.paint()
  }

  dress(arrow: string, rim: string): void {
    this.colours = { arrow, rim }
    this.paint()
  }

  choose(index: number | null): void {
    if (index === this.chosen) return
    this.chosen = index
    this.paint()
  }

  /** The point nearest to a pointer, by its place in the track; null: none is near. */
  at(container: Point): number | null {
    const place = this.placeOf(container)
    if (!place) return null
    let [best, least] = [null as number | null, NEAR_PX ** 2]
    this.placed.forEach(({ x, y }, index) => {
      const away = (x - place.x) ** 2 + (y - place.y) ** 2
      if (away < least) [best, least] = [index, away]
    })
    return best
  }

  protected override look(view: CanvasView): void {
    this.view = view
    for (const one of this.placed) {
      one.x = one.worldX * view.pixels - view.left
      one.y = one.worldY * view.pixels - view.top
    }
  }

  protected override paint(): void {
    const ctx = this.context()
    if (!ctx || !this.view) return
    ctx.clearRect(0, 0, this.canvas.width, this.canvas.height)
    ctx.lineJoin = 'round'
    const taken = new Set<string>()
    this.placed.forEach((one, index) => {
      if (this.isOutside(one)) return
      const cell = `${Math.round(one.x / APART_PX)} ${Math.round(one.y / APART_PX)}`
      if (taken.has(cell) && index !== this.chosen) return
      taken.add(cell)
      this.draw(ctx, one)
    })
    const chosen = this.chosen === null ? undefined : this.placed[this.chosen]
    if (chosen) this.ring(ctx, chosen)
  }

  private isOutside({ x, y }: Placed): boolean {
    return (
      !this.view || x < -APART_PX || y < -APART_PX || x > this.view.width + APART_PX || y > this.view.height + APART_PX
    )
  }

  private draw(ctx: CanvasRenderingContext2D, { x, y, mark: { course } }: Placed): void {
    ctx.save()
    ctx.translate(x, y)
    ctx.beginPath()
    if (course === null) ctx.arc(0, 0, 4, 0, 2 * Math.PI)
    else {
      ctx.rotate((course * Math.PI) / 180)
      ARROW.forEach(([left, top], at) => (at === 0 ? ctx.moveTo(left, top) : ctx.lineTo(left, top)))
      ctx.closePath()
    }
    ctx.strokeStyle = this.colours.rim
    ctx.lineWidth = 3
    ctx.stroke()
    ctx.fillStyle = this.colours.arrow
    ctx.fill()
    ctx.restore()
  }

  private ring(ctx: CanvasRenderingContext2D, { x, y }: Placed): void {
    ctx.beginPath()
    ctx.arc(x, y, 11, 0, 2 * Math.PI)
    ctx.strokeStyle = this.colours.arrow
    ctx.lineWidth = 2.5
    ctx.stroke()
  }
}
