/** How many calls are under way, for the thin bar (reads) and the overlay (writes); polls are not counted. */
export interface Traffic {
  readonly reads: number
  readonly writes: number
}

export interface TrafficMeter {
  current(): Traffic
  subscribe(listener: () => void): () => void
  /** Counts one call until the returned function is called. */
  start(kind: keyof Traffic): () => void
}

export function createTraffic(): TrafficMeter {
  let now: Traffic = { reads: 0, writes: 0 }
  const listeners = new Set<() => void>()
  const change = (kind: keyof Traffic, by: number): void => {
    now = { ...now, [kind]: now[kind] + by }
    for (const listener of listeners) listener()
  }
  return {
    current: () => now,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    start(kind) {
      change(kind, 1)
      let open = true
      return () => {
        if (open) change(kind, -1)
        open = false
      }
    },
  }
}
