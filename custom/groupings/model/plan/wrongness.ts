import type { Violation } from './evaluation'

/**
 * How much one unit of a violation weighs, in seconds: an order that cannot be driven, or nobody would fit into, is
 * worse than any delay.
 */
export const WRONG_S = {
  late: 1,
  ride: 1,
  shift: 1,
  lock: 36_000,
  seats: 360_000,
  precedence: 360_000,
  incomplete: 360_000,
  driven: 3_600_000,
} as const satisfies { readonly [kind in Violation['kind']]: number }

/** How wrong routes are, in weighed seconds: 0 is a plan that keeps everything. */
export const wrongness = (violations: readonly Violation[]): number =>
  violations.reduce((sum, { kind, by }) => sum + WRONG_S[kind] * by, 0)
