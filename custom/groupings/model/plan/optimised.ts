import type { RoutePlan } from './problem'

/** How a plan is looked for. The same problem, start and choices give the same plan, on any machine. */
export interface PlanChoices {
  /** The dice. */
  readonly seed: number
  /**
   * How many times the plan is taken apart and put together again; null: by the number of stops, about three seconds.
   */
  readonly iterations: number | null
  /** Every service is driven, late where nothing else is possible; otherwise what does not fit is left over. */
  readonly all: boolean
}

/** A plan on the way to the best one. */
export interface PlanProgress {
  readonly plan: RoutePlan
  readonly cost: number
  readonly iteration: number
  readonly iterations: number
}

/** A service that is in no route, and the smallest change that would let it in. */
export interface Leftover {
  readonly service: number
  /**
   * `late`: its stops may begin `by` seconds after their windows; `seats`: so many more in the vehicle; `ride`: a ride
   * of so many seconds more; `shift`: so many seconds of overtime; `lock`: another vehicle than the locked one;
   * `vehicle`: one more vehicle, since no change of these kinds is enough.
   */
  readonly kind: 'late' | 'seats' | 'ride' | 'shift' | 'lock' | 'vehicle'
  readonly by: number
  /** Who would drive it then; null: none of these. */
  readonly vehicle: number | null
}

/** A finished plan. */
export interface OptimisedPlan {
  readonly plan: RoutePlan
  readonly cost: number
  /** Whose plan it is: ours, or that of the VROOM server that the settings name. */
  readonly by: 'own' | 'vroom'
  /**
   * Why the VROOM server's answer was not used: an error of the network, or what was wrong with it. Null: it was used,
   * or none is set.
   */
  readonly vroom_error: string | null
  readonly seed: number
  readonly iterations: number
  /** Stopped by hand before the end: the same choices may give another plan. */
  readonly stopped: boolean
  readonly leftovers: readonly Leftover[]
  /** Metres that the dial of balance has cost, against the cheapest plan found; null with the dial at 0. */
  readonly balance_m: number | null
}
