import type { AppError } from '../../model/errors'
import { errorAnswer, sayFault } from '../answers/say-error'
import { fieldLabel } from '../records/labels'
import type { RecordContext } from '../records/record-context'
import type { MatchedColumn } from './match-columns'
import type { CellFault, ReadRow } from './read-row'

/** What became of a file's rows. */
export interface LoadReport {
  readonly read: number
  readonly created: number
  readonly changed: number
  readonly unchanged: number
  readonly refused: number
  readonly faults: readonly RowFault[]
}

/** What was wrong in one row; without a column it is about the row as a whole. */
export interface RowFault {
  readonly line: number
  readonly column: string | null
  readonly value: string | null
  readonly sentence: string
}

/** The faults of cells that could not be read. */
export function cellFaults({ runtime: { words }, actor }: RecordContext, { line, faults }: ReadRow): RowFault[] {
  return faults.map(({ column, value, fault }: CellFault) => ({ line, column, value, sentence: sayFault(words, actor.language, fault) }))
}

/** What the write path refused, at the columns it names. */
export function writeFaults(
  { runtime: { words }, actor, resource, entity }: RecordContext,
  { line, input }: ReadRow,
  columns: readonly MatchedColumn[],
  error: AppError,
): RowFault[] {
  const faults = Object.entries(error.errors)
  if (faults.length === 0) return [{ line, column: null, value: null, sentence: errorAnswer(words, actor.language, error).body.msg }]
  return faults.map(([name, fault]) => {
    const header = columns.find(({ use }) => use.kind === 'field' && use.field.name === name)?.header
    const value = input[name]
    return {
      line,
      column: header ?? fieldLabel(words, actor.language, resource, entity.fields[name], name),
      value: value === undefined || value === null ? null : typeof value === 'object' ? JSON.stringify(value) : String(value),
      sentence: sayFault(words, actor.language, fault),
    }
  })
}

const SHOWN_CHARS = 60

/** `Línea 7, placa «abc»: No tiene la forma esperada.` */
export function faultLine({ runtime: { words }, actor }: RecordContext, { line, column, value, sentence }: RowFault): string {
  const cut = (value ?? '').slice(0, SHOWN_CHARS).replaceAll('\n', '⏎')
  const shown = value === null ? '' : ` «${cut}${cut.length < value.length ? '…' : ''}»`
  return words.say(actor.language, 'load.fault', { line, at: column === null ? '' : `, ${column}${shown}`, sentence })
}
