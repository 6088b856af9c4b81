import { ColumnNode, type OperationNode, RawNode, ReferenceNode, sql, type RawBuilder } from 'kysely'
import { isObject, type Json } from '../../../model/json'
import { measuredFields, measureFilters, type Stat } from '../../../model/stat'
import { utcDateTime } from '../../../model/values/calendar'
import { dayBounds } from '../../../model/values/zone-time'
import { hasRollups, storedRollups, type MadeRollup } from '../rollups/stored-rollup'
import { askedColumn } from '../read/asked-column'
import { all } from '../fields/in-scope'
import type { Query } from '../read/query'
import { filtersQuery } from '../read/read-query'
import type { RecordContext } from '../record-context'
import { partsOf } from './parts'

/** The rollups of a context's entity that are counted to the end for the company's zone; asked once a call. */
export async function readyRollups(context: RecordContext): Promise<readonly MadeRollup[]> {
  const {
    entity,
    settings,
    runtime: {
      database: { db },
    },
  } = context
  if (!entity.rollups) return []
  const known = askedOnce.get(context)
  if (known) return known
  const zone = String(settings.timezone ?? 'UTC')
  const asked = hasRollups(db)
    .then(async (there) => (there ? await storedRollups(db) : []))
    .then((stored) =>
      stored.flatMap(({ made, isRetired }) =>
        made?.isReady && !isRetired && made.zone === zone && made.entity === entity.name ? [made] : [],
      ),
    )
  askedOnce.set(context, asked)
  return asked
}

const askedOnce = new WeakMap<RecordContext, Promise<readonly MadeRollup[]>>()

/** What a stat looks at. */
interface Needs {
  areMetBy(rollup: MadeRollup): boolean
}

/**
 * All that a stat looks at, from the SQL that would count it over the rows: whatever rule or filter brought a column
 * there, a rollup without it cannot answer. Null: no rollup can.
 */
export function needsOf(context: RecordContext, stat: Stat, asked: Query, isDivided: boolean): Needs | null {
  const { measure, by, each, split } = stat
  // Another measure is counted over rows until it is known how to add it up.
  if (measure.what === 'percentile') return null
  // Two moments of a row make its length of time.
  if ('until' in measure && measure.until !== undefined) return null
  const queries = [asked, ...queriesOf(context, stat)]
  const conditions = queries.flatMap((query) => query.conditions)
  const numbers = measuredFields(measure).map(
    (name) => [name, columnsOf(askedColumn(context, name)?.column ?? sql`null`)] as const,
  )
  const isByTime = (rollup: MadeRollup): boolean => isDivided && by === rollup.at
  const scope = columnsOf(asked.scope)
  const beside = new Map<string, readonly string[]>()
  const askedBeside = ({ at }: MadeRollup): readonly string[] => {
    const known = beside.get(at) ?? [
      ...scope,
      ...columnsOf(all(conditions.filter(({ key }) => key !== at).map((one) => one.sql))),
    ]
    beside.set(at, known)
    return known
  }
  return {
    areMetBy(rollup) {
      const has = (names: readonly string[]): boolean =>
        names.every((name) => rollup.by.includes(name) || name === 'date_deleted')
      // The number itself once, and nothing else that a rollup adds up: a rule that looks at the number of a row cannot
      // be asked of a sum.
      const isSummed = numbers.every(
        ([number, columns]) =>
          rollup.sum.includes(number) &&
          columns.filter((name) => name === number).length === 1 &&
          has(columns.filter((name) => name !== number)),
      )
      if (!isSummed || !has(askedBeside(rollup))) return false
      const times = timesWithin(context, rollup, queries)
      if (times === null) return false
      if (isByTime(rollup) && rollup.each === 'day' && (each === 'hour' || each === 'hour_of_week')) return false
      if ((times.length > 0 || isByTime(rollup)) && !isTimeSeen(context, rollup, has)) return false
      if (!isDivided || by === undefined) return true
      return (
        (isByTime(rollup) || has(columnsOf(partsOf(context, by, each).key))) &&
        (split === undefined || has(columnsOf(partsOf(context, split, undefined).key)))
      )
    },
  }
}

/** Whether the moment is shown by what the rollup is divided by, and read as it is. */
function isTimeSeen(context: RecordContext, { at }: MadeRollup, has: (names: readonly string[]) => boolean): boolean {
  const names = columnsOf(askedColumn(context, at)?.column ?? sql`null`)
  return names.filter((name) => name === at).length === 1 && has(names.filter((name) => name !== at))
}

/**
 * The columns of `t` that an expression reads, as often as it reads them. They are read from the tree of the query,
 * where each column stands as a reference; SQL that names `t` in its own text reads '*', which no rollup has.
 */
function columnsOf(expression: RawBuilder<unknown>): readonly string[] {
  const found: string[] = []
  const walk = (node: OperationNode): void => {
    if (ReferenceNode.is(node)) {
      if (node.table?.table.identifier.name === 't')
        found.push(ColumnNode.is(node.column) ? node.column.column.name : '*')
      return
    }
    if (RawNode.is(node) && node.sqlFragments.some((text) => NAMES_T.test(text))) found.push('*')
    for (const part of Object.values(node).flat()) if (isNode(part)) walk(part)
  }
  walk(expression.toOperationNode())
  return found
}

/** `t.` or `"t"` as a word of its own in SQL that was written as text. */
const NAMES_T = /(?<![\w".])(?:t\s*\.|"t")/

const isNode = (value: unknown): value is OperationNode =>
  typeof value === 'object' && value !== null && 'kind' in value

/** What a stat itself asks of the rows. */
export const queriesOf = (context: RecordContext, { filters, measure }: Stat): readonly Query[] =>
  [filters, ...measureFilters(measure)].map((one) => filtersQuery(context, one))

/** A moment at which a condition changes its mind. `inside`: also where an hour or a day begins. */
export interface Cut {
  readonly at: string
  readonly inside: boolean
}

/**
 * Where the conditions of queries cut a rollup's time; null: they ask something else of it than a range, which its
 * buckets cannot answer.
 */
export function timesWithin(
  context: RecordContext,
  rollup: MadeRollup,
  queries: readonly Query[],
): readonly Cut[] | null {
  const cuts: Cut[] = []
  for (const { key, asked } of queries.flatMap(({ conditions }) => conditions)) {
    if (key !== rollup.at) continue
    const found = cutsOf(context, rollup, asked)
    if (found === null) return null
    cuts.push(...found)
  }
  return cuts
}

function cutsOf({ settings }: RecordContext, { isMoment, each }: MadeRollup, asked: Json): readonly Cut[] | null {
  // A day is a bucket: what holds for one of its rows holds for all.
  if (asked === null || !isMoment) return []
  if (!isObject(asked)) return null
  const cuts: Cut[] = []
  for (const [op, value] of Object.entries(asked)) {
    if (op === 'isNull' || (op === 'hours' && each === 'hour')) continue
    if ((op !== 'gte' && op !== 'gt' && op !== 'lte' && op !== 'lt') || typeof value !== 'string') return null
    const bounds = dayBounds(value.trim(), String(settings.timezone ?? 'UTC'))
    const moment = bounds ? null : utcDateTime(value.trim())
    if (bounds) cuts.push({ at: bounds.from, inside: false }, { at: bounds.until, inside: false })
    else if (moment === null || moment === 'offset') return null
    else cuts.push({ at: moment, inside: op === 'gt' || op === 'lte' })
  }
  return cuts
}
