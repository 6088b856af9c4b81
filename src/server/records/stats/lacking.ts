import { sql, type RawBuilder } from 'kysely'
import { nowCalled } from '../../../model/entity'
import type { Measure, RatioSide, Stat } from '../../../model/stat'
import { seenFields } from '../fields/seen-fields'
import { filtersSql } from '../read/read-query'
import type { RecordContext } from '../record-context'
import { ruleSql } from '../rule-readings'

type Condition = RawBuilder<boolean>

/** Whether a row `t` shows a field to the asker; null: all rows do. */
function shownIn(context: RecordContext, f: string): Condition | null {
  const { entity } = context
  const rule = seenFields(context).fields.get(nowCalled(entity, f)) ?? null
  return rule === null ? null : sql<boolean>`coalesce(${ruleSql(context, rule, entity, 't')}, false)`
}

/**
 * How many of the rows that meet a condition hide a number which the measure adds up: a sum says what it lacks. It
 * depends on the rule alone, never on what is hidden. Null: none can.
 */
export function lackingOf(
  context: RecordContext,
  measure: Measure,
  when: Condition,
  count: (when: Condition) => RawBuilder<unknown>,
): RawBuilder<unknown> | null {
  const hidden = (f: string, those: Condition): RawBuilder<unknown> | null => {
    const shown = shownIn(context, f)
    return shown && count(sql<boolean>`(${those} and not ${shown})`)
  }
  if (measure.what === 'sum' || measure.what === 'avg' || measure.what === 'percentile')
    return measure.until === undefined ? hidden(measure.f, when) : null
  if (measure.what !== 'ratio') return null
  const side = ({ sum, filters }: RatioSide): RawBuilder<unknown> | null =>
    sum === undefined ? null : hidden(sum, sql<boolean>`(${when} and ${filtersSql(context, filters)})`)
  const [of, to] = [side(measure.of), side(measure.to)]
  return of && to ? sql`greatest(${of}, ${to})` : (of ?? to)
}

/** Whether rows may hide from the asker what a stat adds up. */
export const canLack = (context: RecordContext, { measure }: Pick<Stat, 'measure'>): boolean =>
  lackingOf(context, measure, sql<boolean>`true`, (when) => when) !== null

/** A sum that is nothing where rows were found and all of them hide their number: 0 would be an amount. */
export function sumOfShown(
  context: RecordContext,
  f: string,
  sum: RawBuilder<unknown>,
  when: Condition,
  count: (when: Condition) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const shown = shownIn(context, f)
  return shown
    ? sql`case when ${count(sql<boolean>`(${when} and ${shown})`)} > 0 or ${count(when)} = 0 then ${sum} end`
    : sum
}
