import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Theme } from '@mui/material/styles'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { useSay, useDisplayStyle } from '#engine/ui'
import type { OpenSheet } from './PricedSheet'
import { SHEET_COLUMNS, type SheetColumn } from './columns'
import { errorsText, hasErrors, type SheetTripRow } from './sheet-rows'
import { TripRow, type TripShownProps } from './TripRow'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { FareLines } from '../try/FareLines'
import { minorText } from '../../model/fare-text'
import { routeText } from '../try/route-text'

/** One trip of a sheet on a phone: from where to where, how far, how much, or its errors. */
function TripCard({ row, cellOf, working, here }: TripShownProps) {
  const say = useSay()
  const style = useDisplayStyle()
  const [open, setOpen] = useState(false)
  const { number, priced, errors } = row
  const fare = priced?.fare ?? null
  const { distance, duration } = priced ?? NO_WAY
  const route = distance === null || duration === null ? null : routeText({ distance, duration }, style)
  return (
    <Paper component="li" variant="outlined" data-row={number} sx={{ px: 1.5, py: 1, fontSize: 13 }}>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: 1 }}>
        <Box sx={{ overflowWrap: 'anywhere' }}>
          <Box component="span" sx={{ color: 'text.secondary', marginInlineEnd: 1 }}>
            {number}
          </Box>
          {[cellOf('from'), cellOf('to')].filter(Boolean).join(' → ')}
        </Box>
        {fare && (
          <Button
            size="small"
            aria-expanded={open}
            aria-label={`${minorText(fare.total, fare, style)} ${say('fares.sheet.lines_of', { row: number })}`}
            onClick={() => setOpen(!open)}
          >
            {minorText(fare.total, fare, style)}
          </Button>
        )}
        {working && !priced && !hasErrors(row) && <Skeleton width={64} />}
      </Box>
      {route && <Box sx={{ color: 'text.secondary' }}>{[cellOf('date'), route].filter(Boolean).join(' · ')}</Box>}
      {hasErrors(row) && <Box sx={{ color: 'error.main' }}>{errorsText(errors, say)}</Box>}
      {open && fare && (
        <Box sx={{ mx: -1.5, mt: 1 }}>
          <FareLines fare={fare} id_tarif={priced?.id_tarif ?? null} here={here} />
        </Box>
      )}
    </Paper>
  )
}

const NO_WAY = { distance: null, duration: null }

// The number drawn at once; a thousand rows of cells would be slow to draw, and nobody reads so many at once.
const STEP = 100

interface SheetTableProps {
  readonly sheet: OpenSheet
  readonly rows: readonly SheetTripRow[]
  readonly working: boolean
  readonly here: { readonly resource: string; readonly id: number }
}

/**
 * The rows of a sheet: the request, how far, how much; an error is shown in its cell, and each price opens to its
 * lines.
 */
export function SheetTable({ sheet, rows, working, here }: SheetTableProps) {
  const say = useSay()
  const [shown, setShown] = useState(STEP)
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const columns = SHEET_COLUMNS.filter(
    (column) => sheet.columns.has(column) && column !== 'distance' && column !== 'duration',
  )
  const some = rows.slice(0, shown)
  const cellOf =
    (row: SheetTripRow) =>
    (column: SheetColumn): string =>
      row.cells[sheet.columns.get(column) ?? -1] ?? ''
  return (
    <>
      {phone ? (
        <Box component="ul" aria-label={say('fares.sheet.table')} sx={CARDS}>
          {some.map((row) => (
            <TripCard key={row.number} row={row} cellOf={cellOf(row)} working={working} here={here} />
          ))}
        </Box>
      ) : (
        <TableContainer tabIndex={0} role="region" aria-label={say('fares.sheet.table')} sx={FRAME}>
          <Table size="small" stickyHeader>
            <TableHead>
              <TableRow>
                <TableCell align="right">{say('fares.sheet.row')}</TableCell>
                {columns.map((column) => (
                  <TableCell key={column}>{say(`fares.sheet.columns.${column}`)}</TableCell>
                ))}
                <TableCell align="right">{say('fares.sheet.distance')}</TableCell>
                <TableCell align="right">{say('fares.sheet.duration')}</TableCell>
                <TableCell align="right">{say('fares.sheet.total')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {some.map((row) => (
                <TripRow
                  key={row.number}
                  row={row}
                  columns={columns}
                  cellOf={cellOf(row)}
                  working={working}
                  here={here}
                />
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
      {rows.length > shown && (
        <Button onClick={() => setShown(shown + STEP)} sx={{ justifySelf: 'center' }}>
          {say('fares.sheet.more')}
        </Button>
      )}
    </>
  )
}

const FRAME = {
  maxHeight: 560,
  bgcolor: 'background.paper',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  '& td, & th': { fontSize: 13, py: 0.75 },
} as const
const CARDS = { listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 } as const
