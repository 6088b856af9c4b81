import DirectionsCar from '@mui/icons-material/DirectionsCar'
import TableRows from '@mui/icons-material/TableRows'
import FormatListNumbered from '@mui/icons-material/FormatListNumbered'
import ListAlt from '@mui/icons-material/ListAlt'
import LocalTaxi from '@mui/icons-material/LocalTaxi'
import MobileOff from '@mui/icons-material/MobileOff'
import HexagonOutlined from '@mui/icons-material/HexagonOutlined'
import Moving from '@mui/icons-material/Moving'
import Box from '@mui/material/Box'
import { memo } from 'react'
import { useSay } from '#engine/ui'
import type { FleetTotals } from '../../model/live-vehicle'
import { FleetCounters } from '../fleet/FleetCounters'
import { FleetSearch } from '../fleet/FleetSearch'
import type { FleetView } from '../fleet/use-fleet-view'
import { HeaderToggle } from './HeaderToggle'
import { StateFilter } from './StateFilter'

interface Props {
  readonly view: FleetView
  readonly totals: FleetTotals | null
  readonly destinations: boolean
  readonly onDestinations: (shown: boolean) => void
  /** The zones in which drivers wait are on the map. */
  readonly zones: boolean
  readonly onZones: (shown: boolean) => void
  readonly offline: boolean
  readonly onOffline: (shown: boolean) => void
  /** The panel of rides is open. */
  readonly jobs: boolean
  readonly onJobs: () => void
}

/**
 * Over the map: which vehicles are shown, how many there are, and what is shown next to the map. A poll draws it again
 * for other counts alone.
 */
export const FleetHeader = memo(function FleetHeader({
  view: { q, wanted, states, drawer, set },
  totals,
  destinations,
  onDestinations,
  zones,
  onZones,
  offline,
  onOffline,
  jobs,
  onJobs,
}: Props) {
  const say = useSay()
  return (
    <Box component="section" aria-label={say('dispatcher.header')} sx={HEADER}>
      <Box sx={{ flex: '1 1 180px', minWidth: 150, maxWidth: 320 }}>
        <FleetSearch
          q={q}
          onSearch={(text) => set(text && drawer === null ? { q: text, drawer: 'vehicles' } : { q: text })}
        />
      </Box>
      <Box sx={{ flex: '1 0 316px', maxWidth: 380 }}>
        <FleetCounters totals={totals} wanted={wanted} onWant={(availability) => set({ availability })} />
      </Box>
      <Box sx={{ display: 'flex', gap: 0.5, marginInlineStart: 'auto' }}>
        <StateFilter states={states} onStates={(next) => set({ states: next.join(',') })} />
        <HeaderToggle
          label={say('dispatcher.destinations')}
          on={destinations}
          onToggle={() => onDestinations(!destinations)}
        >
          <Moving fontSize="small" />
        </HeaderToggle>
        <HeaderToggle label={say('ranks.zones_on_map')} on={zones} onToggle={() => onZones(!zones)}>
          <HexagonOutlined fontSize="small" />
        </HeaderToggle>
        <HeaderToggle label={say('dispatcher.fleet_offline')} on={offline} onToggle={() => onOffline(!offline)}>
          <MobileOff fontSize="small" />
        </HeaderToggle>
        <HeaderToggle label={say('dispatcher.jobs.title')} on={jobs} onToggle={onJobs}>
          <ListAlt fontSize="small" />
        </HeaderToggle>
        <HeaderToggle
          label={say('dispatcher.list')}
          on={drawer === 'vehicles'}
          onToggle={() => set({ drawer: drawer === 'vehicles' ? null : 'vehicles' })}
        >
          <DirectionsCar fontSize="small" />
        </HeaderToggle>
        <HeaderToggle
          label={say('dispatcher.table.title')}
          on={drawer === 'table'}
          onToggle={() => set({ drawer: drawer === 'table' ? null : 'table' })}
        >
          <TableRows fontSize="small" />
        </HeaderToggle>
        <HeaderToggle
          label={say('dispatcher.shifts.title')}
          on={drawer === 'shifts'}
          onToggle={() => set({ drawer: drawer === 'shifts' ? null : 'shifts' })}
        >
          <FormatListNumbered fontSize="small" />
        </HeaderToggle>
        <HeaderToggle
          label={say('ranks.title')}
          on={drawer === 'ranks'}
          onToggle={() => set({ drawer: drawer === 'ranks' ? null : 'ranks' })}
        >
          <LocalTaxi fontSize="small" />
        </HeaderToggle>
      </Box>
    </Box>
  )
})

const HEADER = {
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 1,
  px: 1,
  py: 0.75,
  minHeight: 56,
  boxSizing: 'border-box',
  bgcolor: 'background.paper',
  borderBottom: 1,
  borderColor: 'divider',
  flexShrink: 0,
} as const
