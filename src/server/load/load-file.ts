import { randomUUID } from 'node:crypto'
import type { Actor } from '../../model/actor'
import type { Runtime } from '../runtime'
import { inOneWrite, inSavepoint, type Write } from '../records/open-write'
import { recordContext, type RecordContext } from '../records/record-context'
import { assertEdits, save } from '../records/save'
import type { Saved } from '../feature/call'
import { UnreadableFile, firstBytes } from './decode-text'
import { ReferenceFinder } from './find-reference'
import { cellFaults, faultLine, writeFaults, type LoadReport, type RowFault } from './load-report'
import { matchColumns, type MatchedColumn } from './match-columns'
import { RecordMatcher } from './match-records'
import { readRows, type FileRow, type ReadRow } from './read-row'
import { basename } from 'node:path'
import { csvRows } from './read-csv'
import { isPackage } from '../sheets/book-format'
import { readSheet } from '../sheets/read-sheet'

/** A file to be loaded: what its columns are called, and its rows one after another. */
interface OpenRows {
  readonly header: readonly string[]
  readonly rows: AsyncIterable<FileRow>
}

/**
 * Opens a csv file, whose first line is its header as an export writes it, or a book (xlsx, ods).
 * @throws {UnreadableFile}
 */
async function openRows(path: string): Promise<OpenRows> {
  return isPackage(await firstBytes({ name: path, from: path })) ? openBook(path) : openText(path)
}

async function openText(path: string): Promise<OpenRows> {
  const rows = csvRows(path)
  const header = await rows.next()
  if (header.done) throw new UnreadableFile('load.empty', { path })
  return { header: header.value.cells, rows: fileRows(rows) }
}

async function* fileRows(rows: ReturnType<typeof csvRows>): AsyncGenerator<FileRow> {
  for await (const { line, cells } of rows) yield { line, cells: cells.map((text) => ({ text })) }
}

async function openBook(path: string): Promise<OpenRows> {
  const sheet = await readSheet(path, { name: basename(path) })
  const places = sheet.columns.map(({ index }) => index)
  return {
    header: sheet.columns.map(({ name }) => name),
    rows: (async function* () {
      try {
        for await (const batch of sheet.rows()) {
          for (const { line, cells } of batch) yield { line, cells: places.map((place) => cells[place] ?? { text: '' }) }
        }
      } finally {
        await sheet.close()
      }
    })(),
  }
}

/** Rows of one transaction: a row that is refused falls alone, behind its savepoint. */
const BATCH_ROWS = 200
/** Lines of refused rows that are printed; the report has them all. */
const MAX_PRINTED = 200

export interface LoadOptions {
  /** A column that names nothing refuses the file; else it is told and left out. */
  readonly strict?: boolean
}

/**
 * Brings the rows of a csv file or a book into a catalogue, through the write path of every other call: same rights, rules, log. A row names its
 * record by `id`, or by a unique field; else it makes a new one.
 * @param log a line of the report each, for a person
 * @throws {AppError} FORBIDDEN, NOT_FOUND for a resource that is not there
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
    return { read: 0, created: 0, changed: 0, unchanged: 0, refused: 1, faults: [{ line: 0, column: null, value: null, sentence }] }
  }
}

async function loadRows(
  context: RecordContext,
  path: string,
  log: (line: string) => void,
  { strict = false }: LoadOptions,
): Promise<LoadReport> {
  const say = (key: string, params: { [name: string]: string | number } = {}) =>
    context.runtime.words.say(context.actor.language, key, params)
  const { header, rows } = await openRows(path)
  const { columns, unknown, passed } = matchColumns(context, header)
  if (unknown.length > 0) log(say(strict ? 'load.unknown_refused' : 'load.unknown', { names: unknown.join(', ') }))
  if (passed.length > 0) log(say('load.passed', { names: passed.join(', ') }))
  if (columns.length === 0 || (strict && unknown.length > 0))
    throw new UnreadableFile('load.no_columns', { path, known: Object.keys(context.entity.fields).join(', ') })

  const loader = new Loader(context, columns)
  let batch: FileRow[] = []
  let printed = 0
  const total = { read: 0, created: 0, changed: 0, unchanged: 0, refused: 0, faults: [] as RowFault[] }
  const put = async (): Promise<void> => {
    const { saved, faults, refused } = await loader.put(batch)
    total.read += batch.length
    for (const { done } of saved) total[done]++
    total.refused += refused
    total.faults.push(...faults)
    for (; printed < Math.min(total.faults.length, MAX_PRINTED); printed++) {
      const fault = total.faults[printed]
      if (fault) log(faultLine(context, fault))
    }
    batch = []
  }
  for await (const row of rows) {
    batch.push(row)
    if (batch.length === BATCH_ROWS) await put()
  }
  if (batch.length > 0) await put()
  if (total.faults.length > MAX_PRINTED) log(say('load.more_faults', { count: total.faults.length - MAX_PRINTED }))
  const { read, created, changed, unchanged, refused } = total
  log(say('load.summary', { read, created, changed, unchanged, refused }))
  return total
}

interface Batch {
  readonly saved: readonly Saved[]
  readonly faults: readonly RowFault[]
  readonly refused: number
}

class Loader {
  readonly #context: RecordContext
  readonly #columns: readonly MatchedColumn[]
  readonly #references: ReferenceFinder
  /** What the activity log says of every row of the file. */
  readonly #run = `load:${randomUUID()}`

  constructor(context: RecordContext, columns: readonly MatchedColumn[]) {
    this.#context = context
    this.#columns = columns
    this.#references = new ReferenceFinder(context)
  }

  put(rows: readonly FileRow[]): Promise<Batch> {
    return inOneWrite(this.#context, async (write) => {
      const read = await readRows(this.#context, write.tx, this.#columns, this.#references, rows)
      const matcher = RecordMatcher.of(this.#context, this.#columns)
      await matcher?.lookUp(
        write.tx,
        read.filter(({ faults }) => faults.length === 0),
      )
      const saved: Saved[] = []
      const faults: RowFault[] = []
      let refused = 0
      for (const row of read) {
        const wrong = row.faults.length > 0 ? cellFaults(this.#context, row) : await this.#putRow(write, row, matcher, saved)
        faults.push(...wrong)
        if (wrong.length > 0) refused++
      }
      return { saved, faults, refused }
    })
  }

  async #putRow(write: Write, row: ReadRow, matcher: RecordMatcher | null, saved: Saved[]): Promise<readonly RowFault[]> {
    const id = row.input.id ?? matcher?.idOf(row)
    // In a new record an empty cell leaves the field at its default; in a record that is there it empties the field.
    const input =
      id === undefined ? Object.fromEntries(Object.entries(row.input).filter(([, value]) => value !== null)) : { ...row.input, id }
    const fault = await inSavepoint(write, async () => {
      const done = await save(this.#context, write, input, { note: this.#run })
      matcher?.learn(row, done.id)
      saved.push(done)
    })
    return fault ? writeFaults(this.#context, row, this.#columns, fault) : []
  }
}
