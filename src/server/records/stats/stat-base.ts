import { sql, type RawBuilder } from 'kysely'
import { statNeeds, type Stat } from '../../../model/stat'
import { askedColumn } from '../read/asked-column'
import { filtersSql } from '../read/read-query'
import type { RecordContext } from '../record-context'

/** The numbers of the catalogue that look at nothing which the asker does not see. */
export const seenStats = (context: RecordContext): readonly Stat[] =>
  context.resource.stats.filter((stat) => statNeeds(stat).every((name) => askedColumn(context, name) !== null))

/** Which rows a share counts. */
export const ofShare = (context: RecordContext, { measure }: Stat): RawBuilder<boolean> =>
  measure.what === 'share' ? filtersSql(context, measure.of) : sql<boolean>`true`
