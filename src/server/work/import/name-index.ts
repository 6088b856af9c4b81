import { sql } from 'kysely'
import { fold } from '../../../model/values/fold'
import { WHOLE_ROW } from '../../../model/import-answer'
import type { Json, JsonObject } from '../../../model/json'
import { represent } from '../../../model/represent'
import type { Tx } from '../../platform/database/database'
import type { RecordContext } from '../../records/record-context'
import { RowColumns, type Row } from '../../records/fields/row-columns'
import { representFields } from '../../../model/search-fields'
import { inScope } from '../../records/fields/in-scope'
import type { FieldErrors } from './staged-rows'

/** Larger catalogues are compared by their unique values alone. */
const MAX_NAMES = 20_000

/** Names of the file's new rows and of the existing records: duplicates get a warning, they are not refused. */
export class NameIndex {
  readonly #context: RecordContext
  /** Name → the row of the file, or 0 for an existing record. */
  #names: Map<string, number> | null = null

  constructor(context: RecordContext) {
    this.#context = context
  }

  /** Puts a warning on each row for a new record whose name is taken. */
  async compare(
    tx: Tx,
    rows: {
      readonly read: { readonly line: number }
      readonly before: JsonObject | null
      readonly record: JsonObject | null
      readonly errors: FieldErrors
      warnings: FieldErrors
    }[],
  ): Promise<void> {
    const names = (this.#names ??= await this.#readAll(tx))
    for (const one of rows) {
      // A duplicate of a unique name is reported as an error of its own.
      if (one.before || !one.record || representFields(this.#context.entity).some((name) => one.errors[name])) continue
      const name = this.#nameOf(one.record)
      if (name === null) continue
      const other = names.get(name)
      if (other === undefined) names.set(name, one.read.line)
      else if (other === 0) one.warnings = { ...one.warnings, [WHOLE_ROW]: { key: 'import_similar' } }
      else if (other !== one.read.line)
        one.warnings = { ...one.warnings, [WHOLE_ROW]: { key: 'import_similar_row', params: { row: other } } }
    }
  }

  /** A record's label, folded; null where it is only a number, or contains a reference. */
  #nameOf(record: JsonObject): string | null {
    const { entity } = this.#context
    const fields = representFields(entity)
    if (fields.length === 0 || fields.some((name) => entity.fields[name]?.ref || name === 'id')) return null
    const text = represent(entity, record)
    return text.startsWith('#') ? null : fold(text)
  }

  async #readAll(tx: Tx): Promise<Map<string, number>> {
    const { entity, runtime } = this.#context
    const row = new RowColumns(runtime.fieldSql)
    const reads = representFields(entity).flatMap((name) => {
      const field = entity.fields[name]
      return field && !field.virtual ? [[name, row.field('t', field)] as const] : []
    })
    if (reads.length === 0) return new Map()
    const { rows } = await sql<Row>`select ${sql.join(row.columns)} from ${sql.table(entity.name)} as t
      where ${inScope(this.#context)} limit ${MAX_NAMES + 1}`.execute(tx)
    if (rows.length > MAX_NAMES) return new Map()
    return new Map(
      rows.flatMap((found): [string, number][] => {
        const record: { [name: string]: Json } = Object.fromEntries(reads.map(([name, read]) => [name, read(found)]))
        const name = this.#nameOf(record)
        return name === null ? [] : [[name, 0]]
      }),
    )
  }
}
