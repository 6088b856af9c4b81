import { sql, type RawBuilder } from 'kysely'
import { typeOf } from '../../../model/canonical'
import { isObject, type Json, type JsonObject } from '../../../model/json'
import type { RecordContext } from '../record-context'
import { daysField } from './days-in'
import { filterCondition } from './filter-condition'
import { all, living } from '../fields/in-scope'
import { readFilters } from './list-request'
import { defaultOrder } from './row-order'
import { seenFields } from '../fields/seen-fields'

/** A period that one of so many newest rows is in is soon met along the ids, from the newest on. */
const NEWEST = 2_000
/** Rows of a period whose ids are looked at in its index alone (350,000 in 40 ms); of more, they are met along the ids one by one. */
const [MAX_OF_NEWEST, MAX_OF_OTHERS] = [50_000, 500_000]

/**
 * Looks up, in the index of the period alone, between which ids the rows of a period are, where a large table is listed by its ids: PostgreSQL knows nothing
 * of ids that grow with time, so that for a month of last year it walked over all rows since (240 ms at a million). Which rows are found stays the same.
 */
export async function withDays(context: RecordContext, query: JsonObject): Promise<RecordContext> {
  const { entity, runtime: { database: { db } } } = context
  const isListed = entity.size === 'large' && entity.key === undefined && (query.order_col ?? defaultOrder(context).key) === 'id'
  const period = isListed ? periodOf(context, query) : null
  if (!period) return context
  const [table, condition] = [sql.table(entity.name), all(period.conditions)]
  const newest = await sql<{ met: boolean }>`select exists (select 1 from (select t.* from ${table} as t where ${living('t')} order by t.id desc limit ${NEWEST}) as t where ${condition}) as met`.execute(db)
  const max = newest.rows[0]?.met ? MAX_OF_NEWEST : MAX_OF_OTHERS
  const { rows: [ids] } = await sql<{ first: number | null; last: number | null; n: number }>`select min(c.id) as first, max(c.id) as last, count(*)::int as n
    from (select t.id from ${table} as t where ${living('t')} and ${condition} limit ${max + 1}) as c`.execute(db)
  if (!ids || ids.n > max) return context
  return { ...context, daysIn: { key: period.key, ids: ids.first === null || ids.last === null ? null : [ids.first, ids.last] } }
}

/** The first field that is asked for between two moments or days; null: there is none, or a rule hides the field from some rows. */
function periodOf(context: RecordContext, query: JsonObject): { readonly key: string; readonly conditions: readonly RawBuilder<boolean>[] } | null {
  const asked: readonly (readonly [string, JsonObject])[] = [
    [daysField(context), { gte: query.date_from ?? null, lte: query.date_to ?? null }],
    ...Object.entries(readFilters(query)).flatMap(([key, value]) => (isObject(value) ? [[key, value] as const] : [])),
  ]
  for (const [key, value] of asked) {
    const field = Object.hasOwn(context.entity.fields, key) ? context.entity.fields[key] : undefined
    if (!field || field.virtual || field.dynamic || seenFields(context).fields.get(key) !== null) continue
    const isPeriod = isAsked(value.gte ?? value.gt) && isAsked(value.lte ?? value.lt)
    if (isPeriod && (field.type === 'date' || typeOf(field, context.runtime.fieldTypes).isMoment))
      return { key, conditions: Object.entries(value).map(([op, at]) => filterCondition(context, key, { [op]: at })) }
  }
  return null
}

const isAsked = (value: Json | undefined): boolean => value !== undefined && value !== null && value !== ''
