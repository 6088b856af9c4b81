import { fieldSql } from '../../../fields/sql'
import type { Entity } from '../../../model/entity'
import type { JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'
import { represent } from '../../../model/represent'
import { writeLog, type LogEntry } from '../../language/audit'
import type { Database, Tx } from '../../platform/database/database'
import { refsFields, writeRefs } from '../../records/relations/write-refs'
import { sqlTypeOf } from '../../records/fields/row-columns'

/** PostgreSQL takes at most 65,535 parameters in a statement. */
const MAX_PARAMS = 60_000
const ROWS_A_STATEMENT = 1000
/** Rows that are written or rolled back together; a large demo also reports its progress at each of these. */
const ROWS_A_TRANSACTION = 20_000

/** Puts demo records into the tables, each with its line in the activity log. */
export interface DemoWriter {
  /** The user recorded as the author of what follows; null: the system. */
  by: number | null
  /** Writes records made one after another by `recordOf` and returns their ids in the same order. */
  insert(entity: string, count: number, recordOf: (index: number) => JsonObject): Promise<number[]>
  written(): number
}

export function demoWriter(database: Database, model: Model, log: (line: string) => void): DemoWriter {
  let written = 0
  const writer: DemoWriter = {
    by: null,
    written: () => written,
    insert: async (name, count, recordOf) => {
      const entity = model.entities[name]
      if (!entity) throw new Error(`The demo needs the entity ${name}.`)
      const ids: number[] = []
      while (ids.length < count) {
        const from = ids.length
        const records = Array.from({ length: Math.min(ROWS_A_TRANSACTION, count - from) }, (_, index) =>
          recordOf(from + index),
        )
        ids.push(...(await database.transaction((tx) => insertRecords(tx, model, entity, records, writer.by))))
        if (count > ROWS_A_TRANSACTION) log(`${name}: ${ids.length} / ${count}`)
      }
      written += ids.length
      return ids
    },
  }
  return writer
}

async function insertRecords(
  tx: Tx,
  model: Model,
  entity: Entity,
  records: readonly JsonObject[],
  by: number | null,
): Promise<number[]> {
  const defaults = Object.values(entity.fields).flatMap(({ name, system, default: value }) =>
    system || value === undefined ? [] : [name],
  )
  const several = refsFields(entity)
  const named = new Set(records.flatMap((record) => Object.keys(record)))
  const columns = [...new Set([...defaults, ...named])].filter((name) => !several.some((field) => field.name === name))
  const size = Math.max(1, Math.min(ROWS_A_STATEMENT, Math.floor(MAX_PARAMS / (columns.length + 1))))
  const ids: number[] = []
  for (let from = 0; from < records.length; from += size) {
    const some = records.slice(from, from + size)
    const rows = await tx
      .insertInto(entity.name)
      .values(some.map((record) => encoded(entity, columns, record)))
      .returning('id')
      .execute()
    const made = rows.map(({ id }) => Number(id))
    const chosen = several.filter(({ name }) => named.has(name))
    for (const [index, record] of chosen.length > 0 ? some.entries() : [])
      await writeRefs(tx, chosen, made[index] ?? 0, record, model)
    await writeLog(tx, ...some.map((record, index) => created(entity, { ...record, id: made[index] ?? 0 }, by)))
    ids.push(...made)
  }
  return ids
}

function encoded(entity: Entity, columns: readonly string[], record: JsonObject): { [column: string]: unknown } {
  const row: { [column: string]: unknown } = {}
  for (const column of columns) {
    const field = entity.fields[column]
    if (!field) throw new Error(`The demo writes ${entity.name}.${column}, but that entity has no such field.`)
    const value = column in record ? (record[column] ?? null) : (field.default ?? null)
    row[column] = value === null ? null : sqlTypeOf(fieldSql, field).encode(value, field)
  }
  // A demo row was last changed when it was created.
  row.date_updated = row.date_created
  return row
}

function created(entity: Entity, record: JsonObject, by: number | null): LogEntry {
  const date = typeof record.date_created === 'string' ? new Date(record.date_created) : new Date()
  return {
    id_user: by,
    type_log: 'create',
    target: entity.name,
    id_target: Number(record.id),
    title: represent(entity, record),
    platform: 'web',
    id_session: null,
    date,
  }
}
