import { isWritable, typeOf } from '../../../model/canonical'
import type { Field } from '../../../model/field'
import type { FieldError } from '../../../model/field-type'
import type { Json, JsonObject } from '../../../model/json'
import { originalText } from '../export/csv-cell'
import type { Tx } from '../../platform/database/database'
import type { RecordContext } from '../../records/record-context'
import type { ReferenceFinder } from './find-reference'
import type { MatchedColumn } from './match-columns'
import { readValue } from './read-value'

/** A cell: its text, and for a number with another display (15 %) also its plain digits. */
export interface FileCell {
  readonly text: string
  readonly number?: string
  /** Of a text with bytes that are no UTF-8: what it would be in Windows-1252. */
  readonly guess?: string
  /** Of a text with letters that were lost. */
  readonly isLost?: true
}

/** A row of a file; `line` is its line there, from 1. */
export interface FileRow {
  readonly line: number
  readonly cells: readonly FileCell[]
}

/** The error of one cell. */
interface CellError {
  readonly key: string
  readonly column: string
  readonly value: string
  readonly error: FieldError
}

/** A row read as the input of a write, with the cells that could not be read. */
export interface ReadRow {
  readonly line: number
  readonly input: JsonObject
  /** The cells' texts by their columns' keys. */
  readonly texts: { readonly [key: string]: string }
  readonly errors: readonly CellError[]
}

/** Separates the references in a cell that holds several. */
const SEVERAL = ';'

/**
 * Reads the cells of some rows by their fields' types; references are looked up for all rows together; an empty cell is
 * null.
 */
export async function readRows(
  context: RecordContext,
  tx: Tx,
  columns: readonly MatchedColumn[],
  references: ReferenceFinder,
  rows: readonly FileRow[],
): Promise<readonly ReadRow[]> {
  for (const { index, use } of columns) {
    if (use.kind === 'field' && use.field.refAny && isWritable(use.field)) {
      await references.prepareAny(tx, use.field, [
        ...new Set(rows.map(({ cells }) => cellText(cells[index])).filter(Boolean)),
      ])
    }
    if (use.kind !== 'field' || !use.field.ref) continue
    await references.prepare(
      tx,
      use.field,
      rows.flatMap(({ cells }) => namesInCell(context, use.field, cellText(cells[index]))),
    )
  }
  return rows.map((row) => readRow(context, columns, references, row))
}

/** Key of a column's cells in inputs, errors and answers: `id`, a field, or one part of a flat value. */
export const cellKeyOf = ({ use }: Pick<MatchedColumn, 'use'>): string =>
  use.kind === 'id' ? 'id' : use.kind === 'part' ? use.wire : use.field.name

function readRow(
  context: RecordContext,
  columns: readonly MatchedColumn[],
  references: ReferenceFinder,
  { line, cells }: FileRow,
): ReadRow {
  const input: { [field: string]: Json } = {}
  const errors: CellError[] = []
  for (const column of columns) {
    const { index, header, use } = column
    const cell = cells[index]
    const text = cellText(cell)
    const key = cellKeyOf(column)
    if (cell?.guess !== undefined) {
      errors.push({
        key,
        column: header,
        value: text,
        error: { key: 'import_bytes', params: { text: cell.guess.slice(0, 80) } },
      })
      continue
    }
    if (cell?.isLost) {
      errors.push({ key, column: header, value: text, error: { key: 'import_lost' } })
      continue
    }
    if (use.kind === 'id') {
      if (text !== '') input.id = text
      continue
    }
    if (text === '') {
      input[key] = null
      continue
    }
    const read =
      use.kind === 'part'
        ? { value: text }
        : use.field.refAny
          ? references.foundAny(use.field, text)
          : use.field.ref
            ? readReference(context, references, use.field, text)
            : readValue(context, use.field, { ...cell, text })
    if ('value' in read) input[key] = read.value
    else errors.push({ key, column: header, value: text, error: read.error })
  }
  const texts = Object.fromEntries(columns.map((column) => [cellKeyOf(column), cellText(cells[column.index])]))
  return { line, input, texts, errors }
}

function readReference(context: RecordContext, references: ReferenceFinder, field: Field, text: string) {
  const found = namesInCell(context, field, text).map((name) => references.found(field, name))
  const wrong = found.find((one) => 'error' in one)
  if (wrong && 'error' in wrong) return wrong
  const ids = found.flatMap((one) => ('id' in one ? [one.id] : []))
  return { value: holdsSeveral(context, field) ? [...new Set(ids)] : (ids[0] ?? null) }
}

/** The names of records in a cell: one, or several with semicolons between where the field takes several. */
export function namesInCell(context: RecordContext, field: Field, text: string): readonly string[] {
  if (text === '' || !isWritable(field)) return []
  return holdsSeveral(context, field)
    ? text
        .split(SEVERAL)
        .map((name) => name.trim())
        .filter(Boolean)
    : [text]
}

/** Whether a cell of the field may name several records. */
export const holdsSeveral = ({ runtime }: RecordContext, field: Field): boolean =>
  typeOf(field, runtime.fieldTypes).json === 'array'

/** The value of a cell. */
export const cellText = (cell: FileCell | undefined): string => originalText(cell?.text ?? '').trim()
