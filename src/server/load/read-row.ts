import { typeOf } from '../../model/canonical'
import type { Reading, ValueFault } from '../../model/field-type'
import type { Json, JsonObject } from '../../model/json'
import type { Field } from '../../model/model'
import { plainText } from '../export/csv-cell'
import type { Tx } from '../database/database'
import type { RecordContext } from '../records/record-context'
import type { ReferenceFinder } from './find-reference'
import type { MatchedColumn } from './match-columns'
import type { CsvRow } from './read-csv'

/** What is wrong with one cell. */
export interface CellFault {
  readonly column: string
  readonly value: string
  readonly fault: ValueFault
}

/** A row read as the input of a write, with what could not be read. */
export interface ReadRow {
  readonly line: number
  readonly input: JsonObject
  readonly faults: readonly CellFault[]
}

/** Reads the cells of a row by their fields' types; an empty cell is null. */
export async function readRow(
  context: RecordContext,
  tx: Tx,
  columns: readonly MatchedColumn[],
  references: ReferenceFinder,
  { line, cells }: CsvRow,
): Promise<ReadRow> {
  const input: { [field: string]: Json } = {}
  const faults: CellFault[] = []
  for (const { index, header, use } of columns) {
    const text = plainText(cells[index] ?? '').trim()
    if (use.kind === 'id') {
      if (text !== '') input.id = text
      continue
    }
    const name = use.kind === 'part' ? use.wire : use.field.name
    if (text === '') {
      input[name] = null
      continue
    }
    const read =
      use.kind === 'part'
        ? { value: text }
        : use.field.ref
          ? await references.find(tx, use.field, text).then((found) => ('id' in found ? { value: found.id } : found))
          : readValue(context, use.field, text)
    if ('value' in read) input[name] = read.value
    else faults.push({ column: header, value: text, fault: read.fault })
  }
  return { line, input, faults }
}

function readValue({ runtime }: RecordContext, field: Field, text: string): Reading {
  const type = typeOf(field, runtime.fieldTypes)
  return type.fromText(type.json === 'number' || type.json === 'integer' ? plainNotation(text) : text, field)
}

/** `9.25E-2`, as spreadsheets write numbers near zero, in plain notation with the same digits; any other text stays. */
function plainNotation(text: string): string {
  const found = /^([+-]?)(\d+)(?:\.(\d+))?e([+-]?\d{1,2})$/i.exec(text)
  if (!found) return text
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = found
  const point = whole.length + Number(exponent)
  const digits = `${'0'.repeat(Math.max(0, 1 - point))}${whole}${fraction}`.padEnd(point, '0')
  const at = Math.max(1, point)
  return `${sign}${digits.slice(0, at)}${digits.length > at ? `.${digits.slice(at)}` : ''}`
}
