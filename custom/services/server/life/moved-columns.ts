import type { Move } from '../../model/life-cycle'

/** Stamps of a driver's work, which go with him. */
const DRIVERS_STAMPS = ['date_accepted', 'date_onway', 'date_waiting'] as const

export interface MoveTo {
  /** When it was done; ISO 8601 UTC. */
  readonly at: string
  readonly id_driver: number | null
  readonly id_vehicle: number | null
}

/** The columns that a move writes beside version and date of change. */
export function movedColumns(move: Move, { at, id_driver, id_vehicle }: MoveTo): { readonly [column: string]: unknown } {
  const cleared = Object.fromEntries(DRIVERS_STAMPS.map((column) => [column, null]))
  return {
    state: move.to,
    ...(move.driver === 'set' ? { id_driver, id_vehicle } : {}),
    ...(move.driver === 'clear' ? { id_driver: null, id_vehicle: null, ...cleared } : {}),
    // Nobody waits for a driver any more, or not yet.
    ...(move.to !== 'requested' && move.to !== 'unassigned' ? { keep_searching: false, date_keep_until: null } : {}),
    ...(move.stamps === null ? {} : { [move.stamps]: at }),
  }
}
