/** A source of numbers in [0, 1). */
export type Random = () => number

/**
 * The same stream of numbers for the same seed, on every machine.
 * Source: mulberry32 by Tommy Ettinger (public domain).
 */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A whole number from `low` to `high`, both included. */
export const randomInteger = (random: Random, low: number, high: number): number =>
  low + Math.floor(random() * (high - low + 1))

/** One of a list that is not empty. */
export function pick<T>(random: Random, list: readonly T[]): T {
  const one = list[Math.floor(random() * list.length)]
  if (one === undefined) throw new Error('Nothing to pick from: the list is empty.')
  return one
}

/** One of a list, each as often as its weight says. */
export function pickWeighted<T>(random: Random, list: readonly (readonly [value: T, weight: number])[]): T {
  const total = list.reduce((sum, [, weight]) => sum + weight, 0)
  let left = random() * total
  for (const [value, weight] of list) {
    left -= weight
    if (left < 0) return value
  }
  return pick(random, list)[0]
}
