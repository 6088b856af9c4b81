/**
 * A number from 0 up to 1 that depends on nothing but what it is drawn for: the same driver answers the same request of
 * a ride alike under every rule, so that two rules differ by what they do and not by luck.
 */
export function draw(...of: readonly number[]): number {
  let hash = 0x9e3779b9
  for (const part of of) {
    hash = Math.imul(hash ^ (part | 0), 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    hash ^= hash >>> 16
  }
  return (hash >>> 0) / 4_294_967_296
}
