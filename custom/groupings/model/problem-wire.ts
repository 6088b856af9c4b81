import { matrixOf, type WayMatrix, type RoutePlan, type Problem } from './plan/problem'
import type { ProblemWire } from './grouping-wire'

/** The vehicle of a grouping that has none yet. */
export const NO_VEHICLE = 0

/** A problem as a call carries it. */
export function problemToWire({ matrix, ...problem }: Problem): ProblemWire {
  const plain = JSON.parse(JSON.stringify(problem)) as Omit<ProblemWire, 'seconds' | 'metres' | 'source'>
  return {
    ...plain,
    seconds: rowsOf(matrix, matrix.seconds),
    metres: rowsOf(matrix, matrix.metres),
    source: matrix.source,
  }
}

/** The problem that a call has carried. @throws {Error} when its matrix is none */
export function problemOfWire({ seconds, metres, source, ...problem }: ProblemWire): Problem {
  return { ...problem, matrix: matrixOf(seconds, metres, source) }
}

function rowsOf({ size }: WayMatrix, cells: Float64Array): number[][] {
  return Array.from({ length: size }, (_, row) => Array.from(cells.subarray(row * size, (row + 1) * size), Math.round))
}

/** The plan of one vehicle with its stops in this order. */
export const planOfOrder = ({ vehicles }: Problem, stops: readonly number[]): RoutePlan => ({
  routes: [{ vehicle: vehicles[0]?.id ?? NO_VEHICLE, stops }],
  left: [],
})

/** The order of the only route of a plan. */
export const planOrder = ({ routes }: RoutePlan): readonly number[] => routes[0]?.stops ?? []
