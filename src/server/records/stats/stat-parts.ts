import { sql, type RawBuilder } from 'kysely'
import type { Field } from '../../../model/field'
import type { Json, JsonObject } from '../../../model/json'
import type { Each, Stat } from '../../../model/stat'
import type { StatAnswer, StatPart } from '../../../model/stat-answer'
import { todayIn } from '../../../model/values/zone-time'
import { all } from '../fields/in-scope'
import { partLabels } from '../fields/part-labels'
import { RowColumns, type Row } from '../fields/row-columns'
import type { Query } from '../read/query'
import { filtersSql } from '../read/read-query'
import type { RecordContext } from '../record-context'
import { numberReader } from './aggregate'
import { asDays, joinedFilters } from './drill'
import { hourlyMean } from './hourly-mean'
import { nextStart, partsOf, type Parts } from './parts'
import type { Period } from './period'
import { sourceOf } from './source'
import { ofShare } from './stat-base'

/** As many parts as a chart has room for, and the longer time that is taken where there are more. */
const MAX_PARTS = 400
const LONGER: { readonly [each in Each]?: Each } = { hour: 'day', day: 'week', week: 'month', month: 'year' }

/** Said only where something lacks. */
export const lackingPart = (rows: unknown): Pick<StatAnswer, 'lacking'> =>
  Number(rows ?? 0) > 0 ? { lacking: Number(rows) } : {}

type Divided = Required<Pick<StatAnswer, 'parts'>> & Pick<StatAnswer, 'each' | 'others'>

/** A number divided into its parts, each with how it is asked for alone. */
export async function divided(
  context: RecordContext,
  stat: Stat,
  by: string,
  query: Query,
  period: Period | null,
): Promise<Divided> {
  let each = stat.each
  for (;;) {
    const parts = partsOf(context, by, each)
    const found = await partRows(context, stat, parts, query)
    const longer = each && LONGER[each]
    // A time that is too short for the days asked for gives way to a longer one.
    if (
      each &&
      longer &&
      each !== 'hour_of_week' &&
      !timesBetween(
        found.rows.map(({ key }) => key),
        each,
      )
    )
      each = longer
    else return { ...(await answerOf(context, stat, parts, found, query, period)), ...(each && { each }) }
  }
}

interface PartRow {
  readonly key: string | null
  readonly split: string | null
  readonly value: Json
  readonly count: number
  readonly lacking?: number
}
interface Found {
  readonly rows: readonly PartRow[]
  readonly rest: (PartRow & { readonly parts: number }) | null
}

/** The rows of each part, divided again; of a reference those with the greatest value, and what is left as one. */
async function partRows(context: RecordContext, stat: Stat, { key, field, each }: Parts, query: Query): Promise<Found> {
  const split = stat.split === undefined ? sql`null::text` : partsOf(context, stat.split, undefined).key
  const when = sql<boolean>`true`
  const source = await sourceOf(context, { ...stat, ...(each && { each }) }, query)
  const plain = source.aggregate(stat, ofShare(context, stat), when)
  const { value, field: of } =
    stat.mean && stat.by !== undefined ? await hourlyMean(context, stat, stat.by, plain, query) : plain
  const from = sql`from ${source.from} where ${all([query.where, filtersSql(context, stat.filters)])}`
  const isRanked = each === undefined && field.ref !== undefined
  const db = context.runtime.database.db
  const row = new RowColumns(context.runtime.fieldSql)
  const read = {
    key: row.any(key),
    split: row.any(split),
    value: numberReader(row, value, of),
    count: row.any(source.count(when)),
    lacking: row.any(source.lacking(stat, when) ?? sql`0`),
  }
  const columns = sql.join(row.columns)
  const asRow = (at: Row): PartRow => ({
    key: writtenValue(read.key(at)),
    split: writtenValue(read.split(at)),
    value: read.value(at),
    count: Number(read.count(at)),
    ...lackingPart(read.lacking(at)),
  })
  // By their places: written again, their parameters would be others, and PostgreSQL takes them for other expressions.
  const grouped = (where: RawBuilder<unknown>) =>
    sql<Row>`select ${columns} ${from} and ${where} group by 1, 2 order by 1, 2 limit ${sql.lit((MAX_PARTS + 1) * 40)}`
  if (!isRanked) return { rows: (await grouped(sql`true`).execute(db)).rows.map(asRow), rest: null }
  if (stat.split === undefined) {
    // One reading has those with the greatest values, and whether there are more. The columns are key, split, value and
    // count.
    const { rows: first } =
      await sql<Row>`select part.*, count(part.c0) over ()::integer as parts from (select ${columns} ${from}
        group by 1, 2) as part order by part.c0 is null desc, part.c2 desc nulls last, part.c0
        limit ${sql.lit(stat.top + 2)}`.execute(db)
    const found = first.map(asRow)
    const [named, none] = [found.filter((one) => one.key !== null), found.filter((one) => one.key === null)]
    const rows = [...named.slice(0, stat.top), ...none]
    const top = rows.flatMap((one) => one.key ?? [])
    const parts = Number(first[0]?.['parts'] ?? 0) - top.length
    return {
      rows,
      rest:
        named.length <= stat.top
          ? null
          : await restOf(context, top, {
              key,
              value,
              of,
              count: source.count(when),
              lacking: source.lacking(stat, when),
              parts: sql.lit(parts),
              from,
            }),
    }
  }
  const { rows: ranked } = await sql<{
    k: string
  }>`select ${key} as k ${from} and ${key} is not null group by 1 order by ${value} desc nulls last, 1
    limit ${sql.lit(stat.top + 1)}`.execute(db)
  const top = ranked.slice(0, stat.top).map(({ k }) => k)
  const { rows } = await grouped(sql`(${key} is null or ${key} = any(${top}::text[]))`).execute(db)
  const order = new Map(top.map((k, place) => [k, place]))
  const sorted = rows
    .map(asRow)
    .sort((a, b) => (order.get(a.key ?? '') ?? top.length) - (order.get(b.key ?? '') ?? top.length))
  return {
    rows: sorted,
    rest:
      ranked.length <= stat.top
        ? null
        : await restOf(context, top, {
            key,
            value,
            of,
            count: source.count(when),
            lacking: source.lacking(stat, when),
            parts: sql`count(distinct ${key})`,
            from,
          }),
  }
}

/** What is left beside the parts that are named. */
async function restOf(
  context: RecordContext,
  top: readonly string[],
  {
    of,
    from,
    ...one
  }: {
    readonly key: RawBuilder<unknown>
    readonly value: RawBuilder<unknown>
    readonly of: Field | null
    readonly count: RawBuilder<unknown>
    readonly lacking: RawBuilder<unknown> | null
    readonly parts: RawBuilder<unknown>
    readonly from: RawBuilder<unknown>
  },
): Promise<NonNullable<Found['rest']>> {
  const others = new RowColumns(context.runtime.fieldSql)
  const left = {
    value: numberReader(others, one.value, of),
    count: others.any(one.count),
    lacking: others.any(one.lacking ?? sql`0`),
    parts: others.any(one.parts),
  }
  const {
    rows: [rest = {}],
  } = await sql<Row>`select ${sql.join(others.columns)} ${from} and ${one.key} is not null
      and ${one.key} <> all(${top}::text[])`.execute(context.runtime.database.db)
  return {
    key: null,
    split: null,
    value: left.value(rest),
    count: Number(left.count(rest)),
    ...lackingPart(left.lacking(rest)),
    parts: Number(left.parts(rest)),
  }
}

const writtenValue = (raw: unknown): string | null =>
  typeof raw === 'string' ? raw : raw === null || raw === undefined ? null : JSON.stringify(raw)

async function answerOf(
  context: RecordContext,
  stat: Stat,
  parts: Parts,
  { rows, rest }: Found,
  query: Query,
  period: Period | null,
): Promise<Omit<Divided, 'each'>> {
  const keys = [...new Set(rows.map(({ key }) => key))]
  const labels = await partLabels(context, parts, keys)
  const splitField = stat.split === undefined ? null : partsOf(context, stat.split, undefined)
  const splits = splitField ? await partLabels(context, splitField, [...new Set(rows.map(({ split }) => split))]) : null
  const name = parts.field.name
  const drill = (key: string | null): JsonObject | null =>
    joinedFilters(query.filters, query.days, stat.filters, asDays(name, parts.filterOf(key), context))
  const shown =
    parts.each === undefined || parts.each === 'hour_of_week'
      ? keys
      : withoutGaps(keys, parts.each, period, todayIn(String(context.settings.timezone ?? 'UTC'), context.now))
  const empty = stat.measure.what === 'count' || stat.measure.what === 'sum' ? 0 : null
  return {
    parts: shown.map((key): StatPart => {
      const own = rows.filter((row) => row.key === key)
      const plain = own[0]
      return {
        key,
        label: key === null ? null : (labels.get(key) ?? key),
        filters: drill(key),
        count: own.reduce((sum, row) => sum + row.count, 0),
        ...lackingPart(own.reduce((sum, row) => sum + (row.lacking ?? 0), 0)),
        value: splitField ? null : plain ? plain.value : empty,
        ...(splitField &&
          splits && {
            split: own.map((row) => ({
              key: row.split,
              label: row.split === null ? null : (splits.get(row.split) ?? row.split),
              value: row.value,
              count: row.count,
              ...lackingPart(row.lacking),
              filters: joinedFilters(
                query.filters,
                query.days,
                stat.filters,
                asDays(name, parts.filterOf(key), context),
                { [splitField.field.name]: splitField.filterOf(row.split) },
              ),
            })),
          }),
      }
    }),
    ...(rest && {
      others: {
        parts: rest.parts,
        value: rest.value,
        count: rest.count,
        ...lackingPart(rest.lacking),
        filters: joinedFilters(query.filters, query.days, stat.filters, {
          [name]: { nin: keys.filter((key) => key !== null).map((key) => parts.filterOf(key)) },
        }),
      },
    }),
  }
}

/**
 * Lengths of time one after the other, up to the last day that was asked for; as they are where all of them would be
 * too many.
 */
function withoutGaps(
  keys: readonly (string | null)[],
  each: Each,
  period: Period | null,
  today: string,
): readonly (string | null)[] {
  const until = each === 'day' && period && period.to < today ? [period.to] : []
  const times = timesBetween([...keys, ...(keys.some((key) => key !== null) ? until : [])], each)
  return times ? [...times, ...(keys.includes(null) ? [null] : [])] : keys
}

/** The lengths of time from the first to the last; null: more than a chart has room for. */
export function timesBetween(keys: readonly (string | null)[], each: Each): readonly string[] | null {
  const known = keys.filter((key) => key !== null).sort()
  const [first, last = ''] = [known[0], known.at(-1)]
  const times: string[] = []
  for (let at = first; at !== undefined && at <= last; at = nextStart(at, each)) {
    if (times.push(at) > MAX_PARTS) return null
  }
  return times
}
