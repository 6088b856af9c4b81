import { sql, type RawBuilder } from 'kysely'
import type { JsonObject } from '../../../model/json'
import { splitDays } from '../../../model/list-days'
import { statNeeds, type Stat } from '../../../model/stat'
import { askedColumn } from '../read/asked-column'
import { all } from '../fields/in-scope'
import { readConditions, readFilters } from '../read/list-request'
import type { RecordContext } from '../record-context'

/** The question that all numbers of an answer are about. */
export interface Base {
  /** The list's own filters and range of days, as asked. */
  readonly filters: JsonObject
  readonly days: JsonObject
  readonly where: readonly RawBuilder<boolean>[]
  /** As it was asked. */
  readonly query: JsonObject
}

/** @throws {AppError} FILTER_UNKNOWN, MALFORMED */
export function baseOf(context: RecordContext, asked: JsonObject): Base {
  const { days, filters } = splitDays(asked, context.entity)
  return { filters: readFilters(filters), days: Object.fromEntries(Object.entries(days).filter(([, day]) => day !== '')), where: readConditions(context, asked), query: asked }
}

/** The numbers of the catalogue that look at nothing which the asker does not see. */
export const seenStats = (context: RecordContext): readonly Stat[] =>
  context.resource.stats.filter((stat) => statNeeds(stat).every((name) => askedColumn(context, name) !== null))

export const conditions = (context: RecordContext, filters: JsonObject): RawBuilder<boolean> => all(readConditions(context, { filters }))

/** Which rows a share counts. */
export const ofShare = (context: RecordContext, { measure }: Stat): RawBuilder<boolean> => (measure.what === 'share' ? conditions(context, measure.of) : sql<boolean>`true`)
