/** How many calls are under way, for the thin bar (reads) and the overlay (writes); polls are not counted. */
interface Traffic {
  readonly reads: number
  readonly writes: number
  /** Path of the write that began last. */
  readonly path: string
}

export interface TrafficMeter {
  current(): Traffic
  subscribe(listener: () => void): () => void
  /** Counts one call until the returned function is called. */
  start(kind: 'reads' | 'writes', path?: string): () => void
}

export function createTraffic(): TrafficMeter {
  let now: Traffic = { reads: 0, writes: 0, path: '' }
  const listeners = new Set<() => void>()
  const change = (kind: 'reads' | 'writes', by: number, path = now.path): void => {
    now = { ...now, path, [kind]: now[kind] + by }
    for (const listener of listeners) listener()
  }
  return {
    current: () => now,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    start(kind, path) {
      change(kind, 1, kind === 'writes' ? path : undefined)
      let open = true
      return () => {
        if (open) change(kind, -1)
        open = false
      }
    },
  }
}
