import { useTranslate } from 'react-admin'
import { useMemo } from 'react'
import type { Block, Report, ReportOption, TableBlock, TableColumn } from '../../model/report'
import { firstWord } from '../console/labels'

/** What the parts of a report are called in the user's language. */
export interface ReportTitles {
  readonly report: string
  block(block: Block): string
  text(block: Block & { readonly kind: 'text' }): string
  option(option: ReportOption): string
  /** Null: as the field is. */
  column(block: TableBlock, column: TableColumn): string | null
}

export function useReportTitles({ name, title }: Pick<Report, 'name' | 'title'>): ReportTitles {
  const translate = useTranslate()
  return useMemo(() => {
    const first = (...keys: readonly string[]): string | null => firstWord(translate, keys)
    return {
      report: first(`reports.${name}.name`) ?? title,
      block: (block) => {
        const own = block.kind === 'stat' && block.own !== undefined ? [`resources.${block.of}.stats.${block.own}`] : []
        const standard =
          block.kind === 'favourites' || block.kind === 'visited' ? translate(`report.${block.kind}`) : ''
        return first(`reports.${name}.blocks.${block.id}`, ...own) ?? block.title ?? standard
      },
      text: ({ id, text }) => first(`reports.${name}.texts.${id}`) ?? text,
      option: (option) => first(`reports.${name}.options.${option.id}`) ?? option.title,
      column: (block, column) =>
        first(`reports.${name}.columns.${block.id}.${column.name}`) ??
        (column.kind === 'field' ? column.title : column.stat.title || undefined) ??
        null,
    }
  }, [translate, name, title])
}
