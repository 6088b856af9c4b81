import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { LinkBase, useTranslate } from 'react-admin'
import type { RowsBlock as Block } from '../../model/report'
import type { RowsAnswer } from '../../model/report-answer'
import { useSay } from '../../ui/show/style'
import { useConsole } from '../console/console'
import { shownColumns } from '../resource/columns'
import { FieldValue } from '../resource/FieldValue'
import { recordPath } from '../provider/paths'
import { cardName } from '../resource/record-name'
import { useScope } from '../resource/scope'
import { BlockFrame } from './BlockFrame'
import { DataTable } from './DataTable'
import { listPath } from './drill'

/** The first records of a list: each leads to its page, and a link to all of them. */
export function RowsBlock({
  block,
  title,
  answer,
  aside,
}: {
  block: Block
  title: string
  answer: RowsAnswer
  aside?: ReactNode
}) {
  const say = useSay()
  const translate = useTranslate()
  const { model, features } = useConsole()
  const { resource, entity, label } = useScope()
  const { items, total, filters } = answer
  const named = new Set(items.flatMap((item) => cardName(resource, entity, item).fields))
  // What a record is called says these already.
  const columns = shownColumns(block.columns, resource, model, label, features).filter(({ f }) => !named.has(f))
  const all = (
    <Link component={LinkBase} to={listPath(resource, filters)} sx={{ fontSize: 13, whiteSpace: 'nowrap' }}>
      {translate('report.all_rows', { smart_count: total })}
    </Link>
  )
  return (
    <BlockFrame
      title={title}
      aside={
        <>
          {aside}
          {total > 0 && all}
        </>
      }
    >
      {items.length === 0 ? (
        <Typography variant="body2" sx={{ color: 'text.secondary', py: 2 }}>
          {say('report.no_rows')}
        </Typography>
      ) : (
        <DataTable label={title}>
          <thead>
            <tr>
              <th scope="col">{say('report.record')}</th>
              {columns.map((column) => (
                <th key={column.f} scope="col" className={column.view.align === 'right' ? 'number' : undefined}>
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={String(item.id)}>
                <th scope="row">
                  <Link component={LinkBase} to={recordPath(resource, String(item.id))}>
                    {cardName(resource, entity, item).title}
                  </Link>
                </th>
                {columns.map((column) => (
                  <td key={column.f} className={column.view.align === 'right' ? 'number' : undefined}>
                    <FieldValue column={column} record={item} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </DataTable>
      )}
    </BlockFrame>
  )
}
