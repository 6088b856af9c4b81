import type { Point } from 'leaflet'
import { SceneCanvas } from '../view/scene-canvas'
import type { Mark } from './mark'
import { MarkScene, type SceneMark } from './mark-scene'
import { drawForms, MarkSprites, markSide } from './mark-sprites'

/** More pictures in one go would wait for the screen: so many marks are forms without rims. */
const MAX_PICTURES = 3000
const NO_IDS: ReadonlySet<Mark['id']> = new Set()

/** All marks of a map on one canvas. */
export class MarkCanvas extends SceneCanvas<SceneMark, MarkScene> {
  protected override readonly scene = new MarkScene()
  private readonly sprites = new MarkSprites(this.sharpness)
  private chosen: ReadonlySet<Mark['id']> = NO_IDS

  setMarks(marks: readonly Mark[]): void {
    this.patch(this.scene.update(marks))
  }

  /** Those with a ring around them, above the others. */
  choose(ids: ReadonlySet<Mark['id']>): void {
    const changed = [...this.chosen].filter((id) => !ids.has(id)).concat([...ids].filter((id) => !this.chosen.has(id)))
    this.chosen = ids
    this.patch(
      changed
        .flatMap((id) => this.scene.get(id) ?? [])
        .filter(({ inView }) => inView)
        .map(this.scene.scopeOf),
    )
  }

  dress(rim: string, ring: string, text: string): void {
    if (this.sprites.dress({ rim, ring, text })) this.paint()
  }

  /** Marks under a pointer, the uppermost first. */
  at(container: Point): readonly Mark[] {
    const place = this.placeOf(container)
    return place ? this.scene.at(place.x, place.y).map(({ mark }) => mark) : []
  }

  /** Marks whose middle lies within a box of the map's container. */
  inside(from: Point, to: Point): readonly Mark[] {
    const [a, b] = [this.placeOf(from), this.placeOf(to)]
    if (!a || !b) return []
    const area = {
      left: Math.min(a.x, b.x),
      top: Math.min(a.y, b.y),
      right: Math.max(a.x, b.x),
      bottom: Math.max(a.y, b.y),
    }
    return this.scene
      .within(area)
      .filter(({ x, y }) => x >= area.left && x <= area.right && y >= area.top && y <= area.bottom)
      .map(({ mark }) => mark)
  }

  protected override paint(): void {
    const ctx = this.cleared()
    if (ctx) this.drawAll(ctx, this.scene.inView())
  }

  protected override drawAll(ctx: CanvasRenderingContext2D, marks: readonly SceneMark[]): void {
    if (marks.length > MAX_PICTURES) {
      drawForms(ctx, marks)
      for (const one of marks) if (this.chosen.has(one.mark.id)) this.draw(ctx, one, true)
      return
    }
    const above: SceneMark[] = []
    for (const one of marks) {
      if (this.chosen.has(one.mark.id)) above.push(one)
      else this.draw(ctx, one, false)
    }
    for (const one of above) this.draw(ctx, one, true)
  }

  private draw(ctx: CanvasRenderingContext2D, { mark, x, y }: SceneMark, chosen: boolean): void {
    const side = markSide(mark)
    ctx.drawImage(this.sprites.of(mark, chosen), x - side / 2, y - side / 2, side, side)
  }
}
