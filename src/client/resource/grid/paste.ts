import Papa from 'papaparse'
import { fieldTypes } from '../../../fields/data'
import { typeOf } from '../../../model/canonical'
import type { Field } from '../../../model/field'
import type { Json } from '../../../model/json'
import { withoutCoin } from '../../../model/values/number-value'
import { writtenMoment } from '../../../model/values/written-date'
import type { DisplayStyle } from '../../../ui/show/style'
import type { GridRow } from '../../provider/grid-rows'

/** The cells copied from a spreadsheet; null for a text that is no table, which the input pastes itself. */
export function tableOf(text: string): readonly (readonly string[])[] | null {
  const lines = text.replace(/(\r\n|\n|\r)$/, '')
  if (!/[\t\n\r]/.test(lines)) return null
  return Papa.parse<string[]>(lines, { delimiter: '\t' }).data
}

interface PasteColumn {
  readonly field: Field
  /** False: what is pasted over it is ignored. */
  readonly writable: boolean
}

/** A reference that was pasted as a name: its record must be looked up. */
export interface NamedCell {
  readonly row: number
  readonly field: Field
  readonly text: string
}

interface Pasted {
  readonly rows: readonly GridRow[]
  readonly named: readonly NamedCell[]
  /** Number of lines for which there was no room. */
  readonly left: number
  /** Filled cells that fell beyond the last column, or on one that nobody writes. */
  readonly lost: number
}

/**
 * Lays a table over the rows of a grid from one cell on: cells are filled, rows are added, what lies beyond the last
 * column is left out. A text that its field cannot read stays as it is, with an error at its cell.
 * @param most limit of rows of the grid
 */
export function pasteInto(
  rows: readonly GridRow[],
  at: { readonly row: number; readonly column: number },
  table: readonly (readonly string[])[],
  columns: readonly PasteColumn[],
  blank: GridRow,
  max: number,
  style: DisplayStyle,
): Pasted {
  const filled = [...rows]
  const named: NamedCell[] = []
  let lost = 0
  const fitting = table.slice(0, Math.max(0, max - at.row))
  fitting.forEach((line, index) => {
    const place = at.row + index
    const row: { [name: string]: Json } = { ...(filled[place] ?? blank) }
    line.forEach((text, offset) => {
      const column = columns[at.column + offset]
      if (!column?.writable) {
        if (text.trim() !== '') lost++
        return
      }
      const { field } = column
      if (field.ref && text.trim() !== '') named.push({ row: place, field, text: text.trim() })
      else row[field.name] = valueOf(field, text.trim(), style)
    })
    filled[place] = row
  })
  return { rows: filled, named, left: table.length - fitting.length, lost }
}

/**
 * The value of a pasted text, as the console writes it (numbers with its separators, days as DD/MM/YYYY) or as a file
 * does.
 */
function valueOf(field: Field, text: string, style: DisplayStyle): Json {
  const type = typeOf(field, fieldTypes)
  const read = type.fromText(isNumber(field) ? withoutCoin(text, style.coin) : text, field, style)
  if ('value' in read) return read.value
  // A clock without a zone is the company's.
  return (type.isMoment ? writtenMoment(text, style.zone) : null) ?? text
}

const isNumber = (field: Field): boolean => ['integer', 'number'].includes(typeOf(field, fieldTypes).json)
