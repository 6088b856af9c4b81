import Box from '@mui/material/Box'
import type { LiveVehicle } from '../model/live-vehicle'
import { FleetCounters } from './FleetCounters'
import { FleetEmpty, FleetSkeleton } from './FleetEmpty'
import { FleetList } from './FleetList'
import { FleetSearch } from './FleetSearch'
import { FleetStatus } from './FleetStatus'
import type { LiveFleet } from './use-fleet'
import type { FleetView } from './use-fleet-view'

interface Props {
  readonly live: LiveFleet
  readonly view: FleetView
  /** Those of the fleet that the view asks for. */
  readonly shown: readonly LiveVehicle[]
  readonly now_ms: number
  readonly onSelect: (id: number) => void
}

// Search, counters and the room between them.
export const HEAD_PX = 103

/** Search, counters and list of the fleet. */
export function FleetPanel({ live, view: { q, wanted, selected, set }, shown, now_ms, onSelect }: Props) {
  return (
    <>
      <Box sx={{ height: HEAD_PX, px: 1.5, display: 'grid', gap: 1, alignContent: 'start', flexShrink: 0, boxSizing: 'border-box' }}>
        <FleetSearch q={q} onSearch={(text) => set({ q: text })} />
        <FleetCounters totals={live.fleet?.totals ?? null} wanted={wanted} onWant={(availability) => set({ availability })} />
      </Box>
      <FleetStatus live={live} count={shown.length} now_ms={now_ms} />
      {!live.fleet && !live.failed && <FleetSkeleton />}
      {live.fleet && shown.length > 0 && <FleetList vehicles={shown} selected={selected} now_ms={now_ms} onSelect={onSelect} />}
      {live.fleet && shown.length === 0 && (
        <FleetEmpty why={q || wanted ? 'no_match' : 'none'} onAll={() => set({ q: '', availability: null })} />
      )}
    </>
  )
}
