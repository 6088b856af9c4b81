import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { useTranslate } from 'react-admin'
import type { ImportView } from '../../../model/import-answer'
import { ImportCard } from './ImportCard'
import { CardList, RowTable } from './import-rows-style'
import { ImportTableRow } from './ImportTableRow'
import type { ImportState } from './use-import'

/** One page of staged rows; a cell says what is wrong with it, and is mended where it stands. */
export function ImportRows({ state, view, locked }: { state: ImportState; view: ImportView; locked: boolean }) {
  const translate = useTranslate()
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const { items, columns, targets } = view
  if (items.length === 0) {
    return view.counts.total === 0 ? null : <Typography sx={{ p: 3, color: 'text.secondary' }}>{translate('import.no_rows')}</Typography>
  }
  const rows = items.map((item) => ({
    item,
    columns,
    targets,
    locked: locked || item.saved || item.state === 'undone',
    onFix: (row: number, key: string, text: string) => state.act('importFix', { row, cells: { [key]: text } }),
    onExclude: (row: number, excluded: boolean) => void state.act('importExclude', { rows: [row], excluded }),
  }))
  if (phone) {
    return (
      <CardList aria-label={translate('import.rows')}>
        {rows.map((row) => (
          <ImportCard key={row.item.row} {...row} />
        ))}
      </CardList>
    )
  }
  return (
    <RowTable aria-label={translate('import.rows')}>
      <thead>
        <tr>
          <th scope="col" className="number">
            {translate('import.row')}
          </th>
          <th scope="col" className="state">
            {translate('import.state')}
          </th>
          {columns.map(({ key, name }) => (
            <th key={key} scope="col">
              {name}
            </th>
          ))}
          <th scope="col" aria-label={translate('list.actions')} />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <ImportTableRow key={row.item.row} {...row} />
        ))}
      </tbody>
    </RowTable>
  )
}
