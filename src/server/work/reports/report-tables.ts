import type { Json } from '../../../model/json'
import { isCounted, type Report, type StatBlock } from '../../../model/report'
import type { TableAnswer } from '../../../model/report-answer'
import type { StatAnswer, StatPart } from '../../../model/stat-answer'
import { partTimeText } from '../../../model/values/part-time'
import type { FileTable, FileValue, FileReading } from '../export/file-document'
import { fieldLabel } from '../../records/fields/labels'
import { textStyle } from '../../records/fields/text-style'
import { answerReport } from './answer-report'
import { seenBlock, type Asking, type SeenBlock } from './block-context'
import { countCell, statCell } from './number-cell'
import type { ReportQuery } from './report-query'
import { tableFile } from './table-file'

interface CountedStat {
  readonly seen: SeenBlock<StatBlock>
  readonly answer: StatAnswer
}

type Cell = (reading: FileReading) => FileValue

/**
 * The numbers of a report as tables for a file: its cards together, one for each chart and each table, of what the
 * asker sees.
 * @param most rows of one table; the title of a longer one says so
 */
export async function reportTables(
  asking: Asking,
  report: Report,
  query: ReportQuery,
  most: number,
): Promise<readonly FileTable[]> {
  const { dash } = await answerReport(asking, report, query)
  const cards: CountedStat[] = []
  const tables = report.blocks.filter(isCounted).flatMap((block): readonly FileTable[] => {
    const answer = dash[block.id]
    const seen = answer && seenBlock(asking, block, query)
    if (!seen) return []
    if (seen.block.kind === 'table')
      return [longTable(asking, report, { ...seen, block: seen.block }, query, answer as TableAnswer, most)]
    if (seen.block.kind !== 'stat') return []
    const counted = { seen: { ...seen, block: seen.block }, answer: answer as StatAnswer }
    if (block.kind === 'stat' && block.stat.as !== 'card') return [partsTable(asking, counted)]
    cards.push(counted)
    return []
  })
  return [...(cards.length > 0 ? [cardsTable(asking, report.title, cards)] : []), ...tables]
}

function longTable(
  asking: Asking,
  report: Report,
  seen: SeenBlock<Extract<SeenBlock['block'], { kind: 'table' }>>,
  query: ReportQuery,
  { total }: TableAnswer,
  most: number,
): FileTable {
  const { title } = seen.block
  const cut = asking.runtime.words.say(asking.actor.language, 'own_reports.first_rows', { title, rows: most, total })
  return tableFile(asking, report, seen, { ...query, page: {} }, total > most ? cut : title, most)
}

function cardsTable(asking: Asking, title: string, cards: readonly CountedStat[]): FileTable {
  const say = (key: string): string => asking.runtime.words.say(asking.actor.language, key)
  const isLacking = cards.some(({ answer }) => answer.lacking !== undefined)
  const isCompared = cards.some(({ answer }) => answer.before !== undefined)
  const rows = cards.map(({ seen: { context, block }, answer }): readonly Cell[] => {
    const cell = statCell(context, block.stat)
    return [
      () => block.title,
      (reading) => cell(reading, answer.value),
      ...(isLacking ? [(reading: FileReading) => countCell(reading, answer.lacking ?? 0)] : []),
      ...(isCompared ? [(reading: FileReading) => cell(reading, answer.before ?? null)] : []),
    ]
  })
  return tableOf(
    title,
    [
      say('own_reports.number'),
      say('own_reports.value'),
      ...(isLacking ? [say('stats.lacking_head')] : []),
      ...(isCompared ? [say('own_reports.before')] : []),
    ],
    rows,
  )
}

/** A row for each part, a column for each series. */
function partsTable(asking: Asking, { seen: { context, block }, answer }: CountedStat): FileTable {
  const {
    runtime: { words },
    actor: { language },
  } = asking
  const cell = statCell(context, block.stat)
  const label = (f: string | undefined): string =>
    f === undefined ? '' : fieldLabel(words, language, context.resource, context.entity.fields[f], f)
  const style = textStyle(language, context.settings)
  const named = ({ key, label: name }: Pick<StatPart, 'key' | 'label'>, f: string | undefined): string =>
    key === null ? words.say(language, 'stats.without', { name: label(f).toLowerCase() }) : (name ?? key)
  const partName = (part: StatPart): string =>
    answer.each && part.key !== null ? partTimeText(part.key, answer.each, style) : named(part, block.stat.by)
  const parts = answer.parts ?? []
  const series = [...new Map(parts.flatMap(({ split = [] }) => split.map((one) => [one.key, one] as const))).values()]
  const valuesOf = (part: StatPart): readonly Json[] =>
    series.length === 0
      ? [part.value]
      : series.map(({ key }) => part.split?.find((one) => one.key === key)?.value ?? null)
  const { others } = answer
  const isLacking = answer.lacking !== undefined
  const lacks = (rows = 0): readonly Cell[] => (isLacking ? [(reading) => countCell(reading, rows)] : [])
  const rows = [
    ...parts.map((part): readonly Cell[] => [
      () => partName(part),
      ...valuesOf(part).map(
        (value): Cell =>
          (reading) =>
            cell(reading, value),
      ),
      ...lacks(part.lacking),
    ]),
    ...(others
      ? [
          [
            () => words.say(language, 'stats.others', { smart_count: others.parts }),
            (reading: FileReading) => cell(reading, others.value),
            ...lacks(others.lacking),
          ],
        ]
      : []),
    [
      () => words.say(language, 'report.all'),
      ...(series.length === 0
        ? [(reading: FileReading) => cell(reading, answer.value)]
        : series.map((): Cell => () => '')),
      ...lacks(answer.lacking),
    ],
  ]
  return tableOf(
    block.title,
    [
      label(block.stat.by),
      ...(series.length === 0 ? [block.title] : series.map((one) => named(one, block.stat.split))),
      ...(isLacking ? [words.say(language, 'stats.lacking_head')] : []),
    ],
    rows,
  )
}

const tableOf = (title: string, heads: readonly string[], rows: readonly (readonly Cell[])[]): FileTable => ({
  title,
  columns: heads.map((label, at) => ({ label, align: at === 0 ? 'left' : 'right' })),
  async *batches(reading) {
    yield rows.map((row) => row.map((cell) => cell(reading)))
  },
})
