import type { Rectangle } from '../vehicles/point-grid'
import { MapCanvas, type CanvasView } from './map-canvas'
import type { Placed, PlacedScene } from './placed-scene'

/** With more changed places than this, painting everything is cheaper than painting many patches. */
const MAX_PATCHES = 120

/** A canvas of what stands on a map: painted whole after the map moves, in patches when some of it does. */
export abstract class SceneCanvas<One extends Placed, Scene extends PlacedScene<One>> extends MapCanvas {
  protected abstract readonly scene: Scene

  protected abstract drawAll(ctx: CanvasRenderingContext2D, some: readonly One[]): void

  protected override look(view: CanvasView): void {
    this.scene.look(view)
  }

  /** Paints what has changed; all of it (`whole`) where that is much. */
  protected patch(areas: readonly Rectangle[], whole = (): void => this.paint()): void {
    if (areas.length > MAX_PATCHES) return whole()
    const ctx = this.context()
    if (!ctx || areas.length === 0) return
    const again = new Set<One>()
    ctx.save()
    ctx.beginPath()
    for (const area of areas) {
      ctx.rect(area.left, area.top, area.right - area.left, area.bottom - area.top)
      for (const one of this.scene.within(area)) again.add(one)
    }
    ctx.clip()
    ctx.clearRect(0, 0, this.canvas.width, this.canvas.height)
    this.drawAll(ctx, this.scene.inOrder([...again]))
    ctx.restore()
  }

  /** Clears the canvas for a picture of everything; null: there is none to paint on. */
  protected cleared(): CanvasRenderingContext2D | null {
    const ctx = this.context()
    ctx?.clearRect(0, 0, this.canvas.width, this.canvas.height)
    return ctx
  }
}
