import {
  useEffect,
  useRef,
  useState,
  type PointerEvent as ReactPointerEvent,
  type MouseEvent,
  type RefObject,
} from 'react'
import { cellAt, HEAD_PX, NAMES_PX } from './grid-shape'
import { at, rangeEdges, type PriceCell, type Edges } from './range'
import { pulled } from './sheet-edits'
import type { PriceSheet } from './sheet-state'
import type { Commands } from './use-commands'

/** Selecting cells with the mouse, whole rows and columns by their names, and filling by pulling the handle. */
export function useGridPointer(
  scroller: RefObject<HTMLDivElement | null>,
  sheet: PriceSheet,
  commands: Commands,
  startEdit: () => void,
) {
  const [pull, setPull] = useState<Edges | null>(null)
  const drag = useRef<'choose' | 'pull' | null>(null)
  const latest = useRef({ sheet, commands })
  useEffect(() => {
    latest.current = { sheet, commands }
  })
  const size = sheet.zones.length
  const cellOf = (event: { clientX: number; clientY: number }): PriceCell =>
    scroller.current ? cellAt(scroller.current, event.clientX, event.clientY, size) : { row: 0, column: 0 }

  /** Which of the headings a point is on. */
  const partOf = ({
    clientX,
    clientY,
  }: {
    clientX: number
    clientY: number
  }): { readonly head: boolean; readonly name: boolean; readonly bar: boolean } => {
    const { current } = scroller
    if (!current) return { head: false, name: false, bar: true }
    const box = current.getBoundingClientRect()
    const [x, y] = [clientX - box.left - current.clientLeft, clientY - box.top - current.clientTop]
    return { head: y < HEAD_PX, name: x < NAMES_PX, bar: x > current.clientWidth || y > current.clientHeight }
  }

  const onPointerDown = (event: ReactPointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return
    const { head, name, bar } = partOf(event)
    if (bar) return
    const isHandle = event.target instanceof HTMLElement && event.target.dataset['handle'] !== undefined
    // A finger scrolls; it selects by a tap (`onClick`).
    if (event.pointerType === 'touch' && !isHandle) return
    const cell = cellOf(event)
    if (isHandle) {
      drag.current = 'pull'
      event.preventDefault()
    } else if (head || name) {
      commands.select(lineRange(cell, size, head, name))
      return
    } else {
      drag.current = 'choose'
      commands.select(event.shiftKey ? { anchor: sheet.range.anchor, head: cell } : at(cell.row, cell.column))
    }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const onPointerMove = (event: ReactPointerEvent<HTMLDivElement>): void => {
    if (!drag.current) return
    const cell = cellOf(event)
    const { sheet: now } = latest.current
    if (drag.current === 'pull') setPull(pulled(rangeEdges(now.range), cell))
    else if (cell.row !== now.range.head.row || cell.column !== now.range.head.column)
      commands.select({ anchor: now.range.anchor, head: cell })
  }
  const onPointerUp = (event: ReactPointerEvent<HTMLDivElement>): void => {
    if (drag.current === 'pull') latest.current.commands.pull(cellOf(event))
    drag.current = null
    setPull(null)
  }
  const onPointerCancel = (): void => {
    drag.current = null
    setPull(null)
  }
  const onClick = (event: MouseEvent<HTMLDivElement>): void => {
    const { head, name, bar } = partOf(event)
    const isTouch = event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'touch'
    if (!isTouch || bar) return
    const cell = cellOf(event)
    commands.select(head || name ? lineRange(cell, size, head, name) : at(cell.row, cell.column))
  }
  const onDoubleClick = (event: MouseEvent<HTMLDivElement>): void => {
    const { head, name, bar } = partOf(event)
    if (!head && !name && !bar) startEdit()
  }
  return { pull, events: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onClick, onDoubleClick } }
}

/** A whole column, row, or all. */
function lineRange({ row, column }: PriceCell, size: number, head: boolean, name: boolean) {
  const last = size - 1
  if (head && name) return { anchor: { row: 0, column: 0 }, head: { row: last, column: last } }
  return head
    ? { anchor: { row: 0, column }, head: { row: last, column } }
    : { anchor: { row, column: 0 }, head: { row, column: last } }
}
