/**
 * What a plan of routes is made for: stops of services, the vehicles that may drive them, and how far everything is
 * apart. Moments are seconds after `zero`, lengths are metres, durations seconds. All of it is plain data: it is made
 * on the server, and read there, in threads and in browsers.
 */
export interface Problem {
  /** The moment that seconds are counted from, ISO 8601 UTC. */
  readonly zero: string
  readonly stops: readonly PlanStop[]
  readonly services: readonly PlanService[]
  readonly vehicles: readonly PlanVehicle[]
  readonly matrix: WayMatrix
  readonly locks: Locks
  /** How many seconds after a window's end still count as on time. */
  readonly tolerance_s: number
  readonly weights: Weights
  /** From 0, the cheapest plan, to 1: how much the longest route being longer than the mean one costs. */
  readonly balance: number
}

/** One place where a vehicle stops for one service. */
export interface PlanStop {
  readonly id: number
  readonly service: number
  /**
   * Stops of a service are visited in the order in which `Problem.stops` lists them, by one vehicle: pick-ups and
   * middle stops first, the drop-off last.
   */
  readonly kind: 'pickup' | 'via' | 'dropoff'
  /** Its row of the matrix. */
  readonly place: number
  /** Passengers who get in (positive) or out (negative). */
  readonly seats: number
  /** When the stop may begin; a vehicle that is early waits. Null: at any time. */
  readonly window: Window | null
  /** How long the vehicle stands there. */
  readonly stay_s: number
}

export interface Window {
  readonly from: number
  readonly to: number
}

export interface PlanService {
  readonly id: number
  /** Those with the highest are served first when not all can be; usually 0. */
  readonly priority: number
  /** The longest time from leaving the pick-up to reaching the drop-off; null: any. */
  readonly ride_s: number | null
}

export interface PlanVehicle {
  readonly id: number
  readonly seats: number
  /**
   * Where its open part begins, a row of the matrix: its stand or its position now; null: at the last stop driven, else
   * at the first stop.
   */
  readonly start: number | null
  /** Where it returns to; null: it ends at its last stop. */
  readonly end: number | null
  /** When it may be under way; for one that has driven, `from` is the present. Null: at any time from zero on. */
  readonly shift: Window | null
  /** What it has driven, in order: no plan changes that. */
  readonly driven: readonly DrivenStop[]
}

/** A stop that was made, at the times at which it was. */
export interface DrivenStop {
  readonly stop: number
  readonly arrival_s: number
  readonly leave_s: number
}

/** Ways between places, row by row: from `a` to `b` at `a * size + b`. */
export interface WayMatrix {
  readonly size: number
  readonly seconds: Float64Array
  readonly metres: Float64Array
  /** Who measured them: `osrm`, `valhalla`, `streets`, `straight` … */
  readonly source: string
}

interface Locks {
  /** Stops that stand at exactly this position of their route, counted from 0 and with what has been driven. */
  readonly positions: readonly { readonly stop: number; readonly position: number }[]
  /** Services that no other vehicle may drive. */
  readonly vehicles: readonly { readonly service: number; readonly vehicle: number }[]
}

/**
 * What a plan costs: of each second and metre that is driven, of each vehicle that is used. In minor units of money the
 * cost is an amount.
 */
interface Weights {
  readonly second: number
  readonly metre: number
  readonly vehicle: number
}

/** Routes and what is in none of them. */
export interface RoutePlan {
  readonly routes: readonly PlanRoute[]
  /** Services that no vehicle drives. */
  readonly left: readonly number[]
}

export interface PlanRoute {
  readonly vehicle: number
  /** Stops in their order, what has been driven first. */
  readonly stops: readonly number[]
}

/** A matrix of rows of numbers, as calls carry them. @throws {Error} when they are no square of finite numbers */
export function matrixOf(
  seconds: readonly (readonly number[])[],
  metres: readonly (readonly number[])[],
  source: string,
): WayMatrix {
  const size = seconds.length
  const flat = (rows: readonly (readonly number[])[]): Float64Array => {
    if (rows.length !== size || rows.some((row) => row.length !== size))
      throw new Error(`A matrix of ${size} places needs as many rows and columns.`)
    const cells = Float64Array.from(rows.flat())
    if (!cells.every((cell) => Number.isFinite(cell) && cell >= 0))
      throw new Error('A cell of the matrix is no distance.')
    return cells
  }
  return { size, seconds: flat(seconds), metres: flat(metres), source }
}
