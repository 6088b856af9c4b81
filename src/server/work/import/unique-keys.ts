import type { Field } from '../../../model/field'
import type { FieldError } from '../../../model/field-type'
import type { Json, JsonObject } from '../../../model/json'
import type { Tx } from '../../platform/database/database'
import { all, withinScope } from '../../records/fields/in-scope'
import type { RecordContext } from '../../records/record-context'
import { holdersOf, uniqueGroups } from '../../records/write/unique-holders'
import type { FieldErrors } from './staged-rows'

export interface KeysOfRow {
  /** One text for each group of fields that the row has values of. */
  readonly keys: readonly string[]
  readonly errors: FieldErrors
}

interface ImportedRow {
  readonly line: number
  /** The record as it would be stored; for a row with errors its valid values. */
  readonly record: JsonObject
  /** The record that it changes. */
  readonly id: Json
}

/**
 * Unique values: those of rows in the asker's scope and of the file. What rows out of scope hold is found by saving,
 * which counts it (`assertNotElsewhere`).
 */
export class UniqueKeys {
  readonly #context: RecordContext
  readonly #groups: readonly (readonly Field[])[]
  readonly #lines = new Map<string, number>()

  constructor(context: RecordContext) {
    this.#context = context
    const { id } = context.entity.fields
    // An id that users give is unique like any other unique value.
    this.#groups = [...(context.entity.key && id ? [[id]] : []), ...uniqueGroups(context.entity)]
  }

  learn(line: number, keys: readonly string[]): void {
    for (const key of keys) if (!this.#lines.has(key)) this.#lines.set(key, line)
  }

  /** One for each row; among rows with the same values the first has them. */
  async of(tx: Tx, rows: readonly ImportedRow[]): Promise<readonly KeysOfRow[]> {
    const found = rows.map(() => ({ keys: [] as string[], errors: {} as { [key: string]: FieldError } }))
    for (const [group, fields] of this.#groups.entries()) {
      const asked = rows.flatMap(({ line, record, id }, i) => {
        const values = fields.map(({ name }) => record[name] ?? null)
        return values.includes(null) ? [] : [{ i, line, id, values }]
      })
      const holders = await holdersOf(
        this.#context,
        tx,
        fields,
        asked.map(({ values }) => values),
        all(withinScope(this.#context, 't', 'read')),
      )
      asked.forEach(({ i, line, id }, at) => {
        const [holder, row] = [holders[at], found[i]]
        if (!holder || !row) return
        const key = `${group}:${holder.key}`
        this.learn(line, [key])
        const first = this.#lines.get(key) ?? line
        const isTaken = holder.id !== null && String(holder.id) !== String(id)
        const error: FieldError | null = isTaken
          ? { key: 'unique' }
          : first === line
            ? null
            : { key: 'import_twice', params: { row: first } }
        row.keys.push(key)
        if (error) for (const { name } of fields) row.errors[name] = error
      })
    }
    return found
  }
}
