import { sql, type RawBuilder } from 'kysely'
import { typeOf } from '../../../model/canonical'
import type { Field } from '../../../model/field'
import type { Json } from '../../../model/json'
import type { Tx } from '../../platform/database/database'
import type { RecordContext } from '../record-context'
import { idArray, readId, type RecordId } from '../record-id'
import { sqlTypeOf } from '../fields/row-columns'
import { within, type StoredRow } from './stored-row'
import { inScope } from '../fields/in-scope'
import { raisedIn } from './raised'

/** More in one statement gain nothing, and its values are held three times meanwhile. */
const ROWS_A_STATEMENT = 500

type Values = { readonly [field: string]: Json }

/** Inserts new rows in their order, each with values in some fields. See `insertRow`. */
export async function insertRows(
  context: RecordContext,
  tx: Tx,
  rows: readonly { readonly fields: readonly Field[]; readonly values: Values }[],
): Promise<readonly StoredRow[]> {
  const moment = sql`${context.now.toISOString()}::timestamptz`
  const stored: StoredRow[] = []
  for (const batch of batches(rows)) {
    const columns = [...new Set(batch.flatMap(({ fields }) => fields))]
    const own = batch.map(({ fields }) => new Set(fields))
    // A row without a value of its own takes the column's default, as it would alone.
    const lists = columns.map((field) =>
      list(
        context,
        field,
        batch.map(({ values }, at) => (own[at]?.has(field) ? values[field.name] : field.default) ?? null),
      ),
    )
    const names = columns.map(({ name }) => sql.id(name))
    const { rows: put } = await sql<StoredRow>`insert into ${sql.table(context.entity.name)} as t
        (${sql.join([...names, sql`date_created`, sql`date_updated`])})
      select ${sql.join([...columns.map((_, at) => sql.ref(`v.c${at}`)), moment, moment])}
      from ${unnest([sql`${batch.map((_, at) => at)}::int[]`, ...lists], ['place'])} order by v.place
      returning t.id, ${within(context)} as within`.execute(tx)
    stored.push(...put)
  }
  return stored
}

/**
 * Changes the same fields of some rows; rows that have another version by now, or are outside the writer's scope, are
 * missing in the answer. See `updateRow`.
 */
export async function updateRows(
  context: RecordContext,
  tx: Tx,
  fields: readonly Field[],
  rows: readonly { readonly id: RecordId; readonly version: number; readonly values: Values }[],
): Promise<ReadonlyMap<RecordId, StoredRow>> {
  const { entity } = context
  const stored = new Map<RecordId, StoredRow>()
  for (const batch of batches(rows)) {
    const lists = fields.map((field) =>
      list(
        context,
        field,
        batch.map(({ values }) => values[field.name] ?? null),
      ),
    )
    const sets = [
      ...fields.map(({ name }, at) => sql`${sql.id(name)} = ${sql.ref(`v.c${at}`)}`),
      raisedIn('t', context.now),
    ]
    const named = [
      idArray(
        entity,
        batch.map(({ id }) => id),
      ),
      sql`${batch.map(({ version }) => version)}::int[]`,
    ]
    const { rows: put } = await sql<StoredRow>`update ${sql.table(entity.name)} as t set ${sql.join(sets)}
      from ${unnest([...named, ...lists], ['id', 'version'])}
      where t.id = v.id and t.version = v.version and ${inScope(context, 't', { use: 'write' })}
      returning t.id, ${within(context)} as within`.execute(tx)
    for (const row of put) stored.set(readId(entity, row.id), row)
  }
  return stored
}

/**
 * The values of a column as one parameter: a parameter for each cell costs the driver and PostgreSQL as much as the
 * rows.
 */
function list({ runtime }: RecordContext, field: Field, values: readonly Json[]): RawBuilder<unknown> {
  if (typeOf(field, runtime.fieldTypes).writeOnly) {
    throw new Error(`The field ${field.name} is hashed or sealed: it is stored with a single record only.`)
  }
  const type = sqlTypeOf(runtime.fieldSql, field)
  return sql`${values.map((value) => (value === null ? null : type.encode(value, field)))}::${sql.raw(type.column(field))}[]`
}

/** Lists side by side as rows called `v`: the first have names, the others are `c0`, `c1` ... */
function unnest(lists: readonly RawBuilder<unknown>[], first: readonly string[]): RawBuilder<unknown> {
  const names = lists.map((_, at) => sql.id(first[at] ?? `c${at - first.length}`))
  return sql`unnest(${sql.join(lists)}) as v (${sql.join(names)})`
}

function* batches<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) yield rows.slice(from, from + ROWS_A_STATEMENT)
}
