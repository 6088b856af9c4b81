import type { Rectangle } from '../vehicles/point-grid'
import { PlacedScene, type Placed } from '../view/placed-scene'
import { looksSame, radiusOf, type Mark } from './mark'

/** A mark with its place. */
export interface SceneMark extends Placed {
  mark: Mark
  /** Its place in the painting order: later ones cover earlier ones. */
  level: number
}

/** What the largest mark paints, with its ring. */
const REACH_PX = 36
// A finger is less exact than a picture.
const SLACK_PX = 5

/** The marks of a map and where they are on its canvas. */
export class MarkScene extends PlacedScene<SceneMark> {
  private marks = new Map<Mark['id'], SceneMark>()

  constructor() {
    super(REACH_PX)
  }

  get(id: Mark['id']): SceneMark | undefined {
    return this.marks.get(id)
  }

  /**
   * Takes the marks as they are now.
   * @returns the parts of the canvas that look different; what looks the same costs only the comparison
   */
  update(marks: readonly Mark[]): readonly Rectangle[] {
    const touched: Rectangle[] = []
    const touch = (one: SceneMark): void => {
      if (one.inView) touched.push(this.scopeOf(one))
    }
    const next = new Map<Mark['id'], SceneMark>()
    for (const [level, mark] of marks.entries()) {
      const known = this.marks.get(mark.id)
      const one = known ?? { mark, worldX: 0, worldY: 0, x: 0, y: 0, inView: false, level }
      one.level = level
      next.set(mark.id, one)
      if (known && looksSame(known.mark, mark)) continue
      touch(one)
      this.take(one)
      one.mark = mark
      this.put(one, mark)
      touch(one)
    }
    for (const [id, one] of this.marks) {
      if (next.has(id)) continue
      touch(one)
      this.take(one)
    }
    this.marks = next
    return touched
  }

  inView(): readonly SceneMark[] {
    return [...this.marks.values()].filter((one) => one.inView)
  }

  /** Marks under a point of the canvas, the uppermost first. */
  at(x: number, y: number): readonly SceneMark[] {
    return this.within({ left: x, top: y, right: x, bottom: y })
      .filter((one) => Math.hypot(x - one.x, y - one.y) <= radiusOf(one.mark) + SLACK_PX)
      .toReversed()
  }

  override inOrder(some: SceneMark[]): SceneMark[] {
    return some.sort((a, b) => a.level - b.level)
  }

  protected override everything(): Iterable<SceneMark> {
    return this.marks.values()
  }
}
