import { OVER, SERVICE_STATES, type ServiceState } from '../../service-states/model'

/** A line of the activity log that changed what a board shows of a ride; absent: it stayed. */
export interface RideChange {
  readonly at_ms: number
  readonly state?: Changed<string>
  readonly id_driver?: Changed<number | null>
  readonly id_vehicle?: Changed<number | null>
}

interface Changed<T> {
  readonly from: T
  readonly to: T
}

/** A ride as it is now, with the moments that it keeps. */
export interface KeptRide {
  readonly state: string
  readonly id_driver: number | null
  readonly id_vehicle: number | null
  readonly scheduled: boolean
  /**
   * When each state began the last time, milliseconds; absent: never, or it was forgotten when its driver was taken
   * off.
   */
  readonly since_ms: { readonly [state in ServiceState]?: number }
  /** When a booking goes on air. */
  readonly onair_ms: number | null
}

/** How a ride stood at a moment. */
export interface RideThen {
  readonly state: ServiceState
  readonly id_driver: number | null
  readonly id_vehicle: number | null
  /** By the log; else concluded from its moments. */
  readonly logged: boolean
  /** Since when, as far as that is known. */
  readonly since_ms: number | null
}

/** The order in which a ride goes through what its moments tell. */
const TOLD = [
  'requested',
  'unassigned',
  'accepted',
  'onway',
  'waiting',
  'started',
  'arrived',
  'finalized',
  'canceled',
] as const
const WITH_DRIVER: readonly ServiceState[] = ['accepted', 'onway', 'waiting', 'started', 'arrived', 'finalized']

/**
 * How a ride stood at a moment: by the last change before it, else by what the first change after it changed, else by
 * the moments it keeps.
 * @param changes of the log, the oldest first
 */
export function rideAt(ride: KeptRide, changes: readonly RideChange[], at_ms: number): RideThen {
  const moved = changes.filter(({ state }) => state !== undefined)
  if (moved.length === 0) return byMoments(ride, at_ms)
  const last = moved.findLast((change) => change.at_ms <= at_ms)
  const state = last?.state?.to ?? moved[0]?.state?.from ?? ride.state
  return {
    state: isState(state) ? state : 'created',
    logged: true,
    since_ms: last?.at_ms ?? null,
    id_driver: valueAt(changes, 'id_driver', at_ms, ride.id_driver),
    id_vehicle: valueAt(changes, 'id_vehicle', at_ms, ride.id_vehicle),
  }
}

function valueAt(
  changes: readonly RideChange[],
  name: 'id_driver' | 'id_vehicle',
  at_ms: number,
  now: number | null,
): number | null {
  const told = changes.filter((change) => change[name] !== undefined)
  const last = told.findLast((change) => change.at_ms <= at_ms)?.[name]
  if (last) return last.to
  const next = told[0]?.[name]
  return next ? next.from : now
}

function byMoments({ since_ms, scheduled, onair_ms, id_driver, id_vehicle }: KeptRide, at_ms: number): RideThen {
  // Of two at the same moment the later in a ride's life.
  const [state, since] = TOLD.reduce<readonly [ServiceState, number] | readonly [null, null]>(
    (best, name) => {
      const began = since_ms[name]
      return began === undefined || began > at_ms || (best[1] !== null && began < best[1]) ? best : [name, began]
    },
    [null, null],
  )
  if (state === null) {
    const waits = scheduled && (onair_ms === null || onair_ms > at_ms)
    return {
      state: waits ? 'scheduled' : 'created',
      id_driver: null,
      id_vehicle: null,
      logged: false,
      since_ms: since_ms.created ?? null,
    }
  }
  const had = WITH_DRIVER.includes(state)
  return {
    state,
    id_driver: had ? id_driver : null,
    id_vehicle: had ? id_vehicle : null,
    logged: false,
    since_ms: since,
  }
}

const isState = (state: string): state is ServiceState => (SERVICE_STATES as readonly string[]).includes(state)

/** Whether a board showed it. */
export const wasOpen = ({ state }: RideThen): boolean => !(OVER as readonly ServiceState[]).includes(state)
