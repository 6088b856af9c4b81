import type { Report, TableBlock, TableColumn } from '../../../model/report'
import { said } from '../../records/fields/labels'
import type { Asking } from './block-context'

/** What a report and its columns are called in the asker's language. */
interface ReportWords {
  readonly title: string
  readonly count: string
  /** What the column of those hidden in another is called. */
  lacking(column: string): string
  /** @param otherwise what a column without a title of its own is called */
  column(block: TableBlock, column: TableColumn, otherwise: () => string): string
}

export function reportWords({ runtime: { words }, actor: { language } }: Asking, report: Report): ReportWords {
  const first = (key: string): string | null => said(words, language, [key])
  return {
    title: first(`reports.${report.name}.name`) ?? report.title,
    count: words.say(language, 'report.count'),
    lacking: (column) => `${column}: ${words.say(language, 'stats.lacking_head').toLowerCase()}`,
    column: (block, column, otherwise) => {
      const written = column.kind === 'field' ? column.title : column.stat.title || undefined
      return first(`reports.${report.name}.columns.${block.id}.${column.name}`) ?? written ?? otherwise()
    },
  }
}
