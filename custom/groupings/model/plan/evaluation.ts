/** A stop as a route makes it. */
export interface Visit {
  readonly stop: number
  readonly arrival_s: number
  /** How long the vehicle waits for the window to open. */
  readonly wait_s: number
  readonly leave_s: number
  /** How long after the window's end the stop begins, tolerated or not. */
  readonly late_s: number
  /** Passengers on board after it. */
  readonly load: number
  /** At a drop-off: how long its passengers have ridden; else null. */
  readonly ride_s: number | null
  /** The way there; zero at a stop that was driven. */
  readonly leg_s: number
  readonly leg_m: number
  readonly driven: boolean
}

/**
 * What is wrong at a stop, and by how much: `late` seconds after window and tolerance, `seats` too few, `precedence`
 * stops of the service that should have come before, `ride` seconds too long, `lock` positions from the locked one (1:
 * another vehicle than the locked one), `driven` a driven stop that is moved, `shift` seconds after its end (at the
 * route's last stop), `incomplete` stops of the service that the route lacks (at the last it has).
 */
export interface Violation {
  readonly kind: 'late' | 'seats' | 'precedence' | 'ride' | 'lock' | 'driven' | 'shift' | 'incomplete'
  readonly stop: number
  readonly service: number
  readonly vehicle: number
  readonly by: number
}

/** Sums over the part of a route, or of a plan, that is still to be driven. */
interface Sums {
  readonly drive_s: number
  readonly wait_s: number
  readonly metres: number
  /** By the problem's weights, without balance. */
  readonly cost: number
  readonly late_s: number
}

export interface RouteEvaluation extends Sums {
  readonly vehicle: number
  /**
   * When it leaves its start, and when it is at its end or has left its last stop; both null for a route with nothing
   * to drive.
   */
  readonly start_s: number | null
  readonly end_s: number | null
  readonly visits: readonly Visit[]
  readonly violations: readonly Violation[]
}

export interface Evaluation extends Sums {
  readonly routes: readonly RouteEvaluation[]
  readonly violations: readonly Violation[]
  /** Services that no vehicle drives. */
  readonly left: readonly number[]
  /** What the dial of balance adds to the cost of this plan. */
  readonly balance_cost: number
}
