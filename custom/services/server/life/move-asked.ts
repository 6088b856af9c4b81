import type { Written } from '#app/tables'
import type { By } from '#engine/server'
import type { MoveName, Mover } from '../../model/life-cycle'

/** Who moves a service, for the state machine and for the log. */
export interface MoveBy extends By {
  readonly mover: Mover
}

/** The server itself. */
export const BY_SYSTEM: MoveBy = { mover: 'system', id_user: null, platform: 'api' }

export interface MoveAsked {
  readonly id: number
  readonly move: MoveName
  readonly by: MoveBy
  readonly now: Date
  /** When it was done, where that is not now. */
  readonly at?: Date
  /** For a move that sets a driver, who gets it; for a driver's own move, the driver who must have it. */
  readonly id_driver?: number | null
  readonly id_vehicle?: number | null
  /** Further columns written with it. */
  readonly also?: Written<'services'>
  /** Its company has answered. */
  readonly validated?: boolean
  /** Shown next to the line of the log. */
  readonly note?: string | null
}
