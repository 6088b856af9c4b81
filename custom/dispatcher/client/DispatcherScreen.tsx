import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import type { Map as LeafletMap } from 'leaflet'
import { useCallback, useMemo, useState } from 'react'
import { useConsole } from '../../../src/client/app/console'
import { useKeys } from '../../../src/client/ui/keys'
import { useSay } from '../../../src/client/ui/style'
import type { LatLng } from '../../geo/model/lat-lng'
import { bringIntoSight, bringTo } from './bring-to'
import { covered_px, type SheetStop } from './BottomSheet'
import { withAvailability } from './fleet'
import { FleetEmpty } from './FleetEmpty'
import { FleetMap } from './FleetMap'
import { FleetPanel, HEAD_PX } from './FleetPanel'
import { DeskRooms, PhoneRooms } from './FleetRooms'
import { useFleet } from './use-fleet'
import { useFleetView } from './use-fleet-view'
import { useNow } from './use-now'
import { VehicleCard } from './VehicleCard'

// Near enough to see which street it is on.
const CHOSEN_ZOOM = 15

/** The dispatcher: the fleet on the map and in a list, found by text and by availability. */
export default function DispatcherScreen() {
  const say = useSay()
  const { actor } = useConsole()
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const view = useFleetView()
  const { selected, set } = view
  const live = useFleet(view.q)
  const now_ms = useNow()
  const [map, setMap] = useState<LeafletMap | null>(null)
  const [stop, setStop] = useState<SheetStop>('peek')
  const all = live.fleet?.vehicles ?? NONE
  const shown = useMemo(() => withAvailability(all, view.wanted), [all, view.wanted])
  const chosen = all.find(({ id }) => id === selected) ?? null

  const placeOf = (id: number | null): LatLng | null => {
    const { lat = null, lng = null } = all.find((one) => one.id === id) ?? {}
    return lat === null || lng === null ? null : [lat, lng]
  }
  const covered = (at: SheetStop): number => (phone && map ? covered_px(at, HEAD_PX, map.getSize().y) : 0)
  const choose = useCallback((id: number | null) => set({ vehicle: id }), [set])
  const chooseOnMap = (id: number | null): void => {
    choose(id)
    const to = id === null ? 'peek' : 'half'
    const place = placeOf(id)
    if (phone && map && place) bringIntoSight(map, place, covered(to))
    setStop(to)
  }
  const chooseInList = (id: number): void => {
    choose(id)
    const place = placeOf(id)
    if (map && place) bringIntoSight(map, place, covered('half'))
    setStop('half')
  }
  const center = (): void => {
    const place = placeOf(selected)
    if (map && place) bringTo(map, place, Math.max(map.getZoom(), CHOSEN_ZOOM), covered('peek'))
    setStop('peek')
  }
  const step = (by: 1 | -1): void => {
    const at = shown.findIndex(({ id }) => id === selected)
    const next = shown[Math.min(shown.length - 1, Math.max(0, at < 0 ? 0 : at + by))]
    if (next) chooseInList(next.id)
  }
  useKeys([
    { keys: 'j', label: say('dispatcher.keys.next'), run: () => step(1) },
    { keys: 'k', label: say('dispatcher.keys.previous'), run: () => step(-1) },
    { keys: 'enter', label: say('dispatcher.card.center'), run: center, active: chosen !== null },
    { keys: 'escape', label: say('dispatcher.card.close'), run: () => choose(null), active: chosen !== null },
  ])

  const rooms = {
    map: <FleetMap vehicles={shown} selected={selected} now_ms={now_ms} onMap={setMap} onSelect={chooseOnMap} />,
    panel: actor.root || actor.operator
      ? <FleetPanel live={live} view={view} shown={shown} now_ms={now_ms} onSelect={chooseInList} />
      : <FleetEmpty why="no_fleet" />,
    card: chosen && (
      <VehicleCard key={chosen.id} vehicle={chosen} now_ms={now_ms} onCenter={center} onClose={() => choose(null)} />
    ),
  }
  return phone ? <PhoneRooms {...rooms} stop={stop} onStop={setStop} /> : <DeskRooms {...rooms} />
}

const NONE: readonly never[] = []
