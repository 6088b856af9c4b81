import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import { numberText, useDisplayStyle, useSay } from '#engine/ui'
import type { HeatSpot } from './heat-spots'

/** More rows nobody reads; the file has all of them. */
const MAX_ROWS = 200

interface HeatTableProps {
  readonly title: string
  readonly by: string
  /** The greatest first. */
  readonly spots: readonly HeatSpot[]
  /** A count is what is measured: it stands once. */
  readonly counts: boolean
  readonly nameOf: (spot: HeatSpot) => string
  readonly text: (spot: HeatSpot) => string
  readonly onOpen: (spot: HeatSpot) => void
  readonly isOpenable: (spot: HeatSpot) => boolean
}

/** The cells in view as a table; each leads to its rows. */
export function HeatTable({ title, by, spots, counts, nameOf, text, onOpen, isOpenable }: HeatTableProps) {
  const say = useSay()
  const style = useDisplayStyle()
  const more = spots.length - MAX_ROWS
  return (
    <Box sx={{ maxHeight: 420, overflow: 'auto' }} tabIndex={0} role="region" aria-label={title}>
      <Table>
        <thead>
          <tr>
            <th scope="col">{by}</th>
            {!counts && (
              <th scope="col" className="number">
                {say('map.heat.rows')}
              </th>
            )}
            <th scope="col" className="number">
              {title}
            </th>
          </tr>
        </thead>
        <tbody>
          {spots.slice(0, MAX_ROWS).map((spot) => (
            <tr key={spot.key}>
              <th scope="row">
                {isOpenable(spot) ? (
                  <Link
                    component="button"
                    type="button"
                    onClick={() => onOpen(spot)}
                    sx={{ fontSize: 'inherit', verticalAlign: 'baseline', textAlign: 'start' }}
                  >
                    {nameOf(spot)}
                  </Link>
                ) : (
                  nameOf(spot)
                )}
              </th>
              {!counts && <td className="number">{numberText(spot.count, style)}</td>}
              <td className="number">{text(spot)}</td>
            </tr>
          ))}
          {more > 0 && (
            <tr>
              <td colSpan={counts ? 2 : 3}>
                {say('map.heat.more', { smart_count: more, count: numberText(more, style) })}
              </td>
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
