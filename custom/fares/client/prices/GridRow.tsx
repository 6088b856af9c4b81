import { COLUMN_PX, HEAD_PX, NAMES_PX, PRICE_ROW_PX } from './grid-shape'
import { contains, type Edges } from './range'
import type { PriceSheet, Zone } from './sheet-state'

/** How a cell looks: its text, its class names, and its description. */
export interface CellLook {
  readonly text: string
  readonly names: string
  readonly hint?: string
  readonly wrong: boolean
}

/** One zone's row: its name, and the visible cells. */
export function GridRow({
  id,
  row,
  sheet,
  part,
  edges,
  lookOf,
}: {
  /** Of the grid; cell ids are made from it. */
  id: string
  row: number
  sheet: PriceSheet
  part: Edges
  /** Of the selection. */
  edges: Edges
  lookOf: (row: number, column: number) => CellLook
}) {
  const zone = sheet.zones[row]
  if (!zone) return null
  const columns = Array.from({ length: part.right - part.left + 1 }, (_, at) => part.left + at)
  return (
    <div className="row" role="row" aria-rowindex={row + 2} style={{ top: HEAD_PX + row * PRICE_ROW_PX }}>
      <div
        className={row >= edges.top && row <= edges.bottom ? 'name on' : 'name'}
        role="rowheader"
        aria-colindex={1}
        title={zone.name}
      >
        <Dot zone={zone} />
        <span>{zone.name}</span>
      </div>
      {columns.map((column) => {
        const { text, names, hint, wrong } = lookOf(row, column)
        const chosen = contains(edges, row, column)
        return (
          <div
            key={column}
            id={cellId(id, row, column)}
            role="gridcell"
            className={`cell${row === column ? ' same' : ''}${names}${chosen ? ' chosen' : ''}`}
            style={{ left: NAMES_PX + column * COLUMN_PX }}
            aria-colindex={column + 2}
            aria-selected={chosen}
            aria-invalid={wrong || undefined}
            aria-label={hint && `${text}. ${hint}`}
            title={hint}
          >
            {text}
          </div>
        )
      })}
    </div>
  )
}

export const cellId = (grid: string, row: number, column: number): string => `${grid}-${row}-${column}`

/** A zone's colour as on the map. */
const Dot = ({ zone }: { zone: Zone }) =>
  zone.color ? <span aria-hidden className="dot" style={{ backgroundColor: zone.color }} /> : null
