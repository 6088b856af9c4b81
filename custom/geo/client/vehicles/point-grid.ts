/**
 * Finds which of many things lie in a rectangle, without looking at the others. Cells are squares a few vehicles wide.
 */
export class PointGrid<T> {
  private readonly cells = new Map<number, Set<T>>()

  constructor(private readonly cell_px = 64) {}

  add(thing: T, x: number, y: number): void {
    const key = this.keyAt(x, y)
    const cell = this.cells.get(key)
    if (cell) cell.add(thing)
    else this.cells.set(key, new Set([thing]))
  }

  remove(thing: T, x: number, y: number): void {
    this.cells.get(this.keyAt(x, y))?.delete(thing)
  }

  /** Calls `found` for things whose cell touches the rectangle: some are just outside it. */
  within({ left, top, right, bottom }: Rectangle, found: (thing: T) => void): void {
    for (let column = this.cell(left); column <= this.cell(right); column++) {
      for (let row = this.cell(top); row <= this.cell(bottom); row++) {
        for (const thing of this.cells.get(keyOf(column, row)) ?? []) found(thing)
      }
    }
  }

  private cell(at: number): number {
    return Math.floor(at / this.cell_px)
  }

  private keyAt(x: number, y: number): number {
    return keyOf(this.cell(x), this.cell(y))
  }
}

export interface Rectangle {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

// A screen is some hundred cells wide; what is off screen is not added.
const keyOf = (column: number, row: number): number => (column + 32_768) * 65_536 + (row + 32_768)
