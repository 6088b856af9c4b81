import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import type { JsonObject } from '../../model/json'
import { isCounted, mainTable, type Block, type Report, type ReportOption } from '../../model/report'
import type { ReportAnswer, RowsAnswer, TableAnswer } from '../../model/report-answer'
import type { StatAnswer } from '../../model/stat-answer'
import { Notice } from '../../ui/show/Notice'
import { useConsole } from '../console/console'
import { ResourceScope } from '../resource/scope'
import { BlockFrame } from './BlockFrame'
import { CountedStat } from './CountedStat'
import { KeptBlock } from './KeptBlock'
import { MoreLink } from './MoreLink'
import type { ReportTitles } from './report-titles'
import { RowsBlock } from './RowsBlock'
import { TableBlock } from './TableBlock'

interface BlocksProps {
  readonly report: Report
  readonly titles: ReportTitles
  readonly answer: ReportAnswer | null
  readonly query: JsonObject
  readonly options: readonly ReportOption[]
}

const isCard = (block: Block): boolean => block.kind === 'stat' && block.stat.as === 'card'

/** The blocks of a report: cards that follow one another as a list, the others on the page's twelve columns. */
export function Blocks({ report, titles, answer, query, options }: BlocksProps) {
  const translate = useTranslate()
  const shown = report.blocks.filter(
    (block) => !isCounted(block) || answer === null || answer.dash[block.id] !== undefined,
  )
  if (shown.length === 0)
    return <Notice icon="empty" title={translate('report.empty')} text={translate('report.empty_text')} />
  const at = (block: Block) => (
    <OneBlock
      key={block.id}
      block={block}
      report={report}
      titles={titles}
      answer={answer}
      query={query}
      options={options}
    />
  )
  return (
    <>
      {runsOf(shown).map((run) =>
        isCard(run[0] as Block) ? (
          <Box key={run[0]?.id} component="ul" sx={CARDS}>
            {run.map(at)}
          </Box>
        ) : (
          <Box key={run[0]?.id} sx={COLUMNS}>
            {run.map((block) => (
              <Box
                key={block.id}
                sx={{
                  gridColumn: { xs: 'span 12', md: `span ${block.width}` },
                  '@media print': { gridColumn: `span ${Math.max(block.width, MIN_PRINTED)}` },
                  ...FILLED,
                }}
              >
                {at(block)}
              </Box>
            ))}
          </Box>
        ),
      )}
    </>
  )
}

/** Cards beside cards, others beside others. */
function runsOf(blocks: readonly Block[]): readonly (readonly Block[])[] {
  const runs: Block[][] = []
  for (const block of blocks) {
    const last = runs.at(-1)
    if (last?.[0] && isCard(last[0]) === isCard(block)) last.push(block)
    else runs.push([block])
  }
  return runs
}

function OneBlock({ block, report, titles, answer, query, options }: BlocksProps & { readonly block: Block }) {
  const { model } = useConsole()
  const title = titles.block(block)
  if (block.kind === 'text')
    return (
      <BlockFrame title={title}>
        {titles
          .text(block)
          .split(/\n\s*\n/)
          .map((paragraph) => (
            <Typography key={paragraph} variant="body2" sx={{ '& + &': { mt: 1 } }}>
              {paragraph}
            </Typography>
          ))}
      </BlockFrame>
    )
  if (!isCounted(block)) return <KeptBlock block={block} title={title} />
  const counted = answer?.dash[block.id]
  const resource = model.resources[block.of]
  const more = block.to === undefined ? undefined : model.reports[block.to]
  const aside = more && <MoreLink report={more} query={query} label={title} />
  const entity = resource && model.entities[resource.entity]
  if (!counted || !resource || !entity)
    return <Skeleton variant="rounded" height={isCard(block) ? 84 : 300} component={isCard(block) ? 'li' : 'div'} />
  if (block.kind === 'stat')
    return (
      <CountedStat
        block={block}
        title={title}
        resource={resource}
        entity={entity}
        options={options}
        answer={counted as StatAnswer}
        aside={aside}
      />
    )
  return (
    <ResourceScope resource={resource}>
      {block.kind === 'rows' ? (
        <RowsBlock block={block} title={title} answer={counted as RowsAnswer} aside={aside} />
      ) : (
        // Other filters begin with the first page.
        <TableBlock
          key={JSON.stringify(query)}
          report={report}
          block={block}
          titles={titles}
          query={query}
          options={options}
          answer={counted as TableAnswer}
          isMain={mainTable(report)?.id === block.id}
          aside={aside}
        />
      )}
    </ResourceScope>
  )
}

/** Half a page: on paper less is too narrow for a chart. */
const MIN_PRINTED = 6
const CARDS = {
  m: 0,
  p: 0,
  listStyle: 'none',
  display: 'grid',
  gap: 1.25,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 165px), 1fr))',
} as const
const COLUMNS = { display: 'grid', gap: 1.25, gridTemplateColumns: 'repeat(12, minmax(0, 1fr))' } as const
/** A block fills its place, so that neighbours are as tall as one another. */
const FILLED = { display: 'flex', flexDirection: 'column', minWidth: 0, '& > *': { flex: '1 1 auto' } } as const
