import { useRef, useState, type KeyboardEvent } from 'react'
import { COLUMN_PX, HEAD_PX, NAMES_PX, PRICE_ROW_PX } from './grid-shape'
import type { PriceCell } from './range'

/** A cell's edit as it began: `typed` over the cell, where arrows move to the next one, or inside its text. */
export interface CellEditing {
  readonly cell: PriceCell
  readonly text: string
  readonly typed: boolean
}

/** Where the user goes after an edit; null: stays. `all`: the typed text goes into the whole selection. */
export type AfterEdit = { readonly rows: number; readonly columns: number } | 'all' | null

const HERE: AfterEdit = { rows: 0, columns: 0 }
const ARROWS: { readonly [key: string]: AfterEdit } = {
  ArrowUp: { rows: -1, columns: 0 },
  ArrowDown: { rows: 1, columns: 0 },
  ArrowLeft: { rows: 0, columns: -1 },
  ArrowRight: { rows: 0, columns: 1 },
}

/** The box over a cell being edited. */
export function CellEditor({
  editing,
  label,
  onDone,
  onCancel,
}: {
  editing: CellEditing
  label: string
  onDone: (text: string, after: AfterEdit) => void
  onCancel: () => void
}) {
  const [text, setText] = useState(editing.text)
  // Leaving also blurs the box, which must not end the edit twice.
  const ended = useRef(false)
  const end = (how: () => void): void => {
    if (ended.current) return
    ended.current = true
    how()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const back = event.shiftKey ? -1 : 1
    const after =
      event.key === 'Enter'
        ? event.ctrlKey || event.metaKey
          ? 'all'
          : { rows: back, columns: 0 }
        : event.key === 'Tab'
          ? { rows: 0, columns: back }
          : editing.typed
            ? ARROWS[event.key]
            : undefined
    // The page saves the content of the sheet, so this cell must be in it.
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') return end(() => onDone(text, HERE))
    // Any other key typed here is for this cell only.
    event.stopPropagation()
    if (event.key === 'Escape') end(onCancel)
    else if (after !== undefined) end(() => onDone(text, after))
    else return
    event.preventDefault()
  }
  return (
    <input
      className="editor"
      style={{ left: NAMES_PX + editing.cell.column * COLUMN_PX, top: HEAD_PX + editing.cell.row * PRICE_ROW_PX }}
      aria-label={label}
      inputMode="decimal"
      autoComplete="off"
      autoFocus
      value={text}
      onFocus={(event) => !editing.typed && event.target.select()}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => end(() => onDone(text, null))}
      onPointerDown={(event) => event.stopPropagation()}
      onCopy={(event) => event.stopPropagation()}
      onCut={(event) => event.stopPropagation()}
      onPaste={(event) => event.stopPropagation()}
    />
  )
}
