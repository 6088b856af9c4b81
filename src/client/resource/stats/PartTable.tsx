import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import type { JsonObject } from '../../../model/json'
import { useSay } from '../../../ui/show/style'
import { seriesOf, type ChartProps } from './chart-props'

/** The numbers behind a chart; each leads to its rows. */
export function PartTable({
  answer,
  words,
  onDrill,
  title,
  by,
}: Omit<ChartProps, 'colourOf'> & { readonly title: string; readonly by: string }) {
  const say = useSay()
  const series = seriesOf(answer)
  const { parts = [], others } = answer
  const leading = (text: string, filters: JsonObject | null | undefined) =>
    filters ? (
      <Link
        component="button"
        type="button"
        onClick={() => onDrill(filters)}
        sx={{ fontSize: 'inherit', verticalAlign: 'baseline' }}
      >
        {text}
      </Link>
    ) : (
      text
    )
  return (
    <Box sx={{ maxHeight: 260, overflow: 'auto' }} tabIndex={0} role="region" aria-label={title}>
      <Table>
        <thead>
          <tr>
            <th scope="col">{by}</th>
            {series.length > 0 ? (
              series.map((one) => (
                <th key={one.key ?? ''} scope="col" className="number">
                  {words.split(one)}
                </th>
              ))
            ) : (
              <th scope="col" className="number">
                {title}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part.key ?? ''}>
              <th scope="row">{leading(words.part(part), part.filters)}</th>
              {series.length > 0 ? (
                series.map((one) => {
                  const cell = part.split?.find(({ key }) => key === one.key)
                  return (
                    <td key={one.key ?? ''} className="number">
                      {cell ? leading(words.value(cell.value, cell.lacking), cell.filters) : '–'}
                    </td>
                  )
                })
              ) : (
                <td className="number">{words.value(part.value, part.lacking)}</td>
              )}
            </tr>
          ))}
          {others && (
            <tr>
              <th scope="row">{leading(say('stats.others', { smart_count: others.parts }), others.filters)}</th>
              <td className="number">{words.value(others.value, others.lacking)}</td>
            </tr>
          )}
        </tbody>
      </Table>
    </Box>
  )
}

const Table = styled('table')(({ theme }) => ({
  borderCollapse: 'collapse',
  width: '100%',
  fontSize: 13,
  '& th, & td': {
    padding: '4px 8px',
    textAlign: 'start',
    fontWeight: 400,
    borderBottom: `1px solid ${theme.palette.divider}`,
  },
  '& thead th': {
    color: theme.palette.text.secondary,
    position: 'sticky',
    top: 0,
    background: theme.palette.background.paper,
  },
  '& .number': { textAlign: 'end', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
}))
