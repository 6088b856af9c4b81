import type { KeyboardEvent } from 'react'
import { keyTarget, type CellPlace } from '../../grid/grid-keys'

/** What a key does in a table of cells. */
type CellAction =
  | { readonly do: 'go'; readonly to: CellPlace }
  | { readonly do: 'edit' }
  | { readonly do: 'clear' }
  /** Takes the value of the cell above. */
  | { readonly do: 'fill' }
  | { readonly do: 'revert' }
  | null

interface Grid {
  readonly rows: number
  readonly columns: number
  /** Whether somebody may type into a cell. */
  readonly isOpen: (place: CellPlace) => boolean
}

/**
 * The keys of a spreadsheet, for a cell that is chosen or whose input has the focus; null: the key is the input's or
 * the page's.
 */
export function cellAction(event: KeyboardEvent, at: CellPlace, editing: boolean, grid: Grid): CellAction {
  const { key } = event
  // On a cell without one above nothing is filled, and no browser's own dialog opens.
  if (!editing && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && key.toLowerCase() === 'd') {
    return at.row > 0 && grid.isOpen(at) ? { do: 'fill' } : { do: 'go', to: at }
  }
  if (event.defaultPrevented || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey)
    return null
  if (key === 'Tab') {
    const to = beside(at, event.shiftKey ? -1 : 1, grid)
    return to && { do: 'go', to }
  }
  if (editing) {
    if (key === 'Escape') return { do: 'revert' }
    const to = keyTarget(event, at)
    return to && { do: 'go', to: within(to, grid) }
  }
  const steps: { readonly [key: string]: readonly [row: number, column: number] } = {
    ArrowDown: [1, 0],
    ArrowUp: [-1, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
    PageDown: [10, 0],
    PageUp: [-10, 0],
    Home: [0, -99],
    End: [0, 99],
  }
  const step = steps[key]
  if (step) return { do: 'go', to: within({ row: at.row + step[0], column: at.column + step[1] }, grid) }
  if (!grid.isOpen(at)) return null
  if (key === 'Enter' || key === 'F2' || key.length === 1) return { do: 'edit' }
  return key === 'Delete' || key === 'Backspace' ? { do: 'clear' } : null
}

const within = ({ row, column }: CellPlace, { rows, columns }: Grid): CellPlace => ({
  row: Math.max(0, Math.min(rows - 1, row)),
  column: Math.max(0, Math.min(columns - 1, column)),
})

/** The next cell that can be typed into, line by line; null at the end, where Tab leaves the table. */
function beside({ row, column }: CellPlace, by: 1 | -1, { rows, columns, isOpen }: Grid): CellPlace | null {
  for (let at = row * columns + column + by; at >= 0 && at < rows * columns; at += by) {
    const place = { row: Math.floor(at / columns), column: at % columns }
    if (isOpen(place)) return place
  }
  return null
}
