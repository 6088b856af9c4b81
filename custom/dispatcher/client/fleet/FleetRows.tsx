import type { LiveVehicle } from '../../model/live-vehicle'
import { FleetEmpty, FleetSkeleton } from './FleetEmpty'
import { FleetList } from './FleetList'
import { FleetStatus } from './FleetStatus'
import type { FollowedFleet } from './use-fleet'
import type { FleetView } from './use-fleet-view'

interface Props {
  readonly live: FollowedFleet
  readonly view: FleetView
  /** The vehicles of the fleet that the view asks for. */
  readonly shown: readonly LiveVehicle[]
  readonly now_ms: number
  readonly onSelect: (id: number) => void
}

/** The vehicles that the filters leave, one under the other, or why there are none. */
export function FleetRows({ live, view: { q, wanted, states, selected, set }, shown, now_ms, onSelect }: Props) {
  const filtered = q !== '' || wanted !== null || states.length > 0
  return (
    <>
      <FleetStatus live={live} count={shown.length} now_ms={now_ms} />
      {!live.fleet && !live.failed && <FleetSkeleton />}
      {live.fleet && shown.length > 0 && (
        <FleetList vehicles={shown} selected={selected} now_ms={now_ms} onSelect={onSelect} />
      )}
      {live.fleet && shown.length === 0 && (
        <FleetEmpty why={filtered ? 'no_match' : 'none'} onAll={() => set({ q: '', availability: null, states: '' })} />
      )}
    </>
  )
}
