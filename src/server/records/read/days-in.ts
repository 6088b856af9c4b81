import { sql, type RawBuilder } from 'kysely'
import type { RecordContext } from '../record-context'

/** The ids of the rows of a period of days. */
export interface DaysIn {
  /** The filter that names the period, by the field's name. */
  readonly key: string
  /** Null: no row at all. */
  readonly ids: readonly [first: number, last: number] | null
}

/**
 * The condition of a period whose ids are known. By the ids its rows are found; the period itself is written so that
 * PostgreSQL does not take it for a second, independent one: it would expect a twentieth of a twentieth, and sort all
 * of a month rather than walk along the ids.
 */
export function withinDays({ ids }: DaysIn, condition: RawBuilder<boolean>): RawBuilder<boolean> {
  return ids
    ? sql<boolean>`(t.id between ${ids[0]} and ${ids[1]} and case when ${condition} then true else false end)`
    : sql<boolean>`false`
}

/** The field that `date_from` and `date_to` ask for. */
export const daysField = ({ resource }: RecordContext): string => resource.list.days?.f ?? 'date_created'
