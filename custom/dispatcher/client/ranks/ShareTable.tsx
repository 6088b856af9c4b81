import Groups from '@mui/icons-material/Groups'
import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TableSortLabel from '@mui/material/TableSortLabel'
import { useState } from 'react'
import { useLiveCall } from '#engine/client'
import { type DisplayStyle, Message, moneyText, numberText, useDisplayStyle, useSay } from '#engine/ui'
import { type DriverShare, sharesCall } from '../../../ranks/model'
import { Failed } from '../live/Failed'
import { TableSkeleton } from '../table/TableSkeleton'
import { SHARE_COLUMNS, type ShareColumn, meanOf, sortedShares } from './share-order'

/** What the shift has come to for each driver, so that nobody is left behind unseen: sorted by a press on a column. */
export function ShareTable({ onSelect }: { readonly onSelect: (id_vehicle: number) => void }) {
  const say = useSay()
  const style = useDisplayStyle()
  const { answer, failure, again } = useLiveCall(sharesCall, {})
  const [order, setOrder] = useState<{ readonly by: ShareColumn; readonly down: boolean }>({ by: 'rides', down: false })
  if (answer === null)
    return failure === null ? (
      <TableSkeleton />
    ) : (
      <Failed title={say('ranks.shares.failed')} failure={failure} onRetry={again} />
    )
  const { items } = answer
  if (items.length === 0)
    return (
      <Box sx={EMPTY}>
        <Message icon={<Groups />} title={say('ranks.shares.none')} text={say('ranks.shares.none_text')} />
      </Box>
    )
  const press = (by: ShareColumn): void =>
    setOrder(order.by === by ? { by, down: !order.down } : { by, down: by !== 'driver' })
  return (
    <Box sx={{ flex: 1, minHeight: 0, overflow: 'auto', scrollbarWidth: 'thin' }}>
      <Table size="small" stickyHeader aria-label={say('ranks.shares.label')} sx={TABLE}>
        <TableHead>
          <TableRow>
            {SHARE_COLUMNS.map((column) => (
              <TableCell
                key={column}
                align={column === 'driver' ? 'left' : 'right'}
                sortDirection={order.by === column && (order.down ? 'desc' : 'asc')}
              >
                <TableSortLabel
                  active={order.by === column}
                  direction={order.by === column && order.down ? 'desc' : 'asc'}
                  onClick={() => press(column)}
                >
                  {say(`ranks.shares.${column}`)}
                </TableSortLabel>
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {sortedShares(items, order).map((share) => (
            <TableRow key={share.id_driver} hover>
              <TableCell component="th" scope="row" sx={{ minWidth: 104 }}>
                <Box component="button" type="button" onClick={() => onSelect(share.id_vehicle)} sx={PRESS}>
                  {[share.us_name, share.us_surname].filter(Boolean).join(' ')}
                  <Box component="span" sx={{ display: 'block', fontSize: 12, color: 'text.secondary' }}>
                    {share.plate}
                  </Box>
                </Box>
              </TableCell>
              <Figures {...share} style={style} />
            </TableRow>
          ))}
          <TableRow>
            <TableCell component="th" scope="row" sx={{ fontWeight: 600 }}>
              {say('ranks.shares.total')}
            </TableCell>
            <Figures {...meanOf(items)} style={style} />
          </TableRow>
        </TableBody>
      </Table>
    </Box>
  )
}

const Figures = ({
  rides,
  income,
  waiting_s,
  style,
}: Pick<DriverShare, 'rides' | 'income' | 'waiting_s'> & { readonly style: DisplayStyle }) => (
  <>
    <TableCell align="right">{numberText(Math.round(rides * 10) / 10, style)}</TableCell>
    <TableCell align="right">{moneyText(income, style)}</TableCell>
    <TableCell align="right">{`${numberText(Math.round(waiting_s / 60), style)}\u00a0min`}</TableCell>
  </>
)

const EMPTY = { flex: 1, display: 'grid', placeItems: 'center', p: 2 } as const
// The arrow takes no room where nothing is sorted by it: four columns fit beside the map and on a phone.
const TABLE = {
  '& th, & td': { px: 0.75, fontSize: 13, whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
  '& th:first-of-type': { paddingInlineStart: 1.5 },
  '& th:last-of-type, & td:last-of-type': { paddingInlineEnd: 1.5 },
  '& .MuiTableSortLabel-root:not(.Mui-active) .MuiTableSortLabel-icon': { display: 'none' },
  '& .MuiTableSortLabel-icon': { mx: 0 },
} as const
const PRESS = {
  display: 'block',
  whiteSpace: 'normal',
  textAlign: 'start',
  lineHeight: 1.3,
  p: 0,
  border: 0,
  background: 'none',
  color: 'inherit',
  font: 'inherit',
  cursor: 'pointer',
} as const
