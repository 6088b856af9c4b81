import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import { useDisplayStyle, useSay } from '#engine/ui'
import { FareLines } from '../try/FareLines'
import { minorText } from '../try/fare-text'
import { wayText } from '../try/way-text'
import { faultsText, isFaulty } from './sheet-rows'
import type { TripShownProps } from './TripRow'

/** One trip of a sheet on a phone: from where to where, how far, how much, or what is wrong with it. */
export function TripCard({ row, cellOf, working, here }: TripShownProps) {
  const say = useSay()
  const style = useDisplayStyle()
  const [open, setOpen] = useState(false)
  const { number, priced, faults } = row
  const fare = priced?.fare ?? null
  const { distance, duration } = priced ?? NO_WAY
  const way = distance === null || duration === null ? null : wayText({ distance, duration }, style)
  return (
    <Paper component="li" variant="outlined" data-row={number} sx={{ px: 1.5, py: 1, fontSize: 13 }}>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: 1 }}>
        <Box sx={{ overflowWrap: 'anywhere' }}>
          <Box component="span" sx={{ color: 'text.secondary', marginInlineEnd: 1 }}>{number}</Box>
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
        {working && !priced && !isFaulty(row) && <Skeleton width={64} />}
      </Box>
      {way && <Box sx={{ color: 'text.secondary' }}>{[cellOf('date'), way].filter(Boolean).join(' · ')}</Box>}
      {isFaulty(row) && <Box sx={{ color: 'error.main' }}>{faultsText(faults, say)}</Box>}
      {open && fare && <Box sx={{ mx: -1.5, mt: 1 }}><FareLines fare={fare} id_tarif={priced?.id_tarif ?? null} here={here} /></Box>}
    </Paper>
  )
}

const NO_WAY = { distance: null, duration: null }
