import { sql } from 'kysely'
import { canonicalRecord } from '../../../model/canonical'
import type { Field } from '../../../model/field'
import type { FieldError } from '../../../model/field-type'
import type { Json, JsonObject } from '../../../model/json'
import type { Tx } from '../../platform/database/database'
import type { RecordContext } from '../../records/record-context'
import { idArray, type RecordId } from '../../records/record-id'
import type { Row } from '../../records/fields/row-columns'
import { everyColumn } from '../../records/read/wire-columns'
import { inScope } from '../../records/fields/in-scope'
import { cellKeyOf, type ReadRow } from './read-row'
import type { FileColumns } from './match-columns'
import { holdersOf } from '../../records/write/unique-holders'

/**
 * Finds the record of each row of a file: the one its `id` names, else the one that has its values of `match`, else a
 * new one.
 */
export class RowTargets {
  readonly #context: RecordContext
  /** Fields that no two living records share; none where the file lacks one of them. */
  readonly #match: readonly Field[]
  readonly #empties: boolean
  /** Columns of one part of a value, with the value's field. */
  readonly #parts: ReadonlyMap<string, string>
  readonly #ids = new Map<string, RecordId>()
  readonly #there = new Map<string, JsonObject>()
  /** Records that rows of this batch wrote since they were looked up. */
  readonly #written = new Set<string>()

  constructor(context: RecordContext, { columns, match, empties }: FileColumns) {
    this.#context = context
    this.#empties = empties
    this.#parts = new Map(
      columns.flatMap((column) =>
        column.use.kind === 'part' ? [[cellKeyOf(column), column.use.field.name] as const] : [],
      ),
    )
    const named = new Set(columns.map(cellKeyOf))
    this.#match = match.every((name) => named.has(name))
      ? match.flatMap((name) => context.entity.fields[name] ?? [])
      : []
  }

  /** Looks up the records of a batch, in two queries; values are compared as their unique index compares them. */
  async find(tx: Tx, rows: readonly ReadRow[]): Promise<void> {
    const keys = [...new Set(rows.flatMap((row) => this.#matchedBy(row) ?? []))]
    const values = keys.map((key) => JSON.parse(key) as Json[])
    const holders = await holdersOf(
      this.#context,
      tx,
      this.#match,
      values,
      inScope(this.#context, 't', { use: 'write' }),
    )
    holders.forEach(({ id }, i) => {
      if (id !== null) this.#ids.set(keys[i] ?? '', id)
    })
    this.#there.clear()
    this.#written.clear()
    await this.#read(
      tx,
      rows.flatMap((row) => this.#idOf(row) ?? []),
    )
  }

  /** The existing record of a row; null: the row creates one. */
  async before(tx: Tx, row: ReadRow): Promise<JsonObject | null> {
    const id = this.#idOf(row)
    if (id === null) return null
    if (this.#written.delete(id)) await this.#read(tx, [id])
    return this.#there.get(id) ?? null
  }

  /** What names a row's record, where something does: its id, else its values of `match`. */
  named(row: ReadRow): string | null {
    return this.#idOf(row) ?? this.#matchedBy(row)
  }

  /** Notes a saved row: a later row of the same record changes what it wrote. */
  learn(row: ReadRow, id: RecordId): void {
    const key = this.#matchedBy(row)
    if (key !== null) this.#ids.set(key, id)
    this.#written.add(String(id))
  }

  /** The error of a row's `id`: none where users give the ids, since it may be a new one. */
  missing({ input }: ReadRow, before: JsonObject | null): FieldError | null {
    return this.#context.entity.key || input.id === undefined || before !== null ? null : { key: 'import_not_there' }
  }

  /**
   * The input of the row's write: a blank cell leaves the field of a new record at its default, and that of an existing
   * one as it is or empties it.
   */
  input({ input }: ReadRow, before: JsonObject | null): JsonObject {
    const { id, ...cells } = input
    if (before !== null) {
      const left = this.#empties
        ? Object.entries(cells)
        : Object.entries(cells).filter(([key, value]) => value !== null || this.#isPartOfGiven(key, cells))
      return { ...Object.fromEntries(left), id: before.id ?? null }
    }
    const given: { [field: string]: Json } = {}
    for (const key of Object.keys(cells)) if (cells[key] !== null) given[key] = cells[key] ?? null
    // A row that was new when verified does not change a record created since.
    return this.#context.entity.key && id !== undefined ? { ...given, id, version: 0 } : given
  }

  /** How many values of its record have a blank cell in the row. */
  blanks({ input }: ReadRow, before: JsonObject | null): number {
    if (before === null) return 0
    return Object.keys(input).filter(
      (key) => input[key] === null && (before[key] ?? null) !== null && !this.#isPartOfGiven(key, input),
    ).length
  }

  /** A latitude without its longitude is no place that stays: the parts of one value are given together. */
  #isPartOfGiven(key: string, cells: JsonObject): boolean {
    const field = this.#parts.get(key)
    return (
      field !== undefined && [...this.#parts].some(([other, of]) => of === field && (cells[other] ?? null) !== null)
    )
  }

  #idOf(row: ReadRow): string | null {
    const id = row.input.id ?? this.#ids.get(this.#matchedBy(row) ?? '') ?? null
    if (id === null) return null
    return this.#context.entity.key ? String(id) : String(id).replace(/^0+(?=\d)/, '')
  }

  /** The values that a row is matched by, as one text. */
  #matchedBy({ input }: ReadRow): string | null {
    if (this.#match.length === 0 || input.id !== undefined) return null
    const record = canonicalRecord(this.#context.entity, this.#context.runtime.fieldTypes, input)
    const values = this.#match.map(({ name }) => record[name] ?? null)
    return values.includes(null) ? null : JSON.stringify(values)
  }

  async #read(tx: Tx, ids: readonly string[]): Promise<void> {
    const { entity } = this.#context
    const asked = new Set(ids.filter((id) => (entity.key ? !id.includes('\0') : /^\d{1,9}$/.test(id))))
    if (asked.size === 0) return
    const { columns, joins, decode } = everyColumn(this.#context)
    const { rows } = await sql<Row>`select ${columns} from ${sql.table(entity.name)} as t ${joins}
      where t.id = any(${idArray(entity, [...asked])}) and ${inScope(this.#context, 't', { use: 'write' })}`.execute(tx)
    for (const record of rows.map(decode)) this.#there.set(String(record.id), record)
  }
}
