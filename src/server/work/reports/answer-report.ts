import type { Json } from '../../../model/json'
import {
  isCounted,
  mainTable,
  pagedTable,
  withOptions,
  type CountedBlock,
  type Report,
  type ReportOption,
  type RowsBlock,
  type TableBlock,
} from '../../../model/report'
import type { BlockAnswer, ReportAnswer } from '../../../model/report-answer'
import { statNeeds } from '../../../model/stat'
import { askedColumn } from '../../records/read/asked-column'
import { listPage } from '../../records/read/list'
import { filtersQuery, readQuery } from '../../records/read/read-query'
import { countStats } from '../../records/stats/read-stats'
import { joinedFilters } from '../../records/stats/drill'
import { seenBlock, type Asking, type SeenBlock } from './block-context'
import { limitWork } from './limit-work'
import type { ReportQuery } from './report-query'
import { tableRows } from './table-rows'

/** Queries of one report that run at once: a page of many blocks must not take all connections. */
const MAX_AT_ONCE = 4

type Run = ReturnType<typeof limitWork>

/**
 * The answers of a report's blocks, each under the asker's rights in its catalogue.
 * @param asking the asker, in no catalogue yet
 */
export async function answerReport(asking: Asking, report: Report, query: ReportQuery): Promise<ReportAnswer> {
  const run = limitWork(MAX_AT_ONCE)
  const paged = pagedTable(report, query.blocks)
  const { blocks } = query
  const seen = report.blocks
    .filter(isCounted)
    .filter(({ id }) => blocks === null || blocks.has(id))
    .flatMap((block) => seenBlock(asking, optioned(block, query.options), query) ?? [])
  const answers = new Map<string, BlockAnswer>(
    (
      await Promise.all([
        ...groupsOf(seen).map((group) => numbersOf(group, query, run)),
        ...seen.map(async ({ block, ...at }): Promise<readonly BlockAnswer[]> => {
          if (block.kind === 'table')
            return [await tableRows({ block, ...at }, block.id === paged?.id ? query : { ...query, page: {} }, run)]
          return block.kind === 'rows' ? [await run(() => firstRows({ block, ...at }))] : []
        }),
      ])
    )
      .flat()
      .map((answer) => [answer.id, answer]),
  )
  const inOrder = seen.flatMap(({ block: { id } }) => {
    const answer = answers.get(id)
    return answer ? [[id, answer] as const] : []
  })
  const main = mainTable(report)
  const table = main && answers.get(main.id)
  return {
    dash: Object.fromEntries(inOrder),
    as_of: asking.now.toISOString(),
    from: query.from,
    to: query.to,
    ...(table && 'items' in table && { items: table.items, total: table.total }),
  }
}

/** The block with the numbers that the options choose. */
function optioned<Block extends CountedBlock>(block: Block, options: readonly ReportOption[]): Block {
  if (options.length === 0) return block
  if (block.kind === 'stat') return { ...block, stat: withOptions(block.stat, options) }
  if (block.kind !== 'table') return block
  return {
    ...block,
    columns: block.columns.map((column) =>
      column.kind === 'number' ? { ...column, stat: withOptions(column.stat, options) } : column,
    ),
  }
}

/** Numbers of one catalogue and the same days are read together. */
function groupsOf(seen: readonly SeenBlock[]): readonly (readonly SeenBlock[])[] {
  const groups = new Map<string, SeenBlock[]>()
  for (const one of seen) {
    if (
      one.block.kind !== 'stat' ||
      !statNeeds(one.block.stat).every((name) => askedColumn(one.context, name) !== null)
    )
      continue
    const key = JSON.stringify([one.block.of, one.block.days])
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()]
}

async function numbersOf(
  group: readonly SeenBlock[],
  { isCompared }: ReportQuery,
  run: Run,
): Promise<readonly BlockAnswer[]> {
  const [first] = group
  if (!first) return []
  const {
    context,
    asked,
    block: { days },
  } = first
  const stats = group.flatMap(({ block }) => (block.kind === 'stat' ? [{ ...block.stat, id: block.id }] : []))
  return countStats(context, stats, asked, {
    isCompared: isCompared && days !== null,
    ...(days !== null && { days }),
    run,
  })
}

/** The first records of a list, and how many there are. */
async function firstRows({ block, context, asked }: SeenBlock<RowsBlock>): Promise<BlockAnswer> {
  const page: { [name: string]: Json } = { ...asked, limit: block.limit, count: 'exact' }
  if (block.sort) Object.assign(page, { order_col: block.sort[0], order_dir: block.sort[1] })
  const query = readQuery(context, page)
  const own = filtersQuery(context, block.filters)
  const { items, total = items.length } = await listPage(context, query.and(own))
  return { id: block.id, items, total, filters: joinedFilters(query.filters, query.days, block.filters) ?? {} }
}

/** The table that a report is, as the asker sees it; null: none. */
export function seenTable(asking: Asking, report: Report, query: ReportQuery): SeenBlock<TableBlock> | null {
  const main = mainTable(report)
  return main && seenBlock(asking, optioned(main, query.options), query)
}
