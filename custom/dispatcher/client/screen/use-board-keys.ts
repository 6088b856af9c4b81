import { useParams } from 'react-router-dom'
import { type Key, useSay } from '#engine/ui'
import { AVAILABILITIES, type Availability } from '../../model/live-vehicle'
import type { Drawer } from '../fleet/use-fleet-view'
import type { Board } from './use-board'

const COUNTERS: readonly (Availability | null)[] = [null, ...AVAILABILITIES]

/**
 * The keys of the board, in addition to those of the form. `n` begins a new service where the form is about another
 * one.
 */
export function useDispatcherKeys({
  board: { view, shown, chosen, staff },
  destinations,
  onDestinations,
  zones,
  onZones,
  onSelect,
  onCenter,
  onNew,
}: {
  board: Board
  destinations: boolean
  onDestinations: (shown: boolean) => void
  zones: boolean
  onZones: (shown: boolean) => void
  onSelect: (id: number) => void
  onCenter: () => void
  onNew: () => void
}): readonly Key[] {
  const say = useSay()
  const { id } = useParams()
  const { selected, wanted, drawer, set } = view
  const step = (by: 1 | -1): void => {
    const at = shown.findIndex((one) => one.id === selected)
    const next = shown[Math.min(shown.length - 1, Math.max(0, at < 0 ? 0 : at + by))]
    if (next) onSelect(next.id)
  }
  const toggle = (one: Drawer): void => set({ drawer: drawer === one ? null : one })
  const count = (): void => set({ availability: COUNTERS[(COUNTERS.indexOf(wanted) + 1) % COUNTERS.length] ?? null })
  return [
    { keys: 'n', label: say('dispatcher.new'), run: onNew, active: id !== undefined },
    { keys: 'j', label: say('dispatcher.keys.next'), run: () => step(1), active: staff },
    { keys: 'k', label: say('dispatcher.keys.previous'), run: () => step(-1), active: staff },
    { keys: 'v', label: say('dispatcher.list'), run: () => toggle('vehicles'), active: staff },
    { keys: 'l', label: say('dispatcher.table.title'), run: () => toggle('table'), active: staff },
    { keys: 't', label: say('dispatcher.shifts.title'), run: () => toggle('shifts'), active: staff },
    { keys: 'q', label: say('ranks.title'), run: () => toggle('ranks'), active: staff },
    { keys: 'c', label: say('dispatcher.keys.counters'), run: count, active: staff },
    { keys: 'd', label: say('dispatcher.destinations'), run: () => onDestinations(!destinations), active: staff },
    { keys: 'i', label: say('ranks.zones_on_map'), run: () => onZones(!zones), active: staff },
    { keys: 'enter', label: say('dispatcher.card.center'), run: onCenter, active: chosen !== null },
  ]
}
