import { sql, type RawBuilder } from 'kysely'
import { typeOf } from '../../../model/canonical'
import { isObject, type JsonObject } from '../../../model/json'
import { readAskedArea } from '../../../model/values/asked-area'
import { parsedObject } from '../json-object'
import type { RecordContext } from '../record-context'
import { inArea, type ManyIn } from './area-filter'
import { askedColumn } from './asked-column'
import { living } from '../fields/in-scope'
import { SAMPLED } from './search-sample'
import { seenFields } from '../fields/seen-fields'

/** Rows of an area that are gathered and sorted; of more, a list's rows are met along its order. */
const MAX_GATHERED = 2_000
/** An area with so many of the newest rows is met everywhere. */
const EVERYWHERE_OF_SAMPLE = 100

/**
 * Looks up, in the index of places alone (1 ms), which of the areas that a large table is filtered by have many rows:
 * it decides which way is taken to the rows, never which rows are found.
 */
export async function withAreas(context: RecordContext, query: JsonObject): Promise<RecordContext> {
  if (context.entity.size !== 'large') return context
  const asked = Object.entries(parsedObject(query.filters) ?? {}).flatMap(([key, value]) => {
    const read = isObject(value) && value.area !== undefined ? readAskedArea(value.area) : null
    // Where a rule hides it from some rows, no index has the value as it is seen.
    const column =
      read && 'ring' in read && seenFields(context).fields.get(key) === null ? askedColumn(context, key) : null
    const isPoint = column !== null && typeOf(column.field, context.runtime.fieldTypes).place === 'point'
    return isPoint && read && 'ring' in read ? [{ key, condition: inArea(column.column, read.ring) }] : []
  })
  const many = await Promise.all(
    asked.map(async ({ key, condition }) => [key, await manyIn(context, condition)] as const),
  )
  return asked.length === 0
    ? context
    : { ...context, manyIn: new Map(many.flatMap(([key, how]) => (how ? [[key, how] as const] : []))) }
}

async function manyIn(
  {
    entity,
    runtime: {
      database: { db },
    },
  }: RecordContext,
  condition: RawBuilder<boolean>,
): Promise<ManyIn | null> {
  const table = sql.table(entity.name)
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from (select 1 from ${table} as t where ${living('t')} and ${condition}
    limit ${MAX_GATHERED + 1}) as c`.execute(db)
  if ((rows[0]?.n ?? 0) <= MAX_GATHERED) return null
  const newest = await sql<{
    n: number
  }>`select count(*)::int as n from (select * from ${table} order by id desc limit ${SAMPLED}) as t
    where ${condition}`.execute(db)
  return (newest.rows[0]?.n ?? 0) < EVERYWHERE_OF_SAMPLE ? 'some' : 'everywhere'
}
