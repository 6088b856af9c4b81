import { worldX, worldY } from '../base/world'
import { PointGrid, type Rectangle } from '../vehicles/point-grid'
import type { CanvasView } from './map-canvas'

/** Something with its place: in the world, and in pixels of the canvas. */
export interface Placed {
  worldX: number
  worldY: number
  x: number
  y: number
  /** Within the canvas, or so near that it extends into it. */
  inView: boolean
}

/** What stands on a map and where that is on its canvas; independent of drawing. */
export abstract class PlacedScene<One extends Placed> {
  protected grid = new PointGrid<One>()
  protected view: CanvasView = { pixels: 256, left: 0, top: 0, width: 0, height: 0 }

  /** @param reach_px half the side of what one of them may paint */
  constructor(private readonly reach_px: number) {}

  protected abstract everything(): Iterable<One>
  /** In painting order: later ones cover earlier ones. Sorts in place. */
  abstract inOrder(some: One[]): One[]

  /** Moves to another part of the world: everything gets its new place. */
  look(view: CanvasView): void {
    this.view = view
    this.grid = new PointGrid()
    for (const one of this.everything()) this.place(one)
  }

  /** What may paint into a rectangle, in painting order. */
  within({ left, top, right, bottom }: Rectangle): readonly One[] {
    const { reach_px: reach } = this
    const found: One[] = []
    this.grid.within(
      { left: left - reach, top: top - reach, right: right + reach, bottom: bottom + reach },
      (one) => void found.push(one),
    )
    return this.inOrder(found)
  }

  /** The part of the canvas that something may paint into. */
  readonly scopeOf = ({ x, y }: Pick<Placed, 'x' | 'y'>): Rectangle => ({
    left: x - this.reach_px,
    top: y - this.reach_px,
    right: x + this.reach_px,
    bottom: y + this.reach_px,
  })

  /** Puts something where it is in the world. */
  protected put(one: One, { lng, lat }: { readonly lng: number; readonly lat: number }): void {
    one.worldX = worldX(lng)
    one.worldY = worldY(lat)
    this.place(one)
  }

  protected take(one: One): void {
    if (one.inView) this.grid.remove(one, one.x, one.y)
  }

  private place(one: One): void {
    const {
      view: { pixels, left, top, width, height },
      reach_px: reach,
    } = this
    // Beyond the date line the map shows the world again.
    const copy = Math.round((left + width / 2) / pixels - one.worldX)
    one.x = (one.worldX + copy) * pixels - left
    one.y = one.worldY * pixels - top
    one.inView = one.x > -reach && one.y > -reach && one.x < width + reach && one.y < height + reach
    if (one.inView) this.grid.add(one, one.x, one.y)
  }
}
