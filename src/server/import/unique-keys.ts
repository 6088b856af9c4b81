import { sql } from 'kysely'
import type { Field } from '../../model/field'
import type { Json, JsonObject } from '../../model/json'
import type { Tx } from '../database/database'
import { holdersOf, uniqueGroups } from '../load/unique-holders'
import type { RecordContext } from '../records/record-context'
import type { Faults } from './staged-rows'

export interface KeysOfRow {
  /** One text for each group of fields that the row has values of. */
  readonly keys: readonly string[]
  readonly faults: Faults
}

interface Asked {
  readonly line: number
  /** The record as it would stand; of a row that is wrong what is right of it. */
  readonly record: JsonObject
  /** The record that it changes. */
  readonly id: Json
}

/** Values that may occur once: in the whole table, whoever's rows they are, and in the file. */
export class UniqueKeys {
  readonly #context: RecordContext
  readonly #groups: readonly (readonly Field[])[]
  readonly #lines = new Map<string, number>()

  constructor(context: RecordContext) {
    this.#context = context
    const { id } = context.entity.fields
    // An id that people give is there once like any unique value.
    this.#groups = [...(context.entity.key && id ? [[id]] : []), ...uniqueGroups(context.entity)]
  }

  learn(line: number, keys: readonly string[]): void {
    for (const key of keys) if (!this.#lines.has(key)) this.#lines.set(key, line)
  }

  /** One for each row; of rows with the same values the first has them. */
  async of(tx: Tx, rows: readonly Asked[]): Promise<readonly KeysOfRow[]> {
    const found = rows.map(() => ({ keys: [] as string[], faults: {} as { [key: string]: Faults[string] } }))
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
        sql`true`,
      )
      asked.forEach(({ i, line, id }, at) => {
        const holder = holders[at]
        const row = found[i]
        if (!holder || !row) return
        const key = `${group}:${holder.key}`
        const first = this.#lines.get(key)
        row.keys.push(key)
        if (first === undefined) this.#lines.set(key, line)
        else if (first !== line) put(row.faults, fields, { key: 'import_twice', params: { row: first } })
        if (holder.id !== null && String(holder.id) !== String(id)) put(row.faults, fields, { key: 'unique' })
      })
    }
    return found
  }
}

function put(faults: { [key: string]: Faults[string] }, fields: readonly Field[], fault: Faults[string]): void {
  for (const { name } of fields) faults[name] = fault
}
