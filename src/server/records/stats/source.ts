import { sql, type RawBuilder } from 'kysely'
import type { Stat } from '../../../model/stat'
import type { MadeRollup } from '../rollups/stored-rollup'
import type { Query } from '../read/query'
import type { RecordContext } from '../record-context'
import { aggregateOf, countRows, type Aggregate } from './aggregate'
import { lackingOf } from './lacking'
import { rollupAggregate, rollupRows } from './rollup-rows'
import { needsOf, queriesOf, readyRollups, timesWithin } from './rollup-choice'

/** What stats are counted over: the rows of the table as `t`, or a rollup that stands for many of them. */
export interface Source {
  /** As `t`, with the fields that the stat needs. */
  readonly from: RawBuilder<unknown>
  /** How many of its rows meet a condition. */
  count(when: RawBuilder<boolean>): RawBuilder<unknown>
  /** @param of the conditions of a share */
  aggregate(stat: Stat, of: RawBuilder<boolean>, when: RawBuilder<boolean>): Aggregate
  /** How many of those rows hide from the asker what the stat adds up; null: none can. */
  lacking(stat: Stat, when: RawBuilder<boolean>): RawBuilder<unknown> | null
}

/** The rows themselves, which every stat can be counted over. */
const baseRows = (context: RecordContext): Source => ({
  from: sql`${sql.table(context.entity.name)} as t`,
  count: countRows,
  aggregate: (stat, of, when) => aggregateOf(context, stat, of, when),
  lacking: ({ measure }, when) => lackingOf(context, measure, when, countRows),
})

/**
 * Stats over the rows that a list's query finds, by what they are counted over: one reading is enough for those of one
 * source.
 */
export async function bySource(
  context: RecordContext,
  stats: readonly Stat[],
  query: Query,
): Promise<readonly (readonly [Source, readonly Stat[]])[]> {
  const ready = await readyRollups(context)
  const those = new Map<MadeRollup | null, Stat[]>()
  for (const stat of stats) {
    const rollup = choose(context, ready, stat, query, false)
    those.set(rollup, [...(those.get(rollup) ?? []), stat])
  }
  return [...those].map(([rollup, some]) => [rollup ? ofRollup(context, rollup, some, query) : baseRows(context), some])
}

/** What the parts of a stat are counted over. */
export async function sourceOf(context: RecordContext, stat: Stat, query: Query): Promise<Source> {
  const rollup = choose(context, await readyRollups(context), stat, query, true)
  return rollup ? ofRollup(context, rollup, [stat], query) : baseRows(context)
}

/**
 * What the rows of a table are counted over: one source for all of its numbers, by which it is also sorted and paged.
 * @param stats its numbers, each divided as the table is
 * @param query the list's and the table's own in one
 */
export async function sourceOfAll(context: RecordContext, stats: readonly Stat[], query: Query): Promise<Source> {
  const ready = await readyRollups(context)
  const needs = ready.length > 0 ? stats.map((stat) => needsOf(context, stat, query, true)) : []
  const rollup = needs.length > 0 ? ready.find((one) => needs.every((need) => need?.areMetBy(one) === true)) : undefined
  return rollup ? ofRollup(context, rollup, stats, query) : baseRows(context)
}

/** The first rollup that has all that a stat, the query and the asker's rights look at; null: the rows have it. */
function choose(
  context: RecordContext,
  ready: readonly MadeRollup[],
  stat: Stat,
  query: Query,
  isDivided: boolean,
): MadeRollup | null {
  const needs = ready.length > 0 ? needsOf(context, stat, query, isDivided) : null
  return (needs && ready.find((rollup) => needs.areMetBy(rollup))) ?? null
}

function ofRollup(context: RecordContext, rollup: MadeRollup, stats: readonly Stat[], query: Query): Source {
  // What cuts an hour or a day of one stat is counted by its rows for all of them.
  const cuts = timesWithin(context, rollup, [query, ...stats.flatMap((stat) => queriesOf(context, stat))]) ?? []
  return {
    from: sql`${rollupRows(rollup, cuts)} as t`,
    count: (when) => rollupAggregate.count(when),
    aggregate: (stat, of, when) => rollupAggregate.of(context, stat, of, when),
    lacking: ({ measure }, when) => lackingOf(context, measure, when, rollupAggregate.count),
  }
}
