import { worldX, worldY } from '../base/world'
import { PointGrid, type Rectangle } from '../vehicles/point-grid'
import type { CanvasView } from '../view/map-canvas'
import { looksSame, radiusOf, type Mark } from './mark'

/** A mark with its place: in the world, and in pixels of the canvas. */
export interface SceneMark {
  mark: Mark
  worldX: number
  worldY: number
  x: number
  y: number
  inView: boolean
  /** Its place in the painting order: later ones cover earlier ones. */
  level: number
}

/** What the largest mark paints, with its ring. */
export const REACH_PX = 36
// A finger is less exact than a picture.
const SLACK_PX = 5

/** The marks of a map and where they are on its canvas; independent of drawing. */
export class MarkScene {
  private marks = new Map<Mark['id'], SceneMark>()
  private grid = new PointGrid<SceneMark>()
  private view: CanvasView = { pixels: 256, left: 0, top: 0, width: 0, height: 0 }

  get(id: Mark['id']): SceneMark | undefined {
    return this.marks.get(id)
  }

  look(view: CanvasView): void {
    this.view = view
    this.grid = new PointGrid()
    for (const one of this.marks.values()) this.place(one)
  }

  /** Takes the marks as they are now. @returns the parts of the canvas that look different; what looks the same costs only the comparison */
  update(marks: readonly Mark[]): readonly Rectangle[] {
    const touched: Rectangle[] = []
    const next = new Map<Mark['id'], SceneMark>()
    for (const [level, mark] of marks.entries()) {
      const known = this.marks.get(mark.id)
      const one = known ?? { mark, worldX: 0, worldY: 0, x: 0, y: 0, inView: false, level }
      one.level = level
      next.set(mark.id, one)
      if (known && looksSame(known.mark, mark)) continue
      if (known) this.take(known, touched)
      one.mark = mark
      one.worldX = worldX(mark.lng)
      one.worldY = worldY(mark.lat)
      this.place(one)
      if (one.inView) touched.push(scopeOf(one))
    }
    for (const [id, one] of this.marks) if (!next.has(id)) this.take(one, touched)
    this.marks = next
    return touched
  }

  /** Marks that may paint into a rectangle, in painting order. */
  within({ left, top, right, bottom }: Rectangle): readonly SceneMark[] {
    const found: SceneMark[] = []
    this.grid.within({ left: left - REACH_PX, top: top - REACH_PX, right: right + REACH_PX, bottom: bottom + REACH_PX }, (one) => void found.push(one))
    return inOrder(found)
  }

  inView(): readonly SceneMark[] {
    return [...this.marks.values()].filter((one) => one.inView)
  }

  /** Marks under a point of the canvas, the uppermost first. */
  at(x: number, y: number): readonly SceneMark[] {
    return this.within({ left: x, top: y, right: x, bottom: y }).filter((one) => Math.hypot(x - one.x, y - one.y) <= radiusOf(one.mark) + SLACK_PX).toReversed()
  }

  private place(one: SceneMark): void {
    const { pixels, left, top, width, height } = this.view
    // Beyond the date line the map shows the world again.
    const copy = Math.round((left + width / 2) / pixels - one.worldX)
    one.x = (one.worldX + copy) * pixels - left
    one.y = one.worldY * pixels - top
    one.inView = one.x > -REACH_PX && one.y > -REACH_PX && one.x < width + REACH_PX && one.y < height + REACH_PX
    if (one.inView) this.grid.add(one, one.x, one.y)
  }

  private take(one: SceneMark, touched: Rectangle[]): void {
    if (!one.inView) return
    touched.push(scopeOf(one))
    this.grid.remove(one, one.x, one.y)
  }
}

export const scopeOf = ({ x, y }: { readonly x: number; readonly y: number }): Rectangle =>
  ({ left: x - REACH_PX, top: y - REACH_PX, right: x + REACH_PX, bottom: y + REACH_PX })

/** In painting order. Sorts in place. */
export const inOrder = (marks: SceneMark[]): SceneMark[] => marks.sort((a, b) => a.level - b.level)
