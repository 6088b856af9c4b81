import { sql, type RawBuilder } from 'kysely'
import { typeOf } from '../../../model/canonical'
import { isObject, type Json, type JsonObject } from '../../../model/json'
import type { RecordContext } from '../record-context'
import { daysField } from './days-in'
import { all, living } from '../fields/in-scope'
import type { Query } from './query'
import { byDays } from './read-query'
import { defaultOrder } from './row-order'
import { seenFields } from '../fields/seen-fields'

/** A period that one of so many newest rows is in is soon met along the ids, from the newest on. */
const NEWEST = 2_000
/**
 * Rows of a period whose ids are looked at in its index alone (350,000 in 40 ms); of more, they are met along the ids
 * one by one.
 */
const [MAX_OF_NEWEST, MAX_OF_OTHERS] = [50_000, 500_000]

/**
 * Looks up, in the index of the period alone, between which ids the rows of a period are, where a large table is listed
 * by its ids: PostgreSQL knows nothing of ids that grow with time, so that for a month of last year it walked over all
 * rows since (240 ms at a million). Which rows are found stays the same.
 */
export async function withDays(context: RecordContext, query: Query, order: Json | undefined): Promise<Query> {
  const {
    entity,
    runtime: {
      database: { db },
    },
  } = context
  const isListed = entity.size === 'large' && entity.key === undefined && (order ?? defaultOrder(context).key) === 'id'
  const period = isListed ? periodOf(context, query) : null
  if (!period) return query
  const [table, condition] = [sql.table(entity.name), all(period.conditions)]
  const newest = await sql<{
    met: boolean
  }>`select exists (select 1 from (select t.* from ${table} as t where ${living('t')} order by t.id desc
    limit ${NEWEST}) as t where ${condition}) as met`.execute(db)
  const max = newest.rows[0]?.met ? MAX_OF_NEWEST : MAX_OF_OTHERS
  const {
    rows: [ids],
  } = await sql<{
    first: number | null
    last: number | null
    n: number
  }>`select min(c.id) as first, max(c.id) as last, count(*)::int as n
    from (select t.id from ${table} as t where ${living('t')} and ${condition} limit ${max + 1}) as c`.execute(db)
  if (!ids || ids.n > max) return query
  return byDays(query, { key: period.key, ids: ids.first === null || ids.last === null ? null : [ids.first, ids.last] })
}

/**
 * The first field that is asked for between two moments or days, that of the list's days before others; null: there is
 * none, or a rule hides the field from some rows.
 */
function periodOf(
  context: RecordContext,
  { conditions }: Query,
): { readonly key: string; readonly conditions: readonly RawBuilder<boolean>[] } | null {
  const keys = new Set([daysField(context), ...conditions.map(({ key }) => key)])
  for (const key of keys) {
    const field = Object.hasOwn(context.entity.fields, key) ? context.entity.fields[key] : undefined
    if (!field || field.virtual || field.dynamic || seenFields(context).fields.get(key) !== null) continue
    const ranges = conditions.filter((one) => one.key === key && isObject(one.asked))
    const value: JsonObject = Object.assign({}, ...ranges.map(({ asked }) => asked))
    const isPeriod = isAsked(value.gte ?? value.gt) && isAsked(value.lte ?? value.lt)
    if (isPeriod && (field.type === 'date' || typeOf(field, context.runtime.fieldTypes).isMoment))
      return { key, conditions: ranges.map(({ sql: range }) => range) }
  }
  return null
}

const isAsked = (value: Json | undefined): boolean => value !== undefined && value !== null && value !== ''
