import { sql } from 'kysely'
import { AppError } from '../../../model/errors'
import type { JsonObject } from '../../../model/json'
import type { Tx } from '../../platform/database/database'
import type { Write } from '../../records/write/open-write'
import type { RecordContext } from '../../records/record-context'
import { idArray, readId, type RecordId } from '../../records/record-id'
import { saveEach } from '../../records/write/save-each'
import { importErrors } from './error-text'
import type { ReferenceFinder } from './find-reference'
import type { FileColumns } from './match-columns'
import { cellKeyOf, readRows, type FileRow, type ReadRow } from './read-row'
import { RowTargets } from './row-targets'
import type { FieldErrors, RowOutcome } from './staged-rows'

/** A file whose rows are saved. */
interface SavedFile extends FileColumns {
  readonly references: ReferenceFinder
  /** The activity log's note on every record that it wrote. */
  readonly note: string
}

/** Saves some rows of a file through the write path: a refused row affects no other. @returns one for each row */
export function saveImportRows(
  context: RecordContext,
  write: Write,
  file: SavedFile,
  rows: readonly FileRow[],
): Promise<readonly RowOutcome[]> {
  return new RowSaver(context, write, file, rows).save()
}

/** A row that is about to be saved. */
interface Waiting {
  readonly at: number
  readonly row: ReadRow
  readonly before: JsonObject | null
}

class RowSaver {
  readonly #context: RecordContext
  readonly #write: Write
  readonly #file: SavedFile
  readonly #rows: readonly FileRow[]
  readonly #targets: RowTargets
  readonly #outcomes: RowOutcome[] = []
  /** Rows that are saved together, each about another record. */
  #waiting: Waiting[] = []
  readonly #named = new Set<string>()

  constructor(context: RecordContext, write: Write, file: SavedFile, rows: readonly FileRow[]) {
    this.#context = context
    this.#write = write
    this.#file = file
    this.#rows = rows
    this.#targets = new RowTargets(context, file)
  }

  async save(): Promise<readonly RowOutcome[]> {
    const read = await this.#read(this.#rows)
    await this.#targets.find(this.#write.tx, read)
    for (const [at, row] of read.entries()) await this.#take(at, await this.#complete(at, row))
    await this.#saveWaiting()
    return withVersions(this.#context, this.#write.tx, this.#outcomes)
  }

  #read(rows: readonly FileRow[]): Promise<readonly ReadRow[]> {
    return readRows(this.#context, this.#write.tx, this.#file.columns, this.#file.references, rows)
  }

  /** A row with what it refers to: an earlier row may have been saved since, or be waiting. */
  async #complete(at: number, first: ReadRow): Promise<ReadRow> {
    let row = first
    const { fields, name } = this.#context.entity
    const mayAwait = () => row.errors.some(({ key }) => fields[key]?.ref?.to === name)
    const again = async () => (await this.#read(this.#rows.slice(at, at + 1)))[0] ?? row
    if (mayAwait()) row = await again()
    if (mayAwait() && this.#waiting.length > 0) {
      await this.#saveWaiting()
      row = await again()
    }
    return row
  }

  async #take(at: number, row: ReadRow): Promise<void> {
    const { tx } = this.#write
    const record = this.#targets.named(row)
    if (record !== null && this.#named.has(record)) await this.#saveWaiting()
    const before = await this.#targets.before(tx, row)
    const missing = this.#targets.missing(row, before)
    const errors = {
      ...Object.fromEntries(row.errors.map(({ key, error }) => [key, error])),
      ...(missing ? { id: missing } : {}),
    }
    if (Object.keys(errors).length > 0) {
      this.#outcomes[at] = refused(row, errors)
      return
    }
    this.#waiting.push({ at, row, before })
    if (record !== null) this.#named.add(record)
  }

  async #saveWaiting(): Promise<void> {
    const inputs = this.#waiting.map(({ row, before }) => this.#targets.input(row, before))
    const tried = await saveEach(this.#context, this.#write, inputs, this.#file.note)
    this.#waiting.forEach(({ at, row, before }, i) => {
      const one = tried[i]
      if (!one || one instanceof AppError) {
        this.#outcomes[at] = refused(row, one ? importErrors(this.#context, one) : {})
        return
      }
      this.#outcomes[at] = {
        row: row.line,
        state: 'saved',
        done: one.done,
        id: one.id,
        ...(before && { before: this.#replaced(before), blanks: this.#targets.blanks(row, before) }),
      }
      this.#targets.learn(row, one.id)
    })
    this.#waiting = []
    this.#named.clear()
  }

  /** The values of a record that its row of the file replaces. */
  #replaced(before: JsonObject): JsonObject {
    const keys = new Set(this.#file.columns.map(cellKeyOf))
    return Object.fromEntries(Object.entries(before).filter(([name]) => keys.has(name) && name !== 'id'))
  }
}

const refused = ({ line }: ReadRow, errors: FieldErrors): RowOutcome => ({
  row: line,
  state: 'wrong',
  errors,
  error: { key: 'import_refused' },
})

/** The records' current versions: any later change increases them. */
async function withVersions(
  { entity }: RecordContext,
  tx: Tx,
  outcomes: readonly RowOutcome[],
): Promise<readonly RowOutcome[]> {
  const ids = outcomes.flatMap(({ id }) => id ?? [])
  if (ids.length === 0) return outcomes
  const { rows } = await sql<{ id: RecordId; version: number }>`select id, version from ${sql.table(entity.name)}
    where id = any(${idArray(entity, ids)})`.execute(tx)
  const versions = new Map(rows.map(({ id, version }) => [readId(entity, id), Number(version)]))
  return outcomes.map((one) => (one.id === undefined ? one : { ...one, version_after: versions.get(one.id) }))
}
