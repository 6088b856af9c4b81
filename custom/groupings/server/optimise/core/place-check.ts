import type { Routes } from './routes'

/** What a place of a request has to keep besides: the whole route is driven with its stops at the places in `tried`. */
export class PlaceCheck {
  readonly #routes: Routes
  /** When the passengers of a request got in. */
  readonly #boarded: Float64Array

  constructor(routes: Routes) {
    this.#routes = routes
    this.#boarded = new Float64Array(routes.arena.requests)
  }

  /** How many positions farther from their locked ones stops would stand. */
  displaced(r: number, count: number, first: number, tried: Int32Array): number {
    const { order, width, length } = this.#routes
    const { locked } = this.#routes.arena
    let change = 0
    let put = 0
    for (let position = 1; position <= (length[r] as number) + 1; position++) {
      for (; put < count && tried[put] === position; put++) {
        const lock = locked[first + put] as number
        if (lock >= 0) change += Math.abs(position - 1 + put - lock)
      }
      if (position > (length[r] as number)) break
      const lock = locked[order[r * width + position] as number] as number
      if (lock >= 0) change += Math.abs(position - 1 + put - lock) - Math.abs(position - 1 - lock)
    }
    return change
  }

  /**
   * Whether all have a seat to the end of the route with the request in it: who gets in and not out takes one from
   * there on.
   */
  keepsSeats(r: number, count: number, first: number, tried: Int32Array): boolean {
    const { order, load, width, length } = this.#routes
    const { seats, capacity } = this.#routes.arena
    let on = load[r * width] as number
    let put = 0
    for (let position = 1; position <= (length[r] as number) + count; position++) {
      const isNew = put < count && (tried[put] as number) + put === position
      const change = seats[isNew ? first + put++ : (order[r * width + position - put] as number)] as number
      on += change
      if (change > 0 && on > (capacity[r] as number)) return false
    }
    return true
  }

  /** Drives the route with the request in it, and looks at the rides of those who are on board. */
  keepsRides(r: number, count: number, first: number, tried: Int32Array): boolean {
    const { order, leave, width, length } = this.#routes
    const { nodes, seconds, opens, stays, rides, requestOf, first: firsts } = this.#routes.arena
    const base = r * width
    let now = leave[base] as number
    let from = order[base] as number
    let put = 0
    for (let position = 1; position <= (length[r] as number) + count; position++) {
      const isNew = put < count && (tried[put] as number) + put === position
      const node = isNew ? first + put++ : (order[base + position - put] as number)
      now += seconds[from * nodes + node] as number
      const request = requestOf[node] as number
      const isLast = node + 1 === (firsts[request + 1] as number)
      if (isLast && now - (this.#boarded[request] as number) > (rides[request] as number)) return false
      if (now < (opens[node] as number)) now = opens[node] as number
      now += stays[node] as number
      if (node === (firsts[request] as number)) this.#boarded[request] = now
      from = node
    }
    return true
  }
}
