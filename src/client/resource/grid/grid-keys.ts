import type { KeyboardEvent } from 'react'

export interface CellPlace {
  readonly row: number
  readonly column: number
}

/** The cell that an element of a grid is in. */
export function cellOf(target: EventTarget): CellPlace | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]')?.dataset['cell'] : undefined
  const [row, column] = cell?.split('-').map(Number) ?? []
  return row === undefined || column === undefined ? null : { row, column }
}

/** Whether an element belongs to the grid itself, not to the rows within one of its rows. */
export const isOwn = (grid: HTMLElement | null, target: EventTarget): boolean =>
  target instanceof Element && target.closest('[data-grid]') === grid

/** The first element of the grid itself that a selector finds. */
export const findOwn = (grid: HTMLElement | null, selector: string): HTMLElement | undefined =>
  [...(grid?.querySelectorAll<HTMLElement>(selector) ?? [])].find((element) => isOwn(grid, element))

/** Puts the focus on the control of a cell, its text selected so that typing replaces it. */
export function focusCell(grid: HTMLElement | null, { row, column }: CellPlace): boolean {
  const control = findOwn(grid, `[data-cell="${row}-${column}"] :is(${CONTROLS})`)
  control?.focus()
  if (control instanceof HTMLInputElement && control.type !== 'checkbox') control.select()
  return control !== undefined
}

const CONTROLS = 'input:not([type=hidden], [aria-hidden=true]), textarea, [role=combobox], [data-field], button'

/**
 * The cell that a key leads to; null when the key is the control's own. Enter and the arrows go up and down; the arrows
 * at the ends of a text go to its neighbours. Lists, long texts and the browser's own time boxes keep their arrows.
 */
export function keyTarget(event: KeyboardEvent, { row, column }: CellPlace): CellPlace | null {
  const { target, key } = event
  if (event.defaultPrevented || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey)
    return null
  // The button that opens the rows of a row keeps Enter.
  if (target instanceof HTMLButtonElement && target.hasAttribute('aria-expanded'))
    return besideButton(key, { row, column })
  if (!(target instanceof HTMLInputElement)) return null
  const inList = target.getAttribute('role') === 'combobox'
  const isOpen = inList && target.getAttribute('aria-expanded') === 'true'
  if (key === 'Enter') return isOpen ? null : { row: row + (event.shiftKey ? -1 : 1), column }
  if (event.shiftKey || target.type !== 'text') return null
  if (!inList && key === 'ArrowDown') return { row: row + 1, column }
  if (!inList && key === 'ArrowUp') return { row: row - 1, column }
  const { selectionStart: from, selectionEnd: to, value } = target
  if (key === 'ArrowLeft' && from === 0 && (to === 0 || to === value.length)) return { row, column: column - 1 }
  if (key === 'ArrowRight' && to === value.length && (from === to || from === 0)) return { row, column: column + 1 }
  return null
}

function besideButton(key: string, { row, column }: CellPlace): CellPlace | null {
  if (key === 'ArrowDown') return { row: row + 1, column }
  if (key === 'ArrowUp') return { row: row - 1, column }
  if (key === 'ArrowLeft') return { row, column: column - 1 }
  return key === 'ArrowRight' ? { row, column: column + 1 } : null
}
