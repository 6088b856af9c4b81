import DirectionsCar from '@mui/icons-material/DirectionsCar'
import TableRows from '@mui/icons-material/TableRows'
import FormatListNumbered from '@mui/icons-material/FormatListNumbered'
import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import Tooltip from '@mui/material/Tooltip'
import type { ReactNode } from 'react'
import { useSay } from '#engine/ui'
import type { FleetTotals } from '../../model/live-vehicle'
import { FleetCounters } from '../fleet/FleetCounters'
import { FleetSearch } from '../fleet/FleetSearch'
import type { FleetView } from '../fleet/use-fleet-view'
import { DestinationsToggle } from './DestinationsToggle'
import { OfflineToggle } from './OfflineToggle'
import { StateFilter } from './StateFilter'

interface Props {
  readonly view: FleetView
  readonly totals: FleetTotals | null
  readonly destinations: boolean
  readonly onDestinations: (shown: boolean) => void
  readonly offline: boolean
  readonly onOffline: (shown: boolean) => void
}

/** Over the map: which vehicles are shown, how many there are, and what is shown next to the map. */
export function FleetHeader({ view: { q, wanted, states, drawer, set }, totals, destinations, onDestinations, offline, onOffline }: Props) {
  const say = useSay()
  return (
    <Box component="section" aria-label={say('dispatcher.header')} sx={HEADER}>
      <Box sx={{ flex: '1 1 180px', minWidth: 150, maxWidth: 320 }}>
        <FleetSearch q={q} onSearch={(text) => set(text && drawer === null ? { q: text, drawer: 'vehicles' } : { q: text })} />
      </Box>
      <Box sx={{ flex: '1 0 316px', maxWidth: 380 }}>
        <FleetCounters totals={totals} wanted={wanted} onWant={(availability) => set({ availability })} />
      </Box>
      <Box sx={{ display: 'flex', gap: 0.5, marginInlineStart: 'auto' }}>
        <StateFilter states={states} onStates={(next) => set({ states: next.join(',') })} />
        <DestinationsToggle on={destinations} onToggle={() => onDestinations(!destinations)} />
        <OfflineToggle on={offline} onToggle={() => onOffline(!offline)} />
        <Toggle label={say('dispatcher.list')} on={drawer === 'vehicles'} onToggle={() => set({ drawer: drawer === 'vehicles' ? null : 'vehicles' })}>
          <DirectionsCar fontSize="small" />
        </Toggle>
        <Toggle label={say('dispatcher.table.title')} on={drawer === 'table'} onToggle={() => set({ drawer: drawer === 'table' ? null : 'table' })}>
          <TableRows fontSize="small" />
        </Toggle>
        <Toggle label={say('dispatcher.shifts.title')} on={drawer === 'shifts'} onToggle={() => set({ drawer: drawer === 'shifts' ? null : 'shifts' })}>
          <FormatListNumbered fontSize="small" />
        </Toggle>
      </Box>
    </Box>
  )
}

function Toggle({ label, on, onToggle, children }: { label: string; on: boolean; onToggle: () => void; children: ReactNode }) {
  return (
    <Tooltip title={label}>
      <ToggleButton value={label} selected={on} onChange={onToggle} aria-label={label} size="small" sx={{ width: 36, height: 36 }}>{children}</ToggleButton>
    </Tooltip>
  )
}

const HEADER = {
  display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1, px: 1, py: 0.75, minHeight: 56, boxSizing: 'border-box',
  bgcolor: 'background.paper', borderBottom: 1, borderColor: 'divider', flexShrink: 0,
} as const
