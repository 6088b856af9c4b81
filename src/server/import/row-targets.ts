import { sql } from 'kysely'
import type { ValueFault } from '../../model/field-type'
import type { JsonObject } from '../../model/json'
import type { Tx } from '../database/database'
import type { MatchedColumn } from '../load/match-columns'
import { RecordMatcher } from '../load/match-records'
import type { ReadRow } from '../load/read-row'
import type { RecordContext } from '../records/record-context'
import { idArray } from '../records/record-id'
import type { Row } from '../records/row-columns'
import { everyColumn } from '../records/wire-columns'
import { withinReach } from '../records/within-reach'
import { importOf } from './import-columns'

/** Which record each row of a file is about: the one its `id` names, else the one that has its values of `match`, else a new one. */
export class RowTargets {
  readonly #context: RecordContext
  readonly #matcher: RecordMatcher | null
  #there = new Map<string, JsonObject>()

  constructor(context: RecordContext, columns: readonly MatchedColumn[]) {
    this.#context = context
    this.#matcher = RecordMatcher.by(context, columns, importOf(context).match)
  }

  /** The records of a batch as they are, by the line of their row, in two queries. */
  async find(tx: Tx, rows: readonly ReadRow[]): Promise<ReadonlyMap<number, JsonObject>> {
    await this.#matcher?.lookUp(
      tx,
      rows.filter(({ input }) => input.id === undefined),
    )
    const named = rows.flatMap((row) => {
      const id = this.#idOf(row)
      return id === null ? [] : [{ line: row.line, id }]
    })
    this.#there = await this.#read(tx, [...new Set(named.map(({ id }) => id))])
    return new Map(
      named.flatMap(({ line, id }) => {
        const record = this.#there.get(id)
        return record ? [[line, record] as const] : []
      }),
    )
  }

  /** What is wrong with the `id` that a row names: nothing where people give the ids, since it may be a new one. */
  missing({ input }: ReadRow): ValueFault | null {
    if (this.#context.entity.key || input.id === undefined || this.#there.has(String(input.id))) return null
    return { key: 'import_not_there' }
  }

  /** The input of the row's write: an empty cell leaves a new record's field at its default, and empties that of one that is there. */
  input({ input }: ReadRow, before: JsonObject | null): JsonObject {
    const { id, ...cells } = input
    if (before !== null) return { ...cells, id: before.id ?? null }
    const given = Object.fromEntries(Object.entries(cells).filter(([, value]) => value !== null))
    // What was new when it was verified changes no record that somebody made since.
    return this.#context.entity.key && id !== undefined ? { ...given, id, version: 0 } : given
  }

  #idOf(row: ReadRow): string | null {
    const id = row.input.id ?? this.#matcher?.idOf(row) ?? null
    return id === null ? null : String(id)
  }

  async #read(tx: Tx, ids: readonly string[]): Promise<Map<string, JsonObject>> {
    const { entity } = this.#context
    const asked = entity.key ? ids.filter((id) => !id.includes('\0')) : ids.filter((id) => /^\d{1,9}$/.test(id)).map(Number)
    if (asked.length === 0) return new Map()
    const { columns, joins, decode } = everyColumn(this.#context)
    const { rows } = await sql<Row>`select ${columns} from ${sql.table(entity.name)} as t ${joins}
      where t.id = any(${idArray(entity, asked)}) and ${withinReach(this.#context, 't', { use: 'write' })}`.execute(
      tx,
    )
    return new Map(rows.map(decode).map((record) => [String(record.id), record]))
  }
}
