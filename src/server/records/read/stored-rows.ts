import { sql, type RawBuilder } from 'kysely'
import type { Field } from '../../../model/field'
import type { Json } from '../../../model/json'
import type { Tx } from '../../database/database'
import type { RecordContext } from '../record-context'
import { readId, type RecordId } from '../record-id'
import { sqlTypeOf } from './row-columns'
import { storedCells, within, type StoredRow } from '../write/stored-row'
import { inScope } from './in-scope'

/** A few thousand parameters: PostgreSQL accepts 65,535 in a statement. */
const ROWS_A_STATEMENT = 500

type Values = { readonly [field: string]: Json }

/** Inserts new rows in their order, each with values in some fields. See `insertRow`. */
export async function insertRows(
  context: RecordContext, tx: Tx, rows: readonly { readonly fields: readonly Field[]; readonly values: Values }[],
): Promise<readonly StoredRow[]> {
  const moment = context.now.toISOString()
  const stored: StoredRow[] = []
  for (const batch of batches(rows)) {
    const columns = [...new Set(batch.flatMap(({ fields }) => fields))]
    const names = [...columns.map(({ name }) => name), 'date_created', 'date_updated']
    const lines: RawBuilder<unknown>[] = []
    for (const { fields, values } of batch) {
      const cells = new Map(await storedCells(context, fields, values))
      // A row without a value of its own in a column takes the column's default, as it would alone.
      lines.push(sql`(${sql.join([...columns.map(({ name }) => cells.get(name) ?? sql`default`), sql`${moment}`, sql`${moment}`])})`)
    }
    // PostgreSQL returns the rows of a VALUES list in the list's order.
    const { rows: put } = await sql<StoredRow>`insert into ${sql.table(context.entity.name)} as t (${sql.join(names.map((name) => sql.id(name)))})
      values ${sql.join(lines)} returning t.id, ${within(context)} as within`.execute(tx)
    stored.push(...put)
  }
  return stored
}

/**
 * Changes the same fields of some rows; rows that have another version by now, or are outside the writer's scope, are missing in the answer. See `updateRow`.
 */
export async function updateRows(
  context: RecordContext,
  tx: Tx,
  fields: readonly Field[],
  rows: readonly { readonly id: RecordId; readonly version: number; readonly values: Values }[],
): Promise<ReadonlyMap<RecordId, StoredRow>> {
  const { entity, runtime } = context
  const types = fields.map((field) => sql.raw(sqlTypeOf(runtime.fieldSql, field).column(field)))
  const names = fields.map((_, at) => `c${at}`)
  const stored = new Map<RecordId, StoredRow>()
  for (const batch of batches(rows)) {
    const lines: RawBuilder<unknown>[] = []
    for (const { id, version, values } of batch) {
      const cells = await storedCells(context, fields, values)
      const typed = cells.map(([, value], at) => sql`(${value})::${types[at]}`)
      lines.push(sql`(${sql.join([sql`${id}::${entity.key ? sql`text` : sql`int`}`, sql`${version}::int`, ...typed])})`)
    }
    const sets = [
      ...fields.map(({ name }, at) => sql`${sql.id(name)} = ${sql.ref(`v.${names[at]}`)}`),
      sql`version = t.version + 1`,
      sql`date_updated = ${context.now.toISOString()}`,
    ]
    const { rows: put } = await sql<StoredRow>`update ${sql.table(entity.name)} as t set ${sql.join(sets)}
      from (values ${sql.join(lines)}) as v (id, version, ${sql.join(names.map((name) => sql.id(name)))})
      where t.id = v.id and t.version = v.version and ${inScope(context, 't', { use: 'write' })}
      returning t.id, ${within(context)} as within`.execute(tx)
    for (const row of put) stored.set(readId(entity, row.id), row)
  }
  return stored
}

function* batches<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) yield rows.slice(from, from + ROWS_A_STATEMENT)
}
