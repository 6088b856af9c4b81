import { useRef, type KeyboardEvent } from 'react'
import { at, isOne, movedSelection, tabbed, type Range } from './range'
import type { PriceSheet } from './sheet-state'
import type { Commands } from './use-commands'

const STEPS: { readonly [key: string]: readonly [rows: number, columns: number] } = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/**
 * What the keys do while no cell is being edited.
 * @param startEdit with the text typed over the cell, null: with the cell's own
 */
export function useGridKeys(
  { zones, range }: PriceSheet,
  commands: Commands,
  startEdit: (typed: string | null) => void,
  page: () => number,
): (event: KeyboardEvent) => void {
  const size = zones.length
  // After Escape the next Tab leaves the sheet, so that nobody is trapped.
  const leaving = useRef(false)
  const go = (rows: number, columns: number, extend: boolean): void =>
    commands.select(movedSelection(range, rows, columns, size, extend))

  const step = (event: KeyboardEvent): boolean => {
    const far = event.ctrlKey || event.metaKey
    const arrow = STEPS[event.key]
    if (arrow) go(arrow[0] * (far ? size : 1), arrow[1] * (far ? size : 1), event.shiftKey)
    else if (event.key === 'Home') go(far ? -size : 0, -size, event.shiftKey)
    else if (event.key === 'End') go(far ? size : 0, size, event.shiftKey)
    else if (event.key === 'PageUp') go(-page(), 0, event.shiftKey)
    else if (event.key === 'PageDown') go(page(), 0, event.shiftKey)
    else return false
    return true
  }
  const chord = (key: string, shift: boolean): boolean => {
    const all: Range = { anchor: { row: 0, column: 0 }, head: { row: size - 1, column: size - 1 } }
    if (key === 'a') commands.select(all)
    else if (key === 'd') commands.fill(true)
    else if (key === 'r') commands.fill(false)
    else if (key === 'm') commands.mirror()
    else if (key === 'y' || (key === 'z' && shift)) commands.redo()
    else if (key === 'z') commands.undo()
    else return false
    return true
  }
  const plain = (event: KeyboardEvent): boolean => {
    if (event.key === 'Tab') {
      const next = leaving.current ? null : tabbed(range, event.shiftKey, size)
      if (next) commands.select(next)
      return next !== null
    }
    if (event.key === 'Escape') {
      leaving.current = true
      if (!isOne(range)) commands.select(at(range.anchor.row, range.anchor.column))
    } else if (event.key === 'Delete' || event.key === 'Backspace') commands.clear()
    else if (event.key === 'Enter' || event.key === 'F2') startEdit(null)
    else if (event.key.length === 1) startEdit(event.key)
    else return false
    return true
  }
  return (event) => {
    if (event.nativeEvent.isComposing || event.altKey) return
    const isChord = event.ctrlKey || event.metaKey
    const done = step(event) || (isChord ? chord(event.key.toLowerCase(), event.shiftKey) : plain(event))
    if (event.key !== 'Escape' && event.key !== 'Tab' && event.key !== 'Shift') leaving.current = false
    if (done) event.preventDefault()
  }
}
