import { sql, type RawBuilder } from 'kysely'
import type { JsonObject } from '../../../model/json'
import { statNeeds, type Stat } from '../../../model/stat'
import { askedColumn } from '../read/asked-column'
import { all } from '../fields/in-scope'
import { readQuery } from '../read/query'
import type { RecordContext } from '../record-context'

/** The numbers of the catalogue that look at nothing which the asker does not see. */
export const seenStats = (context: RecordContext): readonly Stat[] =>
  context.resource.stats.filter((stat) => statNeeds(stat).every((name) => askedColumn(context, name) !== null))

/** What filters that metadata names ask of the rows. */
export const conditions = (context: RecordContext, filters: JsonObject): RawBuilder<boolean> =>
  all(readQuery(context, { filters }).where)

/** Which rows a share counts. */
export const ofShare = (context: RecordContext, { measure }: Stat): RawBuilder<boolean> =>
  measure.what === 'share' ? conditions(context, measure.of) : sql<boolean>`true`
