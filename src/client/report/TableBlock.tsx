import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { LinkBase, useTranslate } from 'react-admin'
import { type ReactNode, useState } from 'react'
import type { Json, JsonObject } from '../../model/json'
import { withOptions, type Report, type ReportOption, type TableBlock as Block } from '../../model/report'
import type { TableAnswer } from '../../model/report-answer'
import { useLookup } from '../../ui/lookup'
import { LiveText } from '../../ui/show/LiveText'
import { useSay, useDisplayStyle } from '../../ui/show/style'
import { useProvider } from '../console/provider'
import { useScope } from '../resource/scope'
import { partTimeText } from '../../model/values/part-time'
import { statWords } from '../resource/stats/stat-words'
import { ExportMenu } from '../resource/export/ExportMenu'
import { failureText } from '../provider/failure'
import { BlockFrame } from './BlockFrame'
import { DataTable } from './DataTable'
import { listPath } from './drill'
import { ReferredCell, useReferred } from './ReferredCell'
import { useReportAsk } from './report-ask'
import type { ReportTitles } from './report-titles'

interface TableBlockProps {
  readonly report: Report
  readonly block: Block
  readonly titles: ReportTitles
  readonly query: JsonObject
  readonly options: readonly ReportOption[]
  readonly answer: TableAnswer
  /** Whether its rows go out as files: those of the table that a report is. */
  readonly isMain: boolean
  readonly aside?: ReactNode
}

type Turn = 'asc' | 'desc'
interface TableQuery {
  readonly page: number
  readonly order: readonly [name: string, turn: Turn]
}

/**
 * Numbers for each value of a field, sorted and paged by the server: a name leads to its record, a number to the rows
 * that it counts.
 */
export function TableBlock({ report, block, titles, query, options, answer: first, isMain, aside }: TableBlockProps) {
  const translate = useTranslate()
  const say = useSay()
  const style = useDisplayStyle()
  const provider = useProvider()
  const ask = useReportAsk()
  const lookup = useLookup()
  const { resource, entity, label } = useScope()
  const [asked, setAsked] = useState<TableQuery>({ page: 1, order: block.sort })
  const isFirst = asked.page === 1 && asked.order.join() === block.sort.join()
  const page = { page: asked.page, order_col: asked.order[0], order_dir: asked.order[1] }
  const { data, error } = useQuery({
    queryKey: ['report', report.path, query, block.id, page],
    queryFn: ({ signal }) => ask(report.path, { ...query, blocks: block.id, ...page }, { signal, quiet: true }),
    enabled: !isFirst,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const later = data?.dash[block.id]
  const answer = isFirst || !later || !('totals' in later) ? first : later
  const referred = useReferred(block)
  const by = entity.fields[block.by]
  const columns = block.columns.filter(({ kind, name }) => kind === 'field' || name in first.totals)
  const headOf = (column: Block['columns'][number]): string => {
    const own = titles.column(block, column)
    if (own !== null) return own
    if (column.kind === 'field') return referred?.label(column.f) ?? column.f
    const { measure } = withOptions(column.stat, options)
    return 'f' in measure ? label(measure.f) : say('report.count')
  }
  const textOf = (
    column: Block['columns'][number] & { readonly kind: 'number' },
    value: Json,
    lacking?: number,
  ): string => statWords(withOptions(column.stat, options), entity, undefined, style, say, label).value(value, lacking)
  const classOf = ({ name }: Block['columns'][number]): string | undefined =>
    answer.items.every((item) => (item[name] ?? '') === '') ? 'blank' : undefined
  const turn = (name: string): void => {
    const [now, way] = asked.order
    setAsked({
      page: 1,
      order: [name, now === name ? (way === 'asc' ? 'desc' : 'asc') : name === 'name' ? 'asc' : 'desc'],
    })
  }
  const pages = Math.max(1, Math.ceil(answer.total / block.limit))
  const name = (item: JsonObject): string =>
    block.each ? partTimeText(String(item.id), block.each, style) : String(item.name ?? '')
  const toRecord = (item: JsonObject): string | null =>
    by?.ref && !block.each ? (lookup.href?.(by, item.id as number | string, item) ?? null) : null
  const head = (id: string, text: string, isNumber: boolean) => {
    const [now, way] = asked.order
    return (
      <th
        key={id}
        scope="col"
        className={isNumber ? 'number' : undefined}
        aria-sort={now === id ? (way === 'asc' ? 'ascending' : 'descending') : undefined}
      >
        <ButtonBase
          onClick={() => turn(id)}
          sx={{
            font: 'inherit',
            color: now === id ? 'text.primary' : 'inherit',
            '&:focus-visible': { outline: '2px solid', outlineOffset: 2 },
          }}
        >
          {text}
          {now === id ? (way === 'asc' ? ' ▲' : ' ▼') : ''}
        </ButtonBase>
      </th>
    )
  }
  const run = isMain ? (
    <ExportMenu
      formats={['xlsx', 'csv', 'pdf', 'html']}
      run={(format, more) =>
        provider.reportFile(
          report.path,
          { ...query, order_col: asked.order[0], order_dir: asked.order[1] },
          format,
          more,
        )
      }
    />
  ) : undefined
  return (
    <BlockFrame
      title={titles.block(block)}
      aside={
        <>
          {aside}
          {run}
        </>
      }
    >
      {error && !isFirst && (
        <Typography color="error" role="alert">
          {failureText(error, translate)}
        </Typography>
      )}
      {answer.items.length === 0 ? (
        <Typography variant="body2" sx={{ color: 'text.secondary', py: 2 }}>
          {say('stats.nothing')}
        </Typography>
      ) : (
        <DataTable label={titles.block(block)}>
          <thead>
            <tr>
              {head('name', label(block.by), false)}
              {columns.map((column) =>
                column.kind === 'field' ? (
                  <th key={column.name} scope="col" className={classOf(column)}>
                    {headOf(column)}
                  </th>
                ) : (
                  head(column.name, headOf(column), true)
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {answer.items.map((item) => {
              const href = toRecord(item)
              return (
                <tr key={String(item.id)}>
                  <th scope="row">
                    {href ? (
                      <Link component={LinkBase} to={href} underline="hover">
                        {name(item)}
                      </Link>
                    ) : (
                      name(item)
                    )}
                  </th>
                  {columns.map((column) => {
                    if (column.kind === 'field')
                      return (
                        <td key={column.name} className={classOf(column)}>
                          <ReferredCell referred={referred} column={column} item={item} />
                        </td>
                      )
                    const filters = filtersOf(item, column.name)
                    const text = textOf(column, item[column.name] ?? null, lackingOf(item, column.name))
                    return (
                      <td key={column.name} className="number">
                        {filters ? (
                          <Link component={LinkBase} to={listPath(resource, filters)} color="inherit" underline="hover">
                            {text}
                          </Link>
                        ) : (
                          text
                        )}
                      </td>
                    )
                  })}
                </tr>
              )
            })}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{say('report.all')}</th>
              {columns.map((column) => (
                <td key={column.name} className={column.kind === 'number' ? 'number' : classOf(column)}>
                  {column.kind === 'number'
                    ? textOf(column, answer.totals[column.name] ?? null, answer.lacking?.[column.name])
                    : ''}
                </td>
              ))}
            </tr>
          </tfoot>
        </DataTable>
      )}
      {pages > 1 && !block.each && (
        <Stack
          direction="row"
          component="nav"
          aria-label={translate('report.pages')}
          sx={{ alignItems: 'center', justifyContent: 'flex-end', gap: 1, mt: 1, displayPrint: 'none' }}
        >
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {translate('report.page', { page: asked.page, pages })}
          </Typography>
          <Button size="small" disabled={asked.page === 1} onClick={() => setAsked({ ...asked, page: asked.page - 1 })}>
            {translate('report.previous')}
          </Button>
          <Button
            size="small"
            disabled={asked.page >= pages}
            onClick={() => setAsked({ ...asked, page: asked.page + 1 })}
          >
            {translate('report.next')}
          </Button>
        </Stack>
      )}
      <LiveText text={isFirst ? '' : translate('report.page', { page: asked.page, pages })} />
    </BlockFrame>
  )
}

/** How many rows hide what a number adds up. */
function lackingOf({ lacking }: JsonObject, name: string): number | undefined {
  return lacking === undefined ? undefined : Number((lacking as JsonObject)[name] ?? 0)
}

/** The list's filters that find what a number counts. */
function filtersOf(item: JsonObject, name: string): JsonObject | null {
  const parts = (item.parts ?? {}) as JsonObject
  return (Object.hasOwn(parts, name) ? parts[name] : item.filters) as JsonObject | null
}
