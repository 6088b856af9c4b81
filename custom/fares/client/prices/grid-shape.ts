import type { PriceCell, Edges } from './range'

/** Sizes of the sheet in pixels; all cells are alike, so any position is one multiplication. */
export const PRICE_ROW_PX = 34
export const COLUMN_PX = 104
export const HEAD_PX = 46
export const NAMES_PX = 176

/** Rows and columns drawn beyond the visible ones. */
const SPARE = 3

/** Which part of the sheet is drawn. */
export const inSight = (box: { left: number; top: number; width: number; height: number }, size: number): Edges => ({
  top: Math.max(0, Math.floor(box.top / PRICE_ROW_PX) - SPARE),
  left: Math.max(0, Math.floor(box.left / COLUMN_PX) - SPARE),
  bottom: Math.min(size - 1, Math.ceil((box.top + box.height - HEAD_PX) / PRICE_ROW_PX) + SPARE),
  right: Math.min(size - 1, Math.ceil((box.left + box.width - NAMES_PX) / COLUMN_PX) + SPARE),
})

/** The cell under a point of the window; the nearest one where the point is outside. */
export function cellAt(scroller: HTMLElement, x: number, y: number, size: number): PriceCell {
  const box = scroller.getBoundingClientRect()
  const clamp = (value: number): number => Math.max(0, Math.min(size - 1, value))
  return {
    row: clamp(Math.floor((y - box.top + scroller.scrollTop - HEAD_PX) / PRICE_ROW_PX)),
    column: clamp(Math.floor((x - box.left + scroller.scrollLeft - NAMES_PX) / COLUMN_PX)),
  }
}

/** Scrolls as little as needed to show a cell in full next to the headings. */
export function bringCellIntoSight(scroller: HTMLElement, { row, column }: PriceCell): void {
  const [top, left] = [row * PRICE_ROW_PX, column * COLUMN_PX]
  const [height, width] = [scroller.clientHeight - HEAD_PX, scroller.clientWidth - NAMES_PX]
  if (top < scroller.scrollTop) scroller.scrollTop = top
  else if (top + PRICE_ROW_PX > scroller.scrollTop + height) scroller.scrollTop = top + PRICE_ROW_PX - height
  if (left < scroller.scrollLeft) scroller.scrollLeft = left
  else if (left + COLUMN_PX > scroller.scrollLeft + width) scroller.scrollLeft = left + COLUMN_PX - width
}
