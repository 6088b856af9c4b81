import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { lazy, Suspense, useState } from 'react'
import type { PanelProps } from '#engine/client'
import { useSay } from '#engine/ui'
import { COURIER } from '../tarif-type'
import type { QuoteTarget } from './trip-request'
import { TryTrip } from './TryTrip'

const PriceSheet = lazy(() => import('../sheet/PriceSheet'))

/**
 * Panel `try-fare` of a tariff's page and of a product's: what a trip, or all those of a sheet, would cost, and why.
 */
export default function TryFarePanel({ resource, record }: PanelProps) {
  const say = useSay()
  const [mode, setMode] = useState<'one' | 'many'>('one')
  const id = Number(record['id'])
  const ofProduct = resource === 'products'
  const target: QuoteTarget = ofProduct ? { id_product: id } : { id_tarif: id }
  const here = { resource, id }
  return (
    <Box sx={{ display: 'grid', gap: 2, py: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        color="primary"
        value={mode}
        aria-label={say('fares.try.mode')}
        onChange={(_event, next: 'one' | 'many' | null) => next && setMode(next)}
      >
        <ToggleButton value="one">{say('fares.try.one')}</ToggleButton>
        <ToggleButton value="many">{say('fares.try.many')}</ToggleButton>
      </ToggleButtonGroup>
      {/* A trip that was filled in is still there when the user comes back from the sheet. */}
      <Box hidden={mode !== 'one'}>
        <TryTrip target={target} delivers={record['type'] === COURIER} here={here} />
      </Box>
      {mode === 'many' && (
        <Suspense fallback={<Skeleton variant="rounded" height={220} />}>
          <PriceSheet target={target} here={here} />
        </Suspense>
      )}
    </Box>
  )
}
