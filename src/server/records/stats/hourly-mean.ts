import { sql, type RawBuilder } from 'kysely'
import { AppError } from '../../../model/errors'
import { isObject, type Json } from '../../../model/json'
import type { Stat } from '../../../model/stat'
import { dayBounds, HOUR_MS } from '../../../model/values/zone-time'
import { askedColumn } from '../read/asked-column'
import { all } from '../fields/in-scope'
import type { RecordContext } from '../record-context'
import type { Aggregate } from './aggregate'
import { timeKey } from './parts'
import type { Query } from '../read/query'
import { filtersSql } from '../read/read-query'

const WEEK_H = 168
/** Twenty years of hours; over longer times a clock change more or less is lost in the rounding. */
const MAX_HOURS = 20 * 366 * 24
const DECIMALS = 2

/**
 * A count or sum by the hour of the week, divided by how often that hour began in the days asked for: on the company's
 * clock, which skips an hour in spring and shows one twice in autumn. Where no days are asked for, they are those from
 * the first record to now.
 */
export async function hourlyMean(
  context: RecordContext,
  stat: Stat,
  by: string,
  { value, field }: Aggregate,
  query: Query,
): Promise<Aggregate> {
  const asked = askedColumn(context, by)
  if (!asked) throw new AppError('NOT_FOUND')
  const times = await occurrences(context, await periodOf(context, stat, by, asked.column, query))
  const hour = sql`(${timeKey(context, asked.column, asked.field, 'hour_of_week')})::int`
  return {
    value: sql`round((${value})::numeric / nullif(max((${times}::float8[])[${hour} + 1])::numeric, 0),
      ${sql.lit(DECIMALS)})`,
    field,
  }
}

interface Span {
  readonly from_ms: number
  readonly until_ms: number
}

/** How often each hour of the week began in a span. */
async function occurrences(
  { runtime, settings }: RecordContext,
  { from_ms, until_ms }: Span,
): Promise<readonly number[]> {
  const hours = (until_ms - from_ms) / HOUR_MS
  if (!(hours > 0) || hours > MAX_HOURS) return Array.from({ length: WEEK_H }, () => Math.max(0, hours) / WEEK_H)
  const zone = String(settings.timezone ?? 'UTC')
  const [from, until] = [new Date(from_ms).toISOString(), new Date(until_ms - 1).toISOString()]
  const { rows } = await sql<{
    hour: number
    n: number
  }>`select ((extract(isodow from l) - 1) * 24 + extract(hour from l))::int as hour, count(*)::int as n
    from (select s at time zone ${zone} as l from generate_series(date_trunc('hour', ${from}::timestamptz, ${zone}),
      ${until}::timestamptz, interval '1 hour') as s) as hours group by 1`.execute(runtime.database.db)
  const times = new Map(rows.map(({ hour, n }) => [hour, n]))
  return Array.from({ length: WEEK_H }, (_hour, hour) => times.get(hour) ?? 0)
}

/**
 * The time that is asked for; where its end is open, up to now, or to the last record where those are about the future.
 */
async function periodOf(
  context: RecordContext,
  stat: Stat,
  by: string,
  column: RawBuilder<unknown>,
  query: Query,
): Promise<Span> {
  const now_ms = context.now.getTime()
  const { f = 'date_created' } = context.resource.list.days ?? {}
  const ranges = [
    query.filters[by],
    stat.filters[by],
    ...(f === by ? [{ gte: query.days.date_from ?? null, lte: query.days.date_to ?? null }] : []),
  ].map((asked) => rangeOf(context, asked))
  const from_ms = Math.max(...ranges.map((range) => range.from_ms))
  const until_ms = Math.min(...ranges.map((range) => range.until_ms))
  if (Number.isFinite(from_ms) && until_ms <= now_ms) return { from_ms, until_ms }
  const {
    rows: [found],
  } = await sql<{
    first: string | null
    last: string | null
  }>`select min(${column})::text as first, max(${column})::text as last
    from ${sql.table(context.entity.name)} as t where ${all([query.where, filtersSql(context, stat.filters)])}`.execute(
    context.runtime.database.db,
  )
  const [first, last] = [Date.parse(found?.first ?? ''), Date.parse(found?.last ?? '')]
  return {
    from_ms: Number.isFinite(from_ms) ? from_ms : first,
    until_ms: Math.min(until_ms, Math.max(now_ms, Number.isNaN(last) ? now_ms : last + 1)),
  }
}

const BOUNDS = { gte: 'from', gt: 'from', lte: 'until', lt: 'until' } as const

/** The moments between which a filter of moments finds; without an end on a side where it has none. */
function rangeOf({ settings }: RecordContext, asked: Json | undefined): Span {
  const zone = String(settings.timezone ?? 'UTC')
  const day = typeof asked === 'string' ? dayBounds(asked.trim(), zone) : null
  if (day) return { from_ms: Date.parse(day.from), until_ms: Date.parse(day.until) }
  const range = { from_ms: -Infinity, until_ms: Infinity }
  if (!isObject(asked)) return range
  for (const [op, side] of Object.entries(BOUNDS)) {
    const bound = asked[op]
    if (typeof bound !== 'string') continue
    const whole = dayBounds(bound.trim(), zone)
    const at = Date.parse(whole ? (op === 'gte' || op === 'lt' ? whole.from : whole.until) : bound)
    if (Number.isNaN(at)) continue
    if (side === 'from') range.from_ms = Math.max(range.from_ms, at)
    else range.until_ms = Math.min(range.until_ms, at)
  }
  return range
}
