import { useTranslate } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { useState, type ClipboardEvent } from 'react'
import { fold } from '../../../model/fold'
import { useFailure } from '../../../ui/failure'
import { useLookup } from '../../../ui/lookup'
import { useDisplayStyle } from '../../../ui/style'
import type { ShownColumn } from '../columns'
import type { RowPatch } from './grid-events'
import type { CellPlace } from './grid-keys'
import { pasteInto, tableOf, type NamedCell } from './paste'
import { namedKey, type GridRow } from './rows'

// As many alike names are told as ambiguous all the same.
const ALIKE = 5

interface PasteTarget {
  readonly source: string
  readonly columns: readonly ShownColumn[]
  readonly rows: readonly GridRow[]
  readonly blank: GridRow
  readonly max: number
  readonly disabled: boolean
  readonly fill: (rows: readonly GridRow[]) => void
  readonly patch: (cells: readonly RowPatch[]) => void
}

/** Takes what was copied in a spreadsheet; references are found by what stands for their record. */
export function usePaste({ source, columns, rows, blank, max, disabled, fill, patch }: PasteTarget) {
  const translate = useTranslate()
  const style = useDisplayStyle()
  const lookup = useLookup()
  const fail = useFailure()
  const { setError } = useFormContext()
  const [told, setTold] = useState('')

  /** The id of a named record, or what is wrong with its name. */
  const find = async ({ field: { name }, field, text, row }: NamedCell, form: GridRow): Promise<readonly RowPatch[]> => {
    const found = await lookup.search(field, text, ALIKE, { form })
    const [only, ...others] = found.filter((choice) => fold(choice.label) === fold(text))
    if (only && others.length === 0) return [{ at: row, name, value: only.id }]
    const fault = { key: only ? 'ref_ambiguous' : 'ref_unknown', params: { text, count: others.length + 1 } }
    setError(`${source}.${row}.${name}`, { type: 'named', message: translate(`validation.${fault.key}`, fault.params) })
    return [{ at: row, name, value: null }, { at: row, name: namedKey(name), value: fault }]
  }

  const paste = (event: ClipboardEvent, at: CellPlace): void => {
    const table = disabled ? null : tableOf(event.clipboardData.getData('text/plain'))
    if (!table) return
    event.preventDefault()
    const into = columns.map(({ field }) => ({ field, writable: !field.readOnly && !field.system }))
    const result = pasteInto(rows, at, table, into, blank, max, style)
    fill(result.rows)
    const count = translate('grid.pasted', { smart_count: table.length - result.left })
    setTold(result.left ? `${count} ${translate('grid.pasted_left', { smart_count: result.left, max })}` : count)
    if (result.named.length === 0) return
    Promise.all(result.named.map((cell) => find(cell, result.rows[cell.row] ?? blank))).then((cells) => patch(cells.flat()), fail)
  }
  return { paste, told }
}
