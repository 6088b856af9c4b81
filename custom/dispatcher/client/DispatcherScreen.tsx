import Box from '@mui/material/Box'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import type { Map as LeafletMap } from 'leaflet'
import { useCallback, useMemo, useState } from 'react'
import { useConsole } from '../../../src/client/app/console'
import { useKeys } from '../../../src/client/ui/keys'
import { useSay } from '../../../src/client/ui/style'
import { BottomSheet, sheetPeek_px, type SheetStop } from './BottomSheet'
import { withAvailability } from './fleet'
import { FleetCounters } from './FleetCounters'
import { FleetEmpty, FleetSkeleton } from './FleetEmpty'
import { FleetList } from './FleetList'
import { FleetMap } from './FleetMap'
import { FleetSearch } from './FleetSearch'
import { FleetStatus } from './FleetStatus'
import { useFleet } from './use-fleet'
import { useFleetView } from './use-fleet-view'
import { useNow } from './use-now'
import { VehicleCard } from './VehicleCard'

const SIDE_PX = 348
const HEAD_PX = 112
// Near enough to see which street it is on.
const CHOSEN_ZOOM = 15

/** The dispatcher: the fleet on the map and in a list, found by text and by availability. */
export default function DispatcherScreen() {
  const say = useSay()
  const { actor } = useConsole()
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const { q, wanted, selected, set } = useFleetView()
  const live = useFleet(q)
  const now_ms = useNow()
  const [map, setMap] = useState<LeafletMap | null>(null)
  const [stop, setStop] = useState<SheetStop>('peek')
  const all = live.fleet?.vehicles ?? NONE
  const shown = useMemo(() => withAvailability(all, wanted), [all, wanted])
  const chosen = all.find(({ id }) => id === selected) ?? null
  const operator = actor.root || actor.operator

  const choose = useCallback((id: number | null) => set({ vehicle: id }), [set])
  const placeOf = (id: number | null): [lat: number, lng: number] | null => {
    const { lat = null, lng = null } = all.find((one) => one.id === id) ?? {}
    return lat === null || lng === null ? null : [lat, lng]
  }
  const center = (id: number | null): void => {
    const place = placeOf(id)
    if (map && place) map.setView(place, Math.max(map.getZoom(), CHOSEN_ZOOM))
  }
  const chooseInList = (id: number): void => {
    choose(id)
    const place = placeOf(id)
    if (map && place && !map.getBounds().pad(-0.15).contains(place)) map.panTo(place)
    if (phone) setStop('half')
  }
  const step = (by: 1 | -1): void => {
    const at = shown.findIndex(({ id }) => id === selected)
    const next = shown[Math.min(shown.length - 1, Math.max(0, at < 0 ? 0 : at + by))]
    if (next) chooseInList(next.id)
  }
  useKeys([
    { keys: 'j', label: say('dispatcher.keys.next'), run: () => step(1) },
    { keys: 'k', label: say('dispatcher.keys.previous'), run: () => step(-1) },
    { keys: 'enter', label: say('dispatcher.card.center'), run: () => center(selected), active: chosen !== null },
    { keys: 'escape', label: say('dispatcher.card.close'), run: () => choose(null), active: chosen !== null },
  ])

  const head = operator && (
    <Box sx={{ p: 1.5, pb: 1, pt: phone ? 0 : 1.5, display: 'grid', gap: 1, flexShrink: 0 }}>
      <FleetSearch q={q} onSearch={(text) => set({ q: text })} />
      <FleetCounters totals={live.fleet?.totals ?? null} wanted={wanted} onWant={(availability) => set({ availability })} />
    </Box>
  )
  const list = !operator ? <FleetEmpty why="no_fleet" onAll={() => {}} /> : (
    <>
      <FleetStatus live={live} count={shown.length} now_ms={now_ms} />
      {!live.fleet ? !live.failed && <FleetSkeleton />
        : shown.length > 0 ? <FleetList vehicles={shown} selected={selected} now_ms={now_ms} onSelect={chooseInList} />
          : <FleetEmpty why={q || wanted ? 'no_match' : 'none'} onAll={() => set({ q: '', availability: null })} />}
    </>
  )
  const card = chosen && <VehicleCard key={chosen.id} vehicle={chosen} now_ms={now_ms} onCenter={() => { center(chosen.id); if (phone) setStop('peek') }} onClose={() => choose(null)} />
  const view = <FleetMap vehicles={shown} selected={selected} now_ms={now_ms} onMap={setMap} onSelect={(id) => { choose(id); if (phone) setStop(id === null ? 'peek' : 'half') }} />

  if (phone) {
    return (
      <Box sx={{ position: 'relative', height: 'var(--page-height)', overflow: 'hidden', '--map-inset-bottom': `${sheetPeek_px(HEAD_PX)}px` }}>
        {view}
        <BottomSheet stop={stop} onStop={setStop} head_px={HEAD_PX}>
          {card && stop !== 'peek' ? <Box sx={{ overflow: 'auto' }}>{card}</Box> : <>{head}{list}</>}
        </BottomSheet>
      </Box>
    )
  }
  return (
    <Box sx={{ display: 'flex', height: 'var(--page-height)', minHeight: 0 }}>
      <Box component="aside" aria-label={say('dispatcher.list')} sx={{ width: SIDE_PX, flexShrink: 0, display: 'flex', flexDirection: 'column', minHeight: 0, bgcolor: 'background.paper', borderInlineEnd: 1, borderColor: 'divider' }}>
        {head}
        {list}
      </Box>
      <Box sx={{ flex: 1, minWidth: 0, position: 'relative' }}>
        {view}
        {card && (
          <Box sx={{ position: 'absolute', top: 12, right: 12, zIndex: 1, width: 340, maxWidth: 'calc(100% - 24px)', maxHeight: 'calc(100% - 24px)', overflow: 'auto', bgcolor: 'background.paper', borderRadius: 1.5, boxShadow: 4, border: 1, borderColor: 'divider' }}>
            {card}
          </Box>
        )}
      </Box>
    </Box>
  )
}

const NONE: readonly never[] = []
