import { AppError } from '../../../model/errors'
import type { Json, JsonObject } from '../../../model/json'
import { isCounted, pagedTable, type Report, type ReportOption } from '../../../model/report'
import { isCalendarDate } from '../../../model/values/calendar'
import { addDays, todayIn } from '../../../model/values/zone-time'
import { parsedObject } from '../../records/json-object'
import { malformed, readFlag } from '../../platform/answers/malformed'

/** What a report is asked for. */
export interface ReportQuery {
  /** The days that it is about, both included, on the company's clock; null: all. */
  readonly from: string | null
  readonly to: string | null
  readonly options: readonly ReportOption[]
  readonly filters: JsonObject
  readonly isCompared: boolean
  /** The blocks that are asked for; null: all. */
  readonly blocks: ReadonlySet<string> | null
  /** What lists are asked for, for the table. */
  readonly page: JsonObject
}

/** What the table of a report understands of a list's query. */
const OF_LISTS = ['page', 'limit', 'order_col', 'order_dir', 'format']

/**
 * Reads the query of a report: `date_from` and `date_to`, or `year`; its options as `1` or `0`; its filters, in
 * `filters` or by their names; `compare`, `blocks`; and a list's parameters.
 * @throws {AppError} FILTER_UNKNOWN for a parameter that it does not have, MALFORMED for a value that is none,
 * NOT_FOUND for a block that is none
 */
export function readReportQuery(report: Report, query: JsonObject, zone: string, now: Date): ReportQuery {
  const named = parsedObject(query.filters)
  if (!named) throw malformed('filters')
  const asked = blocksOf(report, query.blocks)
  const lists = pagedTable(report, asked) ? OF_LISTS : []
  const known = [
    'filters',
    'compare',
    'blocks',
    ...DAYS[report.days.kind],
    ...report.options.map(({ id }) => id),
    ...lists,
    ...report.filters,
  ]
  const given = Object.entries(query).filter(([, value]) => value !== '')
  const unknown =
    Object.keys(named).find((name) => !report.filters.includes(name)) ??
    given.find(([name]) => !known.includes(name))?.[0]
  if (unknown !== undefined)
    throw new AppError('FILTER_UNKNOWN', {
      say: 'records.filter_unknown',
      params: { name: unknown.slice(0, MAX_CHARS), known: known.join(', ') },
    })
  const picked = (names: readonly string[]): JsonObject =>
    Object.fromEntries(given.filter(([name]) => names.includes(name)))
  return {
    ...daysOf(report, query, todayIn(zone, now)),
    options: report.options.filter(({ id }) => flagOf(id, query[id])),
    filters: { ...picked(report.filters), ...named },
    isCompared: flagOf('compare', query.compare),
    blocks: asked,
    page: picked(lists),
  }
}

const DAYS = { range: ['date_from', 'date_to'], year: ['year'], none: [] } as const
/** As much of an unknown name as an error repeats. */
const MAX_CHARS = 80

function daysOf(
  { days }: Report,
  { date_from, date_to, year }: JsonObject,
  today: string,
): Pick<ReportQuery, 'from' | 'to'> {
  if (days.kind === 'none') return { from: null, to: null }
  if (days.kind === 'year') {
    const last = Number(today.slice(0, 4))
    const asked = year === undefined || year === '' ? last : /^\d{4}$/.test(String(year)) ? Number(year) : Number.NaN
    if (!(asked <= last && asked > last - days.years)) throw malformed('year')
    return { from: `${asked}-01-01`, to: `${asked}-12-31` }
  }
  const [from, to] = [dayOf('date_from', date_from), dayOf('date_to', date_to)]
  const end = to ?? (from !== null && from > today ? from : today)
  const begin = from ?? addDays(end, 1 - days.last)
  if (begin > end) throw malformed('date_to')
  return { from: begin, to: end }
}

function dayOf(name: string, value: Json | undefined): string | null {
  if (value === undefined || value === '' || value === null) return null
  const text = typeof value === 'string' ? value.trim() : ''
  if (!isCalendarDate(text)) throw malformed(name)
  return text
}

function flagOf(name: string, value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return false
  return readFlag(name, value)
}

function blocksOf({ blocks }: Report, asked: Json | undefined): ReadonlySet<string> | null {
  if (asked === undefined || asked === null || asked === '') return null
  const ids = String(asked).split(',')
  if (!ids.every((id) => blocks.some((block) => isCounted(block) && block.id === id))) throw new AppError('NOT_FOUND')
  return new Set(ids)
}
