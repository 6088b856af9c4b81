import { setTimeout as sleep } from 'node:timers/promises'

/** How soon what has come meanwhile is looked for while something slow is under way. */
const LOOK_MS = 250

interface Lanes<T> {
  /** How much is worked on at once. */
  readonly most: number
  readonly signal: AbortSignal
  /** Takes what waits, at most so much. */
  readonly claim: (most: number) => Promise<readonly T[]>
  readonly work: (one: T) => Promise<void>
}

/**
 * Works on what waits until nothing does. What takes long holds up only what must come after it.
 * @throws what the first failure threw, once all that was begun is done
 */
export async function inLanes<T>({ most, signal, claim, work }: Lanes<T>): Promise<void> {
  const lanes = new Set<Promise<void>>()
  const failures: unknown[] = []
  const begin = (one: T): void => {
    const lane: Promise<void> = work(one)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => lanes.delete(lane))
    lanes.add(lane)
  }
  while (!signal.aborted && failures.length === 0) {
    const claimed = lanes.size < most ? await claim(most - lanes.size) : []
    claimed.forEach(begin)
    if (lanes.size === 0) break
    const look = new AbortController()
    await Promise.race([...lanes, sleep(LOOK_MS, undefined, { signal: look.signal }).catch(() => undefined)])
    look.abort()
  }
  await Promise.all(lanes)
  if (failures.length > 0) throw failures[0]
}
