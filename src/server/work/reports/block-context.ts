import { maySee } from '../../../model/rights/access'
import type { JsonObject } from '../../../model/json'
import { blockNeeds, presentBlock, type CountedBlock } from '../../../model/report'
import { isClosedToKeys } from '../../language/actor/key-rights'
import { askedColumn } from '../../records/read/asked-column'
import type { RecordContext } from '../../records/record-context'
import { asDays } from '../../records/stats/drill'
import type { ReportQuery } from './report-query'

/** Who asks, of no catalogue yet. */
export type Asking = Omit<RecordContext, 'resource' | 'entity'>

/** A block, the catalogue that it counts as the asker sees it, and what is asked of its list. */
export interface SeenBlock<Block extends CountedBlock = CountedBlock> {
  readonly block: Block
  readonly context: RecordContext
  /** The filters and days of the report, as the query of that list. */
  readonly asked: JsonObject
}

/**
 * The context of a block's catalogue; null: the asker does not see it, or not what the block is made of.
 * @param asking the asker, in any catalogue
 */
export function seenBlock<Block extends CountedBlock>(
  asking: Asking,
  said: Block,
  { from, to, filters }: Pick<ReportQuery, 'from' | 'to' | 'filters'>,
): SeenBlock<Block> | null {
  const block = presentBlock(said, String(asking.settings.timezone ?? 'UTC'), asking.now)
  const resource = asking.model.resources[block.of]
  const entity = resource && asking.model.entities[resource.entity]
  if (
    !resource ||
    !entity ||
    !maySee(asking.actor, resource) ||
    (asking.actor.key && isClosedToKeys(asking.model, entity))
  )
    return null
  const context: RecordContext = { ...asking, resource, entity }
  if (!blockNeeds(block).every((name) => askedColumn(context, name) !== null)) return null
  const own = Object.fromEntries(Object.entries(filters).filter(([name]) => askedColumn(context, name) !== null))
  const days = inDays(block, from, to, context)
  // The list's own range of days stands beside its filters.
  const isOwn = days === null || (block.days !== null && Object.hasOwn(days, block.days))
  return { block, context, asked: isOwn ? { filters: { ...own, ...days } } : { filters: own, ...days } }
}

/** The days of the report as the list has them: its own range of days, or a range of another field. */
function inDays(
  { days }: CountedBlock,
  from: string | null,
  to: string | null,
  context: RecordContext,
): JsonObject | null {
  return days === null || from === null || to === null ? null : asDays(days, { gte: from, lte: to }, context)
}
