import { sql, type RawBuilder } from 'kysely'
import { AppError } from '../../../model/errors'
import type { Field } from '../../../model/field'
import type { Json, JsonObject } from '../../../model/json'
import { splitDays } from '../../../model/list-days'
import { statNeeds, type Each, type Stat } from '../../../model/stat'
import type { StatAnswer, StatPart } from '../../../model/stat-answer'
import { todayIn } from '../../../model/values/zone-time'
import { askedColumn } from '../read/asked-column'
import { all, inScope } from '../read/in-scope'
import { assertSees } from '../read/list'
import { readConditions, readFilters } from '../read/list-request'
import { RowColumns, type Read, type Row } from '../read/row-columns'
import type { RecordContext } from '../record-context'
import { asDays, joinedFilters } from './drill'
import { aggregateOf, nextStart, partsOf, type Parts } from './parts'
import { partLabels } from './part-labels'
import { periodOf, type Period } from './period'

/** As many parts as a chart has room for, and the longer time that is taken where there are more. */
const MAX_PARTS = 400
const LONGER: { readonly [each in Each]?: Each } = { hour: 'day', day: 'week', week: 'month', month: 'year' }

/** Answer of `GET {endpoint}/stats`. */
export interface StatsAnswer {
  readonly items: readonly StatAnswer[]
  /** When it was counted. */
  readonly as_of: string
}

/**
 * `GET {endpoint}/stats`: the catalogue's numbers over the rows that the asker's list has under the same filters.
 * `ids` names some of them, `compare=1` counts the like time before as well.
 * @throws {AppError} FORBIDDEN, FILTER_UNKNOWN, MALFORMED; NOT_FOUND for an id that is none, or looks at what the asker does not see
 */
export async function readStats(context: RecordContext, query: JsonObject): Promise<StatsAnswer> {
  assertSees(context)
  const { ids, compare, ...asked } = query
  const seen = context.resource.stats.filter((stat) => statNeeds(stat).every((name) => askedColumn(context, name) !== null))
  const wanted = typeof ids === 'string' && ids !== '' ? ids.split(',').map((id) => seen.find((stat) => stat.id === id)) : seen
  if (wanted.some((stat) => stat === undefined)) throw new AppError('NOT_FOUND')
  const isCompared = compare === '1' || compare === 1 || compare === true
  const items = await countStats(context, wanted.filter((stat) => stat !== undefined), asked, { isCompared })
  return { items, as_of: context.now.toISOString() }
}

interface Counting {
  /** Whether the like time before is counted as well. */
  readonly isCompared: boolean
  /** What the days asked for are about; by default the field of the list's days. */
  readonly days?: string
  /** Queries take their turns here; by default one after the other. */
  readonly run?: <T>(work: () => Promise<T>) => Promise<T>
}

/**
 * Numbers over the rows that the asker's list has under the same filters; that the asker sees what they need is for the caller to know.
 * @throws {AppError} FILTER_UNKNOWN, MALFORMED, NOT_FOUND
 */
export async function countStats(context: RecordContext, stats: readonly Stat[], asked: JsonObject, { isCompared, days, run = inTurn() }: Counting): Promise<readonly StatAnswer[]> {
  const base = baseOf(context, asked)
  const period = isCompared ? periodOf(context, base.filters, base.days, days) : null
  const [cards, before, parts] = await Promise.all([
    run(() => numbers(context, stats, base.where)),
    period && run(() => numbers(context, stats, readConditions(context, { filters: period.before }))),
    Promise.all(stats.map(async (stat) => stat.by !== undefined && run(() => divided(context, stat, stat.by ?? '', base, period)))),
  ])
  return stats.flatMap((stat, place) => {
    const number = cards.get(stat.id)
    return number ? [{
      id: stat.id, value: number.value, count: number.count,
      filters: joinedFilters(base.filters, base.days, stat.filters, stat.measure.what === 'share' ? stat.measure.of : {}),
      ...(before && { before: before.get(stat.id)?.value ?? null }),
      ...parts[place],
    }] : []
  })
}

/** One after the other. */
function inTurn(): NonNullable<Counting['run']> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work)
    last = next.catch(() => {})
    return next
  }
}

export interface Base {
  /** The list's own filters and range of days, as asked. */
  readonly filters: JsonObject
  readonly days: JsonObject
  readonly where: readonly RawBuilder<boolean>[]
}

/** What a list is asked for, of a query like its own. */
export function baseOf(context: RecordContext, asked: JsonObject): Base {
  const { days } = splitDays(asked, context.entity)
  return { filters: readFilters(splitDays(asked, context.entity).filters), days: Object.fromEntries(Object.entries(days).filter(([, day]) => day !== '')), where: readConditions(context, asked) }
}

export const conditions = (context: RecordContext, filters: JsonObject): RawBuilder<boolean> => all(readConditions(context, { filters }))

/** Which rows a share counts. */
export const ofShare = (context: RecordContext, { measure }: Stat): RawBuilder<boolean> => (measure.what === 'share' ? conditions(context, measure.of) : sql<boolean>`true`)

/** The number of every stat over all its rows, in one reading of the table. */
async function numbers(context: RecordContext, stats: readonly Stat[], where: readonly RawBuilder<boolean>[]): Promise<ReadonlyMap<string, { readonly value: Json; readonly count: number }>> {
  if (stats.length === 0) return new Map()
  const row = new RowColumns(context.runtime.fieldSql)
  const reads = stats.map((stat) => {
    const when = conditions(context, stat.filters)
    const { value, field } = aggregateOf(context, stat, ofShare(context, stat), when)
    return { id: stat.id, value: readNumber(row, value, field), count: row.any(sql`count(*) filter (where ${when})`) }
  })
  const { rows } = await sql<Row>`select ${sql.join(row.columns)} from ${sql.table(context.entity.name)} as t where ${all([inScope(context), ...where])}`
    .execute(context.runtime.database.db)
  const [found = {}] = rows
  return new Map(reads.map(({ id, value, count }) => [id, { value: value(found), count: Number(count(found) ?? 0) }]))
}

/** A mean has decimals that the type of what it is the mean of may not have. */
export function readNumber(row: RowColumns, value: RawBuilder<unknown>, field: Field | null): Read {
  if (field) return row.value(value, { ...field, type: field.type === 'money' ? 'money' : 'decimal' })
  const read = row.any(value)
  return (at) => { const raw = read(at); return raw === null || raw === undefined ? null : Number(raw) }
}

type Divided = Required<Pick<StatAnswer, 'parts'>> & Pick<StatAnswer, 'each' | 'others'>

async function divided(context: RecordContext, stat: Stat, by: string, base: Base, period: Period | null): Promise<Divided> {
  let each = stat.each
  for (;;) {
    const parts = partsOf(context, by, each)
    const found = await partRows(context, stat, parts, base)
    const longer = each && LONGER[each]
    // A time that is too short for the days asked for gives way to a longer one.
    if (each && longer && each !== 'hour_of_week' && !timesBetween(found.rows.map(({ key }) => key), each)) each = longer
    else return { ...await answerOf(context, stat, parts, found, base, period), ...(each && { each }) }
  }
}

interface PartRow { readonly key: string | null; readonly split: string | null; readonly value: Json; readonly count: number }
interface Found { readonly rows: readonly PartRow[]; readonly rest: (PartRow & { readonly parts: number }) | null }

/** The rows of each part, divided again; of a reference those with the greatest value, and what is left as one. */
async function partRows(context: RecordContext, stat: Stat, { key, field, each }: Parts, base: Base): Promise<Found> {
  const split = stat.split === undefined ? sql`null::text` : partsOf(context, stat.split, undefined).key
  const when = sql<boolean>`true`
  const { value, field: of } = aggregateOf(context, stat, ofShare(context, stat), when)
  const from = sql`from ${sql.table(context.entity.name)} as t where ${all([inScope(context), ...base.where, conditions(context, stat.filters)])}`
  const isRanked = each === undefined && field.ref !== undefined
  const db = context.runtime.database.db
  const row = new RowColumns(context.runtime.fieldSql)
  const read = { key: row.any(key), split: row.any(split), value: readNumber(row, value, of), count: row.any(sql`count(*)`), parts: row.any(sql`count(distinct ${key})`) }
  const columns = sql.join(row.columns)
  const asRow = (at: Row): PartRow => ({ key: textOf(read.key(at)), split: textOf(read.split(at)), value: read.value(at), count: Number(read.count(at)) })
  // By their places: written again, their parameters would be others, and PostgreSQL takes them for other expressions.
  const grouped = (where: RawBuilder<unknown>) => sql<Row>`select ${columns} ${from} and ${where} group by 1, 2 order by 1, 2 limit ${sql.lit((MAX_PARTS + 1) * 40)}`
  if (!isRanked) return { rows: (await grouped(sql`true`).execute(db)).rows.map(asRow), rest: null }
  const { rows: ranked } = await sql<{ k: string }>`select ${key} as k ${from} and ${key} is not null group by 1 order by ${value} desc nulls last, 1 limit ${sql.lit(stat.top + 1)}`.execute(db)
  const top = ranked.slice(0, stat.top).map(({ k }) => k)
  const { rows } = await grouped(sql`(${key} is null or ${key} = any(${top}::text[]))`).execute(db)
  const order = new Map(top.map((k, place) => [k, place]))
  const sorted = rows.map(asRow).sort((a, b) => (order.get(a.key ?? '') ?? top.length) - (order.get(b.key ?? '') ?? top.length))
  if (ranked.length <= stat.top) return { rows: sorted, rest: null }
  const others = new RowColumns(context.runtime.fieldSql)
  const left = { value: readNumber(others, value, of), count: others.any(sql`count(*)`), parts: others.any(sql`count(distinct ${key})`) }
  const { rows: [rest = {}] } = await sql<Row>`select ${sql.join(others.columns)} ${from} and ${key} is not null and ${key} <> all(${top}::text[])`.execute(db)
  return { rows: sorted, rest: { key: null, split: null, value: left.value(rest), count: Number(left.count(rest)), parts: Number(left.parts(rest)) } }
}

const textOf = (raw: unknown): string | null => (typeof raw === 'string' ? raw : raw === null || raw === undefined ? null : JSON.stringify(raw))

async function answerOf(context: RecordContext, stat: Stat, parts: Parts, { rows, rest }: Found, base: Base, period: Period | null): Promise<Omit<Divided, 'each'>> {
  const keys = [...new Set(rows.map(({ key }) => key))]
  const labels = await partLabels(context, parts, keys)
  const splitField = stat.split === undefined ? null : partsOf(context, stat.split, undefined)
  const splits = splitField ? await partLabels(context, splitField, [...new Set(rows.map(({ split }) => split))]) : null
  const name = parts.field.name
  const drill = (key: string | null): JsonObject | null => joinedFilters(base.filters, base.days, stat.filters, asDays(name, parts.filterOf(key), context))
  const shown = parts.each === undefined || parts.each === 'hour_of_week' ? keys : withoutGaps(keys, parts.each, period, todayIn(String(context.settings.timezone ?? 'UTC'), context.now))
  const empty = stat.measure.what === 'count' || stat.measure.what === 'sum' ? 0 : null
  return {
    parts: shown.map((key): StatPart => {
      const own = rows.filter((row) => row.key === key)
      const plain = own[0]
      return {
        key, label: key === null ? null : labels.get(key) ?? key, filters: drill(key),
        count: own.reduce((sum, row) => sum + row.count, 0),
        value: splitField ? null : plain?.value ?? empty,
        ...(splitField && splits && {
          split: own.map((row) => ({ key: row.split, label: row.split === null ? null : splits.get(row.split) ?? row.split, value: row.value, count: row.count,
            filters: joinedFilters(base.filters, base.days, stat.filters, asDays(name, parts.filterOf(key), context), { [splitField.field.name]: splitField.filterOf(row.split) }) })),
        }),
      }
    }),
    ...(rest && { others: { parts: rest.parts, value: rest.value, count: rest.count, filters: joinedFilters(base.filters, base.days, stat.filters, { [name]: { nin: keys.filter((key) => key !== null).map((key) => parts.filterOf(key)) } }) } }),
  }
}

/** Lengths of time one after the other, up to the last day that was asked for; as they are where all of them would be too many. */
function withoutGaps(keys: readonly (string | null)[], each: Each, period: Period | null, today: string): readonly (string | null)[] {
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
