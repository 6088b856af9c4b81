import type { Changes } from '#app/tables'
import type { Move } from '../../model/life-cycle'

/** Stamps of a driver's work, cleared when the driver is taken off. */
const DRIVERS_STAMPS = ['date_accepted', 'date_onway', 'date_waiting'] as const

interface MoveTo {
  /** When it was done; ISO 8601 UTC. */
  readonly at: string
  readonly id_driver: number | null
  readonly id_vehicle: number | null
}

/** Nobody chose to wait for a driver, or they no longer do. */
export const NOT_WAITED_FOR = { keep_searching: false, date_keep_until: null } as const

/** The columns that a move writes in addition to version and date of change. */
export function movedColumns(move: Move, { at, id_driver, id_vehicle }: MoveTo): Changes<'services'> {
  const cleared = Object.fromEntries(DRIVERS_STAMPS.map((column) => [column, null]))
  return {
    state: move.to,
    driverless: move.to === 'unassigned',
    // Somebody has done something with the ride.
    date_driver_lost: null,
    ...(move.driver === 'set' ? { id_driver, id_vehicle } : {}),
    ...(move.driver === 'clear' ? { id_driver: null, id_vehicle: null, ...cleared } : {}),
    // The wait goes on while the service goes on air and comes back.
    ...(move.endsWait || (move.to !== 'requested' && move.to !== 'unassigned') ? NOT_WAITED_FOR : {}),
    ...(move.stamps === null ? {} : { [move.stamps]: at }),
  }
}
