import { sql } from 'kysely'
import type { CatalogueAnswers } from '../../../model/catalogue-answers'
import { AppError } from '../../../model/errors'
import type { JsonObject } from '../../../model/json'
import type { Stat } from '../../../model/stat'
import type { StatAnswer } from '../../../model/stat-answer'
import { assertSees } from '../read/list'
import type { Query } from '../read/query'
import { filtersSql, readQuery } from '../read/read-query'
import { RowColumns, type Row } from '../fields/row-columns'
import type { RecordContext } from '../record-context'
import { numberReader } from './aggregate'
import { joinedFilters } from './drill'
import { heatExtent } from './heat'
import { periodOf, type Period } from './period'
import { bySource, type Source } from './source'
import { ofShare, seenStats } from './stat-base'
import { divided, lackingPart } from './stat-parts'

/**
 * `GET {endpoint}/stats`: the catalogue's numbers over the rows that the asker's list has under the same filters. `ids`
 * names some of them, `compare=1` counts the like time before as well.
 * @throws {AppError} FORBIDDEN, FILTER_UNKNOWN, MALFORMED; NOT_FOUND for an id that is none, or looks at what the asker
 * does not see
 */
export async function readStats(context: RecordContext, query: JsonObject): Promise<CatalogueAnswers['stats']> {
  assertSees(context)
  const { ids, compare, ...asked } = query
  const seen = seenStats(context)
  const wanted =
    typeof ids === 'string' && ids !== ''
      ? [...new Set(ids.split(','))].map((id) => seen.find((stat) => stat.id === id))
      : seen
  if (wanted.some((stat) => stat === undefined)) throw new AppError('NOT_FOUND')
  const isCompared = compare === '1' || compare === 1 || compare === true
  const items = await countStats(
    context,
    wanted.filter((stat) => stat !== undefined),
    asked,
    { isCompared },
  )
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
 * Numbers over the rows that the asker's list has under the same filters; that the asker sees what they need is for the
 * caller to know.
 * @throws {AppError} FILTER_UNKNOWN, MALFORMED, NOT_FOUND
 */
export async function countStats(
  context: RecordContext,
  stats: readonly Stat[],
  asked: JsonObject,
  { isCompared, days, run = inTurn() }: Counting,
): Promise<readonly StatAnswer[]> {
  const query = readQuery(context, asked)
  const period = isCompared ? periodOf(context, query.filters, query.days, days) : null
  const [cards, before, parts] = await Promise.all([
    run(() => numbers(context, stats, query)),
    period && run(() => numbers(context, stats, readQuery(context, { filters: period.before }))),
    Promise.all(stats.map((stat) => partsOfStat(context, stat, query, period, run))),
  ])
  return stats.flatMap((stat, place) => {
    const number = cards.get(stat.id)
    return number
      ? [
          {
            id: stat.id,
            ...number,
            filters: joinedFilters(
              query.filters,
              query.days,
              stat.filters,
              stat.measure.what === 'share' ? stat.measure.of : {},
            ),
            ...(before && { before: before.get(stat.id)?.value ?? null }),
            ...parts[place],
          },
        ]
      : []
  })
}

async function partsOfStat(
  context: RecordContext,
  stat: Stat,
  query: Query,
  period: Period | null,
  run: NonNullable<Counting['run']>,
): Promise<Partial<StatAnswer>> {
  const { by, as } = stat
  if (by === undefined) return {}
  return run<Partial<StatAnswer>>(async () =>
    as === 'map' ? heatExtent(context, stat, by, query) : divided(context, stat, by, query, period),
  )
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

type Counted = Pick<StatAnswer, 'value' | 'count' | 'lacking'>
type Numbers = ReadonlyMap<string, Counted>

/** The number of every stat over all its rows, in one reading of each source. */
async function numbers(context: RecordContext, stats: readonly Stat[], query: Query): Promise<Numbers> {
  const found = new Map<string, Counted>()
  for (const [source, those] of await bySource(context, stats, query))
    for (const [id, number] of await numbersOf(context, those, source, query)) found.set(id, number)
  return found
}

async function numbersOf(
  context: RecordContext,
  stats: readonly Stat[],
  source: Source,
  query: Query,
): Promise<Numbers> {
  const row = new RowColumns(context.runtime.fieldSql)
  const reads = stats.map((stat) => {
    const when = filtersSql(context, stat.filters)
    const { value, field } = source.aggregate(stat, ofShare(context, stat), when)
    return {
      id: stat.id,
      value: numberReader(row, value, field),
      count: row.any(source.count(when)),
      lacking: row.any(source.lacking(stat, when) ?? sql`0`),
    }
  })
  const { rows } = await sql<Row>`select ${sql.join(row.columns)} from ${source.from} where ${query.where}`.execute(
    context.runtime.database.db,
  )
  const [found = {}] = rows
  return new Map(
    reads.map(({ id, value, count, lacking }) => [
      id,
      { value: value(found), count: Number(count(found) ?? 0), ...lackingPart(lacking(found)) },
    ]),
  )
}
