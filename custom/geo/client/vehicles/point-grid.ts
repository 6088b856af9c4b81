/** Finds which of many points lie in a rectangle, without looking at the others. Cells are squares a few vehicles wide. */
export class PointGrid {
  private readonly cells = new Map<number, Set<number>>()

  constructor(private readonly cell_px = 64) {}

  add(index: number, x: number, y: number): void {
    const key = this.key(x, y)
    const cell = this.cells.get(key)
    if (cell) cell.add(index)
    else this.cells.set(key, new Set([index]))
  }

  remove(index: number, x: number, y: number): void {
    this.cells.get(this.key(x, y))?.delete(index)
  }

  /** Calls `found` for points whose cell touches the rectangle: a few lie just outside it. */
  within(left: number, top: number, right: number, bottom: number, found: (index: number) => void): void {
    const columns = [Math.floor(left / this.cell_px), Math.floor(right / this.cell_px)] as const
    const rows = [Math.floor(top / this.cell_px), Math.floor(bottom / this.cell_px)] as const
    for (let column = columns[0]; column <= columns[1]; column++) {
      for (let row = rows[0]; row <= rows[1]; row++) {
        for (const index of this.cells.get(keyOf(column, row)) ?? []) found(index)
      }
    }
  }

  private key(x: number, y: number): number {
    return keyOf(Math.floor(x / this.cell_px), Math.floor(y / this.cell_px))
  }
}

// Columns and rows lie within a few thousand of nought, on either side.
const keyOf = (column: number, row: number): number => (column + 32_768) * 65_536 + (row + 32_768)
