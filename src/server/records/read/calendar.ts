import { sql, type RawBuilder } from 'kysely'
import type { CalendarPage } from '../../../model/catalogue-answers'
import { eachDay, MAX_CALENDAR_DAYS, MAX_CALENDAR_ROWS, type CalendarLayout } from '../../../model/calendar-days'
import { typeOf } from '../../../model/canonical'
import { AppError } from '../../../model/errors'
import type { Json, JsonObject } from '../../../model/json'
import { isCalendarDate } from '../../../model/values/calendar'
import { addDays, dayBounds, DAY_MS } from '../../../model/values/zone-time'
import { calendarRange } from '../../language/migrate/calendar-index'
import { askedColumn } from './asked-column'
import { readQuery } from './read-query'
import { assertSees } from './list'
import { presented } from './presented'
import type { RecordContext } from '../record-context'
import { idOrder } from '../record-id'
import type { Row } from '../fields/row-columns'
import { all } from '../fields/in-scope'
import { wireColumns } from './wire-columns'
import { malformed } from '../../platform/answers/malformed'

const PER_DAY = 20
/** Records without a day are counted up to this number in a large table, as lists count. */
const COUNT_TO = 1000

/** What stands on some days. */
interface ShownDays {
  readonly days: readonly string[]
  readonly perDay: number
  readonly where: RawBuilder<boolean>
}

/** The expressions of a calendar over `t`. */
interface Columns {
  readonly start: RawBuilder<unknown>
  /** Still within the last day. */
  readonly end: RawBuilder<unknown>
  readonly isRange: boolean
  readonly isMoment: boolean
  /** The condition that an index of ranges serves, for a part of time; null: the index is by the beginning. */
  readonly within: ((low: RawBuilder<unknown>, high: RawBuilder<unknown>) => RawBuilder<boolean>) | null
}

/**
 * `GET {endpoint}/calendar?from&to&per_day&…`: what the list's own filters find, by day: the days' exact counts and the
 * first records of each.
 * @throws {AppError} NOT_FOUND where the catalogue has no calendar, or the asker does not see its days; FORBIDDEN,
 * FILTER_UNKNOWN, MALFORMED
 */
export async function calendar(
  context: RecordContext,
  { from, to, per_day, ...query }: JsonObject,
): Promise<CalendarPage> {
  assertSees(context)
  const layout = calendarOf(context)
  const columns = layout && columnsOf(context, layout)
  if (!columns) throw new AppError('NOT_FOUND', { say: 'errors.no_such_call' })
  const days = readDays(from, to)
  const asked: ShownDays = { days, perDay: readPerDay(per_day, days.length), where: readQuery(context, query).where }
  const zone = columns.isMoment ? String(context.settings.timezone ?? 'UTC') : null
  const bounds = boundsOf(days, zone)
  const [items, counted, undated] = await Promise.all([
    itemsOf(context, columns, asked, bounds),
    countsOf(context, columns, asked, bounds),
    undatedOf(context, columns, asked),
  ])
  return { from: days[0] ?? '', to: days.at(-1) ?? '', zone, items, ...counted, ...undated }
}

/** The calendar that a catalogue's metadata describes. */
const calendarOf = ({ resource }: Pick<RecordContext, 'resource'>): CalendarLayout | undefined =>
  resource.list.layouts.find((layout): layout is CalendarLayout => layout.kind === 'calendar')

function columnsOf(context: RecordContext, { from, to }: CalendarLayout): Columns | null {
  const first = askedColumn(context, from)
  if (!first) return null
  const isMoment = typeOf(first.field, context.runtime.fieldTypes).isMoment === true
  const last = to === undefined ? null : askedColumn(context, to)
  const start = first.column
  if (!last) return { start, end: start, isRange: false, isMoment, within: null }
  const range = calendarRange(start, last.column, isMoment)
  return {
    start,
    isRange: true,
    isMoment,
    end: isMoment
      ? sql`case when ${last.column} > ${start} then ${last.column} - interval '1 millisecond' else ${start} end`
      : sql`greatest(${start}, ${last.column})`,
    within: (low, high) =>
      sql<boolean>`${range} && ${sql.raw(isMoment ? 'tstzrange' : 'daterange')}(${low}, ${high}, '[)')`,
  }
}

/** The beginnings of the days, and of the day after them: between two neighbours lies a day, be it of 23 hours. */
interface Bounds {
  readonly all: RawBuilder<unknown>
  readonly at: (place: number) => RawBuilder<unknown>
}

function boundsOf(days: readonly string[], zone: string | null): Bounds {
  const last = days.at(-1) ?? ''
  const texts =
    zone === null
      ? [...days, addDays(last, 1)]
      : [...days.map((day) => dayBounds(day, zone)?.from ?? ''), dayBounds(last, zone)?.until ?? '']
  const type = sql.raw(zone === null ? 'date' : 'timestamptz')
  return { all: sql`${texts}::${type}[]`, at: (place) => sql`${texts.at(place) ?? ''}::${type}` }
}

/** What stands on one of the days. */
function overlapping(
  { start, end, within }: Columns,
  { where }: ShownDays,
  low: RawBuilder<unknown>,
  high: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return all([
    where,
    sql<boolean>`${start} is not null`,
    sql<boolean>`${start} < ${high}`,
    sql<boolean>`${end} >= ${low}`,
    ...(within ? [within(low, high)] : []),
  ])
}

/** One pass over the records of the period: how many go from which day to which. */
async function countsOf(
  context: RecordContext,
  columns: Columns,
  asked: ShownDays,
  bounds: Bounds,
): Promise<Pick<CalendarPage, 'days' | 'total'>> {
  const { rows } = await sql<{ first: number; last: number; n: number }>`
    select width_bucket(${columns.start}, ${bounds.all}) as first, width_bucket(${columns.end}, ${bounds.all}) as last,
      count(*)::int as n
    from ${sql.table(context.entity.name)} as t where ${overlapping(columns, asked, bounds.at(0), bounds.at(-1))}
      group by 1, 2`.execute(context.runtime.database.db)
  const counts = asked.days.map(
    (day, at) =>
      [day, rows.reduce((sum, { first, last, n }) => (first <= at + 1 && last >= at + 1 ? sum + n : sum), 0)] as const,
  )
  return { days: Object.fromEntries(counts.filter(([, n]) => n > 0)), total: rows.reduce((sum, { n }) => sum + n, 0) }
}

/**
 * The first records of each day by the index of their beginning, a few at a time, and those that had begun before the
 * first day.
 */
async function itemsOf(
  context: RecordContext,
  columns: Columns,
  asked: ShownDays,
  bounds: Bounds,
): Promise<readonly JsonObject[]> {
  const { db } = context.runtime.database
  const wire = wireColumns(context)
  const table = sql.table(context.entity.name)
  const order = sql`${columns.start}, ${idOrder(context.entity)}`
  const limit = sql.lit(asked.perDay)
  const of = (condition: RawBuilder<boolean>): RawBuilder<unknown> =>
    sql`select t.*, ${columns.start} as calendar_start from ${table} as t where ${asked.where} and ${condition}
      order by ${order} limit ${limit}`
  const low = bounds.at(0)
  const earlier =
    columns.isRange && columns.within
      ? sql`(${of(all([sql<boolean>`${columns.start} < ${low}`, sql<boolean>`${columns.end} >= ${low}`, columns.within(low, bounds.at(1))]))}) union all `
      : sql``
  const { rows } = await sql<Row>`select ${wire.columns} from (${earlier}
      (select d.* from unnest(${bounds.all}) with ordinality as day (low, n)
        join unnest(${bounds.all}) with ordinality as next (high, n) on next.n = day.n + 1
        cross join lateral (${of(sql<boolean>`${columns.start} >= day.low and ${columns.start} < next.high`)}) as d)) as t
    ${wire.joins} order by t.calendar_start, ${idOrder(context.entity)}`.execute(db)
  return presented(
    context,
    db,
    rows.map((row) => wire.decode(row, context.origin.id_session)),
  )
}

async function undatedOf(
  context: RecordContext,
  { start }: Columns,
  { where }: ShownDays,
): Promise<Pick<CalendarPage, 'undated' | 'undated_is_exact'>> {
  const most = context.entity.size === 'small' ? null : COUNT_TO + 1
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from (select 1 from ${sql.table(context.entity.name)} as t
    where ${all([where, sql<boolean>`${start} is null`])} ${most === null ? sql`` : sql`limit ${sql.lit(most)}`}) as c`.execute(
    context.runtime.database.db,
  )
  const n = rows[0]?.n ?? 0
  return most !== null && n >= most
    ? { undated: COUNT_TO, undated_is_exact: false }
    : { undated: n, undated_is_exact: true }
}

/** @throws {AppError} MALFORMED at the day that is none, or makes the period too long */
function readDays(from: Json | undefined, to: Json | undefined): readonly string[] {
  if (!isDay(from)) throw malformed('from')
  if (!isDay(to) || to < from) throw malformed('to')
  if ((Date.parse(to) - Date.parse(from)) / DAY_MS >= MAX_CALENDAR_DAYS)
    throw new AppError('MALFORMED', { say: 'records.days_most', params: { max: MAX_CALENDAR_DAYS } })
  return eachDay({ from, to })
}

const isDay = (value: Json | undefined): value is string =>
  typeof value === 'string' && isCalendarDate(value) && value < '9999-12-30'

/** @throws {AppError} MALFORMED */
function readPerDay(value: Json | undefined, days: number): number {
  const most = Math.floor(MAX_CALENDAR_ROWS / days)
  if (value === undefined || value === '') return Math.min(PER_DAY, most)
  const number = typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : value
  if (typeof number === 'number' && Number.isInteger(number) && number >= 1 && number <= most) return number
  throw new AppError('MALFORMED', { say: 'records.number_malformed', params: { name: 'per_day', min: 1, max: most } })
}
