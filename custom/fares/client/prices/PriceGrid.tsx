import { useEffect, useId, useRef, useState, type ClipboardEvent, useCallback, type RefObject } from 'react'
import { useSay } from '#engine/ui'
import { readAmount } from './amount'
import { CellEditor, type AfterEdit, type CellEditing } from './CellEditor'
import { cellId, GridRow } from './GridRow'
import { bringCellIntoSight, COLUMN_PX, HEAD_PX, NAMES_PX, PRICE_ROW_PX, inSight } from './grid-shape'
import { at, cellsOf, contains, rangeEdges, movedSelection, type Edges } from './range'
import { SheetRoot } from './SheetRoot'
import { pairName, type PriceSheet, type Zone } from './sheet-state'
import { entryText } from './table-text'
import { useCellLook } from './use-cell-look'
import type { Commands } from './use-commands'
import { useGridKeys } from './use-grid-keys'
import { useGridPointer } from './use-grid-pointer'

/** The row of the destination zones. */
function GridHeads({
  corner,
  zones,
  part,
  edges,
}: {
  corner: string
  zones: readonly Zone[]
  part: Edges
  edges: Edges
}) {
  return (
    <div className="heads" role="row" aria-rowindex={1}>
      <div className="corner" role="columnheader" aria-colindex={1}>
        {corner}
      </div>
      {zones.slice(part.left, part.right + 1).map(({ id, name }, at) => {
        const column = part.left + at
        return (
          <div
            key={id}
            role="columnheader"
            aria-colindex={column + 2}
            className={column >= edges.left && column <= edges.right ? 'head on' : 'head'}
            style={{ left: NAMES_PX + column * COLUMN_PX }}
            title={name}
          >
            <span>{name}</span>
          </div>
        )
      })}
    </div>
  )
}

/** The part of a sheet that is drawn, updated as the user scrolls and as its frame is resized. */
function useInSight(
  scroller: RefObject<HTMLDivElement | null>,
  size: number,
): { readonly part: Edges; readonly look: () => void } {
  const [part, setPart] = useState<Edges>({
    top: 0,
    left: 0,
    bottom: Math.min(size - 1, 20),
    right: Math.min(size - 1, 12),
  })
  const look = useCallback(() => {
    const { current } = scroller
    if (!current) return
    const next = inSight(
      { top: current.scrollTop, left: current.scrollLeft, width: current.clientWidth, height: current.clientHeight },
      size,
    )
    setPart((last) => (isSame(last, next) ? last : next))
  }, [scroller, size])
  useEffect(() => {
    const { current } = scroller
    if (!current) return undefined
    // The observer also reports the initial size.
    const watch = new ResizeObserver(look)
    watch.observe(current)
    return () => watch.disconnect()
  }, [scroller, look])
  return { part, look }
}

const isSame = (a: Edges, b: Edges): boolean =>
  a.top === b.top && a.left === b.left && a.bottom === b.bottom && a.right === b.right

/** The frame around a rectangle of cells; `handle`: with the corner that fills what it is pulled over. */
function Selection({
  edges: { top, left, bottom, right },
  names,
  handle,
}: {
  edges: Edges
  names: string
  handle: boolean
}) {
  return (
    <div
      aria-hidden
      className={names}
      style={{
        left: NAMES_PX + left * COLUMN_PX - 1,
        top: HEAD_PX + top * PRICE_ROW_PX - 1,
        width: (right - left + 1) * COLUMN_PX + 1,
        height: (bottom - top + 1) * PRICE_ROW_PX + 1,
      }}
    >
      {handle && <div className="handle" data-handle />}
    </div>
  )
}

/** Room for the horizontal scroll bar, so that a small sheet gets no vertical one. */
const SCROLL_BAR_PX = 18

/** The zone × zone sheet: however many cells there are, only the visible ones are drawn. */
export function PriceGrid({
  sheet,
  commands,
  label,
  hint,
}: {
  sheet: PriceSheet
  commands: Commands
  label: string
  hint: string
}) {
  const say = useSay()
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [editing, setEditing] = useState<CellEditing | null>(null)
  const { zones, range } = sheet
  const size = zones.length
  const { part, look } = useInSight(scroller, size)
  const lookOf = useCellLook(sheet)
  const edges = rangeEdges(range)
  const { anchor, head } = range

  const startEdit = (typed: string | null): void => {
    if (!commands.field) return
    const text = typed ?? entryText(commands.reads.entryAt(anchor.row, anchor.column), commands.style)
    setEditing({ cell: anchor, text, typed: typed !== null })
  }
  const onKeyDown = useGridKeys(sheet, commands, startEdit, () =>
    Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - HEAD_PX) / PRICE_ROW_PX) - 1),
  )
  const pointer = useGridPointer(scroller, sheet, commands, () => startEdit(null))

  // The cell that moves is kept in sight; a whole row, column or sheet has no such cell.
  const isLine = size > 1 && (edges.bottom - edges.top === size - 1 || edges.right - edges.left === size - 1)
  useEffect(() => {
    if (scroller.current && !isLine) bringCellIntoSight(scroller.current, head)
  }, [head, isLine])

  const finish = (text: string, after: AfterEdit): void => {
    const { field } = commands
    if (!field || !editing) return
    setEditing(null)
    const { cell } = editing
    const entry = readAmount(text, field, commands.style)
    const cells = after === 'all' ? [...cellsOf(edges)] : [cell]
    const next =
      after === null || after === 'all'
        ? undefined
        : movedSelection(at(cell.row, cell.column), after.rows, after.columns, size, false)
    commands.put(new Map(cells.map(({ row, column }) => [row * size + column, entry])), next)
    // After a click elsewhere, the focus belongs where the click was.
    if (after !== null) scroller.current?.focus({ preventScroll: true })
  }
  const cancel = (): void => {
    setEditing(null)
    scroller.current?.focus({ preventScroll: true })
  }
  const copy = (event: ClipboardEvent): void => {
    event.clipboardData.setData('text/plain', commands.copied())
    event.preventDefault()
  }
  const rows = Array.from({ length: part.bottom - part.top + 1 }, (_, row) => part.top + row)
  const isDrawn = contains(part, anchor.row, anchor.column)
  return (
    <SheetRoot
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-describedby={`${id}-hint`}
      aria-rowcount={size + 1}
      aria-colcount={size + 1}
      aria-multiselectable
      aria-readonly={commands.field === null}
      aria-activedescendant={isDrawn ? cellId(id, anchor.row, anchor.column) : undefined}
      onScroll={look}
      onKeyDown={onKeyDown}
      onCopy={copy}
      onCut={(event) => {
        copy(event)
        commands.clear()
      }}
      onPaste={(event) => {
        commands.paste(event.clipboardData.getData('text/plain'))
        event.preventDefault()
      }}
      {...pointer.events}
      sx={{ flex: '0 1 auto', height: HEAD_PX + size * PRICE_ROW_PX + SCROLL_BAR_PX }}
    >
      <span id={`${id}-hint`} hidden>
        {hint}
      </span>
      <div
        role="rowgroup"
        style={{ position: 'relative', width: NAMES_PX + size * COLUMN_PX, height: HEAD_PX + size * PRICE_ROW_PX }}
      >
        <GridHeads corner={say('prices.corner')} zones={zones} part={part} edges={edges} />
        {rows.map((row) => (
          <GridRow key={row} id={id} row={row} sheet={sheet} part={part} edges={edges} lookOf={lookOf} />
        ))}
        <Selection edges={edges} names="selection" handle={commands.field !== null && !editing} />
        {pointer.pull && <Selection edges={pointer.pull} names="pull" handle={false} />}
        {editing && (
          <CellEditor
            key={editing.cell.row * size + editing.cell.column}
            editing={editing}
            label={pairName(sheet, editing.cell)}
            onDone={finish}
            onCancel={cancel}
          />
        )}
      </div>
    </SheetRoot>
  )
}
