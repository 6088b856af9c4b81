import { canonicalRecord } from '../../../model/canonical'
import { AppError } from '../../../model/errors'
import { WHOLE_ROW } from '../../../model/import-answer'
import { readTwice } from '../../../model/values/read-twice'
import type { FieldError } from '../../../model/field-type'
import type { Json, JsonObject } from '../../../model/json'
import type { ReferenceFinder } from './find-reference'
import type { MatchedColumn } from './match-columns'
import { readRows, type FileRow, type ReadRow, namesInCell } from './read-row'
import { changedFields, labelledChanges } from '../../records/write/changed-fields'
import { KnownReferences } from '../../records/write/known-references'
import type { Write } from '../../records/write/open-write'
import type { RecordContext } from '../../records/record-context'
import { recordToStore } from '../../records/write/save'
import { saveEach } from '../../records/write/save-each'
import { importErrors } from './error-text'
import { importOf } from './import-columns'
import { NameIndex } from './name-index'
import { RowTargets } from './row-targets'
import type { FieldErrors, Verdict } from './staged-rows'
import { UniqueKeys, type KeysOfRow } from './unique-keys'
import type { Field } from '../../../model/field'
import { plainName } from './match-columns'

const PREFIX = 'name:'

/**
 * The names of a file's rows. A catalogue that refers to itself is written top down: a row may name an earlier row that
 * is not saved yet.
 */
class FileNames {
  readonly #context: RecordContext
  readonly #references: ReferenceFinder
  /** References of the catalogue to itself. */
  readonly #fields: ReadonlyMap<string, Field>
  readonly #lines = new Map<string, Set<number>>()

  constructor(context: RecordContext, references: ReferenceFinder) {
    this.#context = context
    this.#references = references
    const { fields, name } = context.entity
    this.#fields = new Map(
      Object.values(fields).flatMap((field) => (field.ref?.to === name ? [[field.name, field] as const] : [])),
    )
  }

  /** The names of a row without errors, as its staged row keeps them. */
  keysOf(record: JsonObject): readonly string[] {
    const [first] = this.#fields.values()
    if (!first) return []
    const own = this.#context.entity.key && typeof record.id === 'string' ? [plainName(record.id)] : []
    return [...new Set([...own, ...this.#references.namesOf(first, record)])].map((name) => `${PREFIX}${name}`)
  }

  learn(line: number, keys: readonly string[]): void {
    for (const key of keys)
      if (key.startsWith(PREFIX)) this.#lines.set(key, (this.#lines.get(key) ?? new Set()).add(line))
  }

  /**
   * For each reference that was not found, by its column's key: null where an earlier row has that name, or else its
   * error.
   */
  awaited({ line, errors }: ReadRow): ReadonlyMap<string, FieldError | null> {
    const found = new Map<string, FieldError | null>()
    for (const { key, value, error } of errors) {
      const field = this.#fields.get(key)
      if (!field || error.key !== 'ref_unknown') continue
      const above = namesInCell(this.#context, field, value).map((text) => ({ text, count: this.#above(line, text) }))
      const many = above.find(({ count }) => count > 1)
      if (many) found.set(key, { key: 'ref_ambiguous', params: { text: many.text.slice(0, 80), count: many.count } })
      // Some of several names in a cell may exist already; a name that is in neither the catalogue nor the file is
      // reported when the row is saved.
      else if (above.some(({ count }) => count === 1)) found.set(key, null)
    }
    return found
  }

  #above(line: number, text: string): number {
    return [...(this.#lines.get(`${PREFIX}${plainName(text)}`) ?? [])].filter((other) => other < line).length
  }
}

/** A row during the checks. */
interface Candidate {
  readonly read: ReadRow
  readonly before: JsonObject | null
  readonly input: JsonObject
  /** It refers to earlier rows that are not saved yet: it can be tried only by saving. */
  readonly awaits: boolean
  record: { [field: string]: Json } | null
  /** Of a row with errors: the values without errors. */
  rest: { [field: string]: Json }
  errors: FieldErrors
  warnings: FieldErrors
  changes: Verdict['changes']
}

/**
 * Verifies rows of a file as saving would: read by the fields' types, references found, the first half of `save` run
 * (rules, rights, hooks), unique values checked against the database and the file. Queries are made for a whole batch.
 * Everything happens in a transaction that its caller rolls back.
 */
export class RowVerifier {
  readonly #context: RecordContext
  readonly #columns: readonly MatchedColumn[]
  readonly #references: ReferenceFinder
  readonly #known = new KnownReferences()
  readonly #targets: RowTargets
  readonly #keys: UniqueKeys
  readonly #names: NameIndex
  readonly #files: FileNames

  constructor(context: RecordContext, columns: readonly MatchedColumn[], references: ReferenceFinder, empties = false) {
    this.#context = context
    this.#columns = columns
    this.#references = references
    this.#known.trust(columns.flatMap(({ use }) => (use.kind === 'field' ? [use.field.name] : [])))
    this.#targets = new RowTargets(context, { columns, match: importOf(context).match, empties })
    this.#keys = new UniqueKeys(context)
    this.#names = new NameIndex(context)
    this.#files = new FileNames(context, references)
  }

  /** Adds already verified rows of the same file: their values may not be repeated, their names may be referred to. */
  learn(row: number, keys: readonly string[]): void {
    this.#keys.learn(row, keys)
    this.#files.learn(row, keys)
  }

  /** @param rehearse also saves each row without errors, so that only a change in between can refuse it later */
  async verify(write: Write, rows: readonly FileRow[], rehearse: boolean): Promise<readonly Verdict[]> {
    const read = await readRows(this.#context, write.tx, this.#columns, this.#references, rows)
    await this.#targets.find(write.tx, read)
    const befores: (JsonObject | null)[] = []
    for (const row of read) befores.push(await this.#targets.before(write.tx, row))
    const inputs = read.map((row, i) => ({
      input: this.#targets.input(row, befores[i] ?? null),
      before: befores[i] ?? null,
    }))
    await this.#known.prepare(this.#context, write.tx, inputs)
    const candidates: Candidate[] = []
    for (const [i, row] of read.entries()) candidates.push(await this.#judge(write, row, befores[i] ?? null))
    const keys = await this.#keys.of(
      write.tx,
      candidates.map(({ record, rest, before, read: { line } }) => ({
        line,
        record: record ?? rest,
        id: before?.id ?? null,
      })),
    )
    candidates.forEach((one, i) => {
      one.errors = { ...keys[i]?.errors, ...one.errors }
    })
    await this.#names.compare(write.tx, candidates)
    if (rehearse) await this.#rehearse(write, candidates)
    return candidates.map((one, i) => this.#verdictOf(one, keys[i]))
  }

  async #judge(write: Write, read: ReadRow, before: JsonObject | null): Promise<Candidate> {
    const missing = this.#targets.missing(read, before)
    const above = this.#files.awaited(read)
    const inCells = read.errors.flatMap(({ key, error }): [string, FieldError][] => {
      const other = above.get(key)
      return other === null ? [] : [[key, other ?? error]]
    })
    const errors: FieldErrors = { ...Object.fromEntries(inCells), ...(missing ? { id: missing } : {}) }
    const input = this.#targets.input(read, before)
    const awaits = [...above.values()].includes(null)
    const one: Candidate = { read, before, input, awaits, record: null, rest: {}, errors, warnings: {}, changes: {} }
    try {
      one.record = await recordToStore(this.#context, write, input, before, {}, this.#known.look)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const refused = Object.entries(importErrors(this.#context, error)).filter(
        ([key, { key: why }]) => why !== 'required' || above.get(key) !== null,
      )
      one.errors = { ...Object.fromEntries(refused), ...errors }
      one.rest = this.#rightValues(one)
    }
    if (one.record && before) this.#compare(one, before, one.record)
    one.warnings = { ...one.warnings, ...recoded(before ? Object.keys(one.changes) : Object.keys(read.texts), read) }
    if (Object.keys(one.errors).length === 0) this.#files.learn(read.line, this.#files.keysOf(one.record ?? one.rest))
    return one
  }

  #rightValues({ input, errors }: Candidate): { [field: string]: Json } {
    const { entity, runtime } = this.#context
    // A row refused as a whole was not checked value by value.
    if (Object.hasOwn(errors, WHOLE_ROW)) return {}
    return Object.fromEntries(
      Object.entries(canonicalRecord(entity, runtime.fieldTypes, input)).filter(
        ([name]) => !Object.hasOwn(errors, name),
      ),
    )
  }

  /** Notes what a row changes in its record; a new reference is called what the file calls it. */
  #compare(one: Candidate, before: JsonObject, record: JsonObject): void {
    const { entity, runtime } = this.#context
    const fields = changedFields(entity, runtime.fieldTypes, before, record)
    one.warnings = { [WHOLE_ROW]: { key: fields.length === 0 ? 'import_same' : 'import_changes' } }
    const changes = labelledChanges(fields, runtime.fieldTypes, before, record)
    one.changes = Object.fromEntries(
      Object.entries(changes).map(([name, change]) => {
        const field = entity.fields[name]
        const text = field?.ref || field?.refAny ? one.read.texts[name] : undefined
        return [name, text && 'to' in change ? { ...change, to_text: text } : change]
      }),
    )
  }

  async #rehearse(write: Write, candidates: readonly Candidate[]): Promise<void> {
    const right = candidates.filter(({ awaits, errors }) => !awaits && Object.keys(errors).length === 0)
    const tried = await saveEach(
      this.#context,
      write,
      right.map(({ input }) => input),
    )
    right.forEach((one, i) => {
      const error = tried[i]
      if (error instanceof AppError) one.errors = importErrors(this.#context, error)
    })
  }

  #verdictOf(
    { read, before, errors, warnings, changes, record, rest }: Candidate,
    keys: KeysOfRow | undefined,
  ): Verdict {
    const state = Object.keys(errors).length === 0 ? 'ok' : 'wrong'
    const names = state === 'ok' ? this.#files.keysOf(record ?? rest) : []
    const blanks = this.#targets.blanks(read, before)
    return { row: read.line, state, errors, warnings, changes, blanks, keys: [...(keys?.keys ?? []), ...names] }
  }
}

/**
 * Texts that were probably kept in the wrong encoding once: to be looked at, since a file of the house itself may have
 * such a text.
 */
const recoded = (keys: readonly string[], { texts }: ReadRow): FieldErrors =>
  Object.fromEntries(
    keys.flatMap((key): [string, FieldError][] => {
      const before = readTwice(texts[key] ?? '')
      return before === null ? [] : [[key, { key: 'import_recoded', params: { text: before.slice(0, 80) } }]]
    }),
  )
