import type { Routes } from './routes'

/**
 * Keeps routes as they were before a step, so that the step can be taken back at the cost of the routes that it
 * changed.
 */
export class StepUndo {
  readonly touched: Int32Array
  count = 0
  readonly #routes: Routes
  readonly #isTouched: Uint8Array
  readonly #order: Int32Array
  readonly #leave: Float64Array
  readonly #load: Int32Array
  readonly #latest: Float64Array
  readonly #facts: Float64Array

  constructor(routes: Routes) {
    const { vehicles } = routes.arena
    this.#routes = routes
    this.touched = new Int32Array(vehicles)
    this.#isTouched = new Uint8Array(vehicles)
    this.#order = new Int32Array(routes.order.length)
    this.#leave = new Float64Array(routes.order.length)
    this.#load = new Int32Array(routes.order.length)
    this.#latest = new Float64Array(routes.order.length)
    this.#facts = new Float64Array(vehicles * 5)
  }

  /** Remembers a route, the first time in a step that it is about to change. */
  readonly touch = (r: number): void => {
    if (this.#isTouched[r] === 1) return
    this.#isTouched[r] = 1
    this.touched[this.count++] = r
    const { order, leave, load, latest, length, cost, version, locks, broken, width } = this.#routes
    const base = r * width
    const end = base + (length[r] as number) + 1
    for (let at = base; at <= end; at++) {
      this.#order[at] = order[at] as number
      this.#leave[at] = leave[at] as number
      this.#load[at] = load[at] as number
      this.#latest[at] = latest[at] as number
    }
    this.#facts[r * 5] = length[r] as number
    this.#facts[r * 5 + 1] = cost[r] as number
    this.#facts[r * 5 + 2] = version[r] as number
    this.#facts[r * 5 + 3] = locks[r] as number
    this.#facts[r * 5 + 4] = broken[r] as number
  }

  /** The step is done. */
  keep(): void {
    for (let at = 0; at < this.count; at++) this.#isTouched[this.touched[at] as number] = 0
    this.count = 0
  }

  /** The step is taken back; stops that are in no route afterwards are the caller's to mark. */
  back(): void {
    const { order, leave, load, latest, length, cost, version, locks, broken, width } = this.#routes
    const { vehicleOf, positionOf } = this.#routes
    for (let one = 0; one < this.count; one++) {
      const r = this.touched[one] as number
      const base = r * width
      const stops = this.#facts[r * 5] as number
      for (let at = base; at <= base + stops + 1; at++) {
        const node = this.#order[at] as number
        order[at] = node
        leave[at] = this.#leave[at] as number
        load[at] = this.#load[at] as number
        latest[at] = this.#latest[at] as number
        if (at > base && at <= base + stops) {
          vehicleOf[node] = r
          positionOf[node] = at - base
        }
      }
      length[r] = stops
      cost[r] = this.#facts[r * 5 + 1] as number
      version[r] = this.#facts[r * 5 + 2] as number
      locks[r] = this.#facts[r * 5 + 3] as number
      broken[r] = this.#facts[r * 5 + 4] as number
    }
    this.keep()
  }
}
