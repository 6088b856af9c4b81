import { useNotify } from 'react-admin'
import { useMemo, useState, type Dispatch } from 'react'
import type { Field } from '#engine/model'
import { useConsole } from '#engine/client'
import { type DisplayStyle, useDisplayStyle } from '#engine/ui'
import type { PriceEntry } from './amount'
import { rangeEdges, type Edges, type Range } from './range'
import {
  bothWays,
  cleared,
  filledRange,
  mirroredPrices,
  pasted,
  pulled,
  repeated,
  type Puts,
  type Reads,
} from './sheet-edits'
import { entryAt, type PriceSheet, type SheetAction } from './sheet-state'
import { copiedText, pastedTable } from './table-text'

/** What a user does to the sheet, by keys, the mouse or buttons. */
export interface Commands {
  /** Null where the user may not change these prices: then only selecting and copying work. */
  readonly field: Field | null
  readonly style: DisplayStyle
  readonly reads: Reads
  /** Whether every edit also goes into the other direction. */
  readonly twoWay: boolean
  readonly setTwoWay: (twoWay: boolean) => void
  select(range: Range): void
  put(puts: Puts, range?: Range): void
  /** The text of one cell while it is typed: one undoable step, however many keys it takes. */
  set(place: number, entry: PriceEntry): void
  /** Puts a file's content, in both directions only if it says so. */
  lay(puts: Puts): void
  clear(): void
  fill(down: boolean): void
  /** Fills up to where the handle of the selection was pulled. */
  pull(to: { readonly row: number; readonly column: number }): void
  mirror(): void
  undo(): void
  redo(): void
  copied(): string
  paste(text: string): void
}

/** The commands over a sheet. @param canEdit whether the user may change these prices at all */
export function useCommands(sheet: PriceSheet, dispatch: Dispatch<SheetAction>, canEdit: boolean): Commands {
  const { model } = useConsole()
  const style = useDisplayStyle()
  const notify = useNotify()
  const [twoWay, setTwoWay] = useState(false)
  const field = (canEdit && model.entities['prices']?.fields['amount']) || null
  const size = sheet.zones.length
  return useMemo(() => {
    const reads: Reads = { size, entryAt: (row, column) => entryAt(sheet, row * size + column) }
    const asked = (puts: Puts): Puts => (twoWay ? bothWays(size, puts) : puts)
    const put = (puts: Puts, range?: Range): void => {
      if (field) dispatch({ do: 'put', puts: asked(puts), ...(range ? { range } : {}) })
    }
    const { range } = sheet
    return {
      field,
      style,
      reads,
      twoWay,
      setTwoWay,
      put,
      select: (next) => dispatch({ do: 'select', range: next }),
      set: (place, entry) => dispatch({ do: 'put', puts: asked(new Map([[place, entry]])), typing: true }),
      lay: (puts) => dispatch({ do: 'put', puts }),
      clear: () => put(cleared(reads, range)),
      fill: (down) => put(filledRange(reads, range, down)),
      pull: (to) => {
        const from = rangeEdges(range)
        const edges = pulled(from, to)
        put(repeated(reads, from, edges), rangeOf(edges))
      },
      mirror: () => put(mirroredPrices(reads, range)),
      undo: () => dispatch({ do: 'undo' }),
      redo: () => dispatch({ do: 'redo' }),
      copied: () => copiedText(reads, range, style),
      paste: (text) => {
        if (!field) return
        const table = pastedTable(text, field, style)
        const { puts, edges } = pasted(reads, range, table)
        put(puts, rangeOf(edges))
        const beyond =
          table.length > edges.bottom - edges.top + 1 ||
          Math.max(...table.map((line) => line.length)) > edges.right - edges.left + 1
        if (beyond) notify('prices.paste_beyond', { type: 'warning' })
      },
    }
  }, [sheet, size, dispatch, field, style, twoWay, notify])
}

const rangeOf = ({ top, left, bottom, right }: Edges): Range => ({
  anchor: { row: top, column: left },
  head: { row: bottom, column: right },
})
