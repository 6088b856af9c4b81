import { useNotify, useTranslate } from 'react-admin'
import { useState, type ClipboardEvent } from 'react'
import type { JsonObject } from '../../../model/json'
import { fold } from '../../../model/values/fold'
import { useFailure } from '../../../ui/failure'
import { useLookup } from '../../../ui/lookup'
import { useDisplayStyle } from '../../../ui/show/style'
import type { ShownColumn } from '../columns'
import type { RowPatch } from '../children/grid-events'
import type { CellPlace } from './grid-keys'
import { pasteInto, tableOf, type NamedCell } from './paste'
import { namedKey, type GridRow } from '../../provider/grid-rows'

// More records of the same name would not change that it is ambiguous.
const ALIKE = 5
const NO_VALUES: JsonObject = {}
/** Long enough to count what is missing. */
const DROPPED_MS = 12_000

interface PasteTarget {
  readonly columns: readonly ShownColumn[]
  /** Columns that nothing is pasted into, beside those that nobody writes. */
  readonly closed?: (column: ShownColumn) => boolean
  readonly rows: readonly GridRow[]
  readonly blank: GridRow
  readonly max: number
  readonly disabled: boolean
  readonly fill: (rows: readonly GridRow[]) => void
  readonly patch: (cells: readonly RowPatch[]) => void
  /** Values of the record around the rows that their choices look at. */
  readonly outside?: JsonObject
  readonly onError: (row: number, name: string, message: string) => void
}

/** Pastes cells copied from a spreadsheet; references are found by the name of their record. */
export function usePaste({ columns, closed, rows, blank, max, disabled, fill, patch, outside, onError }: PasteTarget) {
  const translate = useTranslate()
  const notify = useNotify()
  const style = useDisplayStyle()
  const lookup = useLookup()
  const outer = outside ?? NO_VALUES
  const fail = useFailure()
  const [announcement, setAnnouncement] = useState('')

  /** The id of a named record, or the error of its name. */
  const find = async (
    { field: { name }, field, text, row }: NamedCell,
    form: GridRow,
  ): Promise<readonly RowPatch[]> => {
    const found = await lookup.search(field, text, ALIKE, { form: { ...form, ...outer } })
    const [only, ...others] = found.filter((choice) => fold(choice.label) === fold(text))
    if (only && others.length === 0) return [{ at: row, name, value: only.id }]
    const error = { key: only ? 'ref_ambiguous' : 'ref_unknown', params: { text, count: others.length + 1 } }
    onError(row, name, translate(`validation.${error.key}`, error.params))
    return [
      { at: row, name, value: null },
      { at: row, name: namedKey(name), value: error },
    ]
  }

  /** @param alone a text without tabs and lines is pasted as one cell, where no input takes it */
  const paste = (event: ClipboardEvent, at: CellPlace, alone = false): void => {
    const text = event.clipboardData.getData('text/plain')
    const table = disabled ? null : (tableOf(text) ?? (alone && text !== '' ? [[text]] : null))
    if (!table) return
    event.preventDefault()
    const into = columns.map((column) => ({
      field: column.field,
      writable: !column.field.readOnly && !column.field.system && !column.field.children && !closed?.(column),
    }))
    const result = pasteInto(rows, at, table, into, blank, max, style)
    fill(result.rows)
    const count = translate('grid.pasted', { smart_count: table.length - result.left })
    const dropped = [
      ...(result.left ? [translate('grid.pasted_left', { smart_count: result.left, max })] : []),
      ...(result.lost ? [translate('grid.pasted_lost', { smart_count: result.lost })] : []),
    ]
    setAnnouncement([count, ...dropped].join(' '))
    // Nobody sees what is only read aloud, and what did not go in is gone.
    if (dropped.length > 0) notify([count, ...dropped].join(' '), { type: 'warning', autoHideDuration: DROPPED_MS })
    if (result.named.length === 0) return
    Promise.all(result.named.map((cell) => find(cell, result.rows[cell.row] ?? blank))).then(
      (cells) => patch(cells.flat()),
      fail,
    )
  }
  return { paste, announcement }
}
