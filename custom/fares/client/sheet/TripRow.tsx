import KeyboardArrowDown from '@mui/icons-material/KeyboardArrowDown'
import KeyboardArrowRight from '@mui/icons-material/KeyboardArrowRight'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import { useState } from 'react'
import { useDisplayStyle, useSay } from '#engine/ui'
import { FareLines } from '../try/FareLines'
import { minorText } from '../../model/fare-text'
import { distanceText, minutesText } from '../try/route-text'
import type { SheetColumn } from './columns'
import { hasErrors, type SheetTripRow } from './sheet-rows'

export interface TripShownProps {
  readonly row: SheetTripRow
  readonly cellOf: (column: SheetColumn) => string
  /** Prices are still coming. */
  readonly working: boolean
  readonly here: { readonly resource: string; readonly id: number }
}

/** One trip of a sheet in a table; its price opens to its lines. */
export function TripRow({
  row,
  columns,
  cellOf,
  working,
  here,
}: TripShownProps & { readonly columns: readonly SheetColumn[] }) {
  const say = useSay()
  const style = useDisplayStyle()
  const [open, setOpen] = useState(false)
  const { number, trip, priced, errors } = row
  const fare = priced?.fare ?? null
  // An error in a column that this table does not show is shown with the price.
  const others = Object.entries(errors)
    .filter(([column]) => !columns.some((one) => one === column))
    .map(([, text]) => text)
  const foundAt = (column: SheetColumn): string | null =>
    priced?.places[column === 'from' ? 0 : column === 'to' ? trip.stops.length - 1 : -1] ?? null
  const waits = working && !priced && !hasErrors(row)
  const figure = (value: number | null | undefined, text: (value: number) => string) =>
    typeof value === 'number' ? text(value) : waits ? <Skeleton width={48} sx={{ marginInlineStart: 'auto' }} /> : null
  return (
    <>
      <TableRow data-row={number}>
        <TableCell align="right" sx={{ color: 'text.secondary' }}>
          {number}
        </TableCell>
        {columns.map((column) => (
          <TableCell
            key={column}
            sx={{ minWidth: column === 'from' || column === 'to' ? 180 : errors[column] ? 150 : undefined }}
          >
            <Box sx={{ whiteSpace: column === 'date' ? 'nowrap' : undefined }}>{cellOf(column)}</Box>
            <Box sx={{ color: 'text.secondary', fontSize: 12 }}>
              {foundAt(column) !== cellOf(column) && foundAt(column)}
            </Box>
            {errors[column] && <MetadataError text={errors[column]} />}
          </TableCell>
        ))}
        <TableCell align="right" sx={FIGURE}>
          {figure(priced?.distance, (metres) => distanceText(metres, style))}
        </TableCell>
        <TableCell align="right" sx={FIGURE}>
          {figure(priced?.duration, minutesText)}
        </TableCell>
        <TableCell align="right" sx={FIGURE}>
          {figure(fare?.total, (total) => (fare ? minorText(total, fare, style) : ''))}
          {fare && (
            <IconButton
              size="small"
              aria-expanded={open}
              aria-label={say('fares.sheet.lines_of', { row: number })}
              onClick={() => setOpen(!open)}
            >
              {open ? <KeyboardArrowDown fontSize="small" /> : <KeyboardArrowRight fontSize="small" />}
            </IconButton>
          )}
          {others.map((text) => (
            <MetadataError key={text} text={text} />
          ))}
        </TableCell>
      </TableRow>
      {open && fare && (
        <TableRow>
          <TableCell colSpan={columns.length + 4} sx={{ p: 0, bgcolor: 'action.hover' }}>
            <Box sx={{ maxWidth: 640, marginInlineStart: 'auto' }}>
              <FareLines fare={fare} id_tarif={priced?.id_tarif ?? null} here={here} />
            </Box>
          </TableCell>
        </TableRow>
      )}
    </>
  )
}

const MetadataError = ({ text }: { text: string }) => (
  <Box sx={{ color: 'error.main', fontSize: 12.5, whiteSpace: 'normal' }}>{text}</Box>
)

const FIGURE = { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' } as const
