import { randomUUID } from 'node:crypto'
import type { Actor } from '../../../model/rights/actor'
import type { Encoding } from '../../../model/values/text-encoding'
import { WHOLE_ROW } from '../../../model/import-answer'
import { inOneWrite } from '../../records/write/open-write'
import { recordContext, type RecordContext } from '../../records/record-context'
import { assertEdits } from '../../records/write/save'
import type { Runtime } from '../../language/runtime'
import { UnreadableFile } from '../../platform/sheets/decode-text'
import { readSheet } from '../../platform/sheets/read-sheet'
import { keyColumnLabel, errorTexts } from './error-text'
import { ReferenceFinder } from './find-reference'
import { matchColumns, type MatchedColumn } from './match-columns'
import { cellKeyOf, cellText, type FileRow } from './read-row'
import { saveImportRows } from './save-rows'
import type { RowOutcome } from './staged-rows'
import { uniqueGroups } from '../../records/write/unique-holders'

/** What became of a file's rows. */
export interface LoadReport {
  readonly read: number
  readonly created: number
  readonly changed: number
  readonly unchanged: number
  readonly refused: number
  readonly errors: readonly RowError[]
}

/** An error of one row; without a column it is about the row as a whole. */
interface RowError {
  readonly line: number
  readonly column: string | null
  readonly value: string | null
  readonly sentence: string
}

export interface LoadOptions {
  /** Refuse the file if a column names nothing; else it is reported and left out. */
  readonly strict?: boolean
  /** How a text file is read; absent: its mark and its bytes decide. */
  readonly encoding?: Encoding | null
  /** A blank cell empties the value of an existing record; else the value stays. */
  readonly empties?: boolean
}

/** Lines of refused rows that are printed; the report has them all. */
const MAX_PRINTED = 200
/** A long file says how far it is after so many rows. */
const TOLD_ROWS = 20_000
const SHOWN_CHARS = 60
/**
 * An operator of the machine may load whatever it can hold; the thread of a book keeps its own limits of memory and
 * time.
 */
const NO_LIMITS = { fileBytes: Infinity, rows: Infinity, columns: Infinity, cellChars: Infinity }

/**
 * Imports a file without user interaction: its rows are saved as they are read, each refused row is reported, and none
 * is kept for correction. Works for any catalogue and all of its writable fields. A row names its record by `id`, else
 * by the first unique fields that the file has; else it creates one.
 * @param log prints a line of the report, for a person
 * @throws {AppError} FORBIDDEN, NOT_FOUND for an unknown resource
 */
export async function loadFile(
  runtime: Runtime,
  actor: Actor,
  resource: string,
  path: string,
  log: (line: string) => void,
  options: LoadOptions = {},
): Promise<LoadReport> {
  const context = await recordContext(runtime, actor, resource)
  assertEdits(context)
  try {
    return await loadRows(context, path, log, options)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const sentence = runtime.words.say(actor.language, error.key, error.params)
    log(sentence)
    return {
      read: 0,
      created: 0,
      changed: 0,
      unchanged: 0,
      refused: 1,
      errors: [{ line: 0, column: null, value: null, sentence }],
    }
  }
}

async function loadRows(
  context: RecordContext,
  path: string,
  log: (line: string) => void,
  { strict, encoding = null, empties = false }: LoadOptions,
): Promise<LoadReport> {
  const say = (key: string, params: { [name: string]: string | number }) =>
    log(context.runtime.words.say(context.actor.language, key, params))
  const total = { read: 0, created: 0, changed: 0, unchanged: 0, refused: 0, errors: [] as RowError[] }
  let blanks = 0
  const sheet = await readSheet(path, { name: path, encoding, limits: NO_LIMITS })
  try {
    if (sheet.reading && sheet.reading.by !== 'valid') {
      say(`load.read_${sheet.reading.by}`, {
        encoding: context.runtime.words.say(context.actor.language, `import.encoding.${sheet.reading.encoding}`),
      })
    }
    const { columns, unknown, passed } = matchColumns(context, sheet.columns)
    if (unknown.length > 0) say(strict ? 'load.unknown_refused' : 'load.unknown', { names: unknown.join(', ') })
    if (passed.length > 0) say('load.passed', { names: passed.join(', ') })
    if (columns.length === 0 || (strict && unknown.length > 0))
      throw new UnreadableFile('load.no_columns', { path, known: Object.keys(context.entity.fields).join(', ') })
    const file = {
      columns,
      match: matchOf(context, columns),
      empties,
      references: new ReferenceFinder(context),
      note: `load:${randomUUID()}`,
    }
    for await (const rows of sheet.rows()) {
      if (Math.floor((total.read + rows.length) / TOLD_ROWS) > Math.floor(total.read / TOLD_ROWS)) {
        const of = sheet.rowCount ?? sheet.lines ?? null
        say(of === null ? 'load.progress_open' : 'load.progress', { read: total.read + rows.length, of: of ?? 0 })
      }
      const outcomes = await inOneWrite(context, (write) => saveImportRows(context, write, file, rows))
      for (const [i, outcome] of outcomes.entries()) {
        total.read++
        total[outcome.done ?? 'refused']++
        blanks += outcome.blanks ?? 0
        for (const error of errorsOfRow(context, columns, rows[i], outcome)) {
          total.errors.push(error)
          if (total.errors.length <= MAX_PRINTED)
            say('load.error', { line: error.line, at: placeOf(error), sentence: error.sentence })
        }
      }
    }
  } finally {
    await sheet.close()
  }
  const { errors, ...counts } = total
  if (errors.length > MAX_PRINTED) say('load.more_errors', { count: errors.length - MAX_PRINTED })
  if (blanks > 0) say(empties ? 'load.emptied' : 'load.kept_blank', { count: blanks })
  say('load.summary', counts)
  return total
}

/** The first unique group that the file has; none where it names its records by `id`. */
function matchOf({ entity }: RecordContext, columns: readonly MatchedColumn[]): readonly string[] {
  const keys = new Set(columns.map(cellKeyOf))
  const found = keys.has('id')
    ? undefined
    : uniqueGroups(entity).find((group) => group.every(({ name, secret }) => keys.has(name) && !secret))
  return found?.map(({ name }) => name) ?? []
}

/** Why a row was refused, by columns of the file. */
function errorsOfRow(
  context: RecordContext,
  columns: readonly MatchedColumn[],
  row: FileRow | undefined,
  { row: line, errors }: RowOutcome,
): RowError[] {
  return Object.entries(errorTexts(context, errors ?? null)).map(([key, sentence]) => {
    const column = columns.find((one) => cellKeyOf(one) === key)
    const text = column ? cellText(row?.cells[column.index]) : ''
    return {
      line,
      column: key === WHOLE_ROW ? null : (column?.header ?? keyColumnLabel(context, key)),
      value: text === '' ? null : text,
      sentence,
    }
  })
}

/** `, placa «abc»` */
function placeOf({ column, value }: RowError): string {
  const cut = (value ?? '').slice(0, SHOWN_CHARS).replaceAll('\n', '⏎')
  const shown = value === null ? '' : ` «${cut}${cut.length < value.length ? '…' : ''}»`
  return column === null ? '' : `, ${column}${shown}`
}
