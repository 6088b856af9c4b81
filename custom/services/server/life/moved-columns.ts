import type { Changes } from '#app/tables'
import { MOVES, type ServiceMove } from '../../model/life-cycle'

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

/** Nobody waits for another car any more. */
const TAKEN_OVER = { date_handed_over: null, handover_point: null, handover_address: null } as const

/**
 * The columns that a move writes in addition to version and date of change.
 * @param aboard the passenger rides already, and waits for another car: the ride has begun long since, and is over or
 * goes on with the next
 */
export function movedColumns(
  move: ServiceMove,
  { at, id_driver, id_vehicle }: MoveTo,
  aboard: boolean,
): Changes<'services'> {
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
    ...(move.stamps === null || (aboard && move === MOVES.start) ? {} : { [move.stamps]: at }),
    ...(aboard && (move === MOVES.start || move.to === 'canceled') ? TAKEN_OVER : {}),
  }
}
