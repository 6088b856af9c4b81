interface Timed<T> {
  readonly at_ms: number
  readonly place: number
  readonly event: T
}

/** Events in the order of their time; of two at the same time the one that was put in first. A binary heap. */
export class EventQueue<T> {
  readonly #heap: Timed<T>[] = []
  #placed = 0

  put(at_ms: number, event: T): void {
    const heap = this.#heap
    const timed = { at_ms, place: this.#placed++, event }
    let at = heap.length
    heap.push(timed)
    while (at > 0) {
      const up = (at - 1) >> 1
      const parent = heap[up]
      if (!parent || !before(timed, parent)) break
      heap[at] = parent
      at = up
    }
    heap[at] = timed
  }

  take(): { readonly at_ms: number; readonly event: T } | null {
    const heap = this.#heap
    const [first] = heap
    const last = heap.pop()
    if (!first || !last) return null
    if (heap.length === 0) return first
    let at = 0
    for (;;) {
      const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]]
      if (!left) break
      const down = right && before(right, left) ? 2 * at + 2 : 2 * at + 1
      const child = heap[down]
      if (!child || !before(child, last)) break
      heap[at] = child
      at = down
    }
    heap[at] = last
    return first
  }
}

const before = <T>(a: Timed<T>, b: Timed<T>): boolean => a.at_ms < b.at_ms || (a.at_ms === b.at_ms && a.place < b.place)
