import type { Arena } from '../../../model/plan/arena'

/** A position away from a locked one costs more than any way. */
export const LOCK_COST = 1e7

/** A moment that is reckoned forwards differs in its last digits from the same one reckoned backwards. */
const LEEWAY_S = 1e-6

/**
 * Arrivals after these moments, by stop, cost so much a second: the problem's own windows, where `closes` was made
 * later.
 */
export interface Due {
  readonly due: Float64Array
  readonly cost: number
}

/**
 * The routes of a plan in the making: a row of nodes for each vehicle, with what is needed to judge a change of it in a
 * few steps. A row begins with the vehicle's start and ends with its end; stops stand at 1 to `length[r]`, row `r`
 * begins at `r * width`.
 */
export class Routes {
  readonly arena: Arena
  readonly width: number
  readonly order: Int32Array
  /** When a node is left, and passengers on board then. */
  readonly leave: Float64Array
  readonly load: Int32Array
  /** The latest arrival that makes nothing after it late. */
  readonly latest: Float64Array
  readonly length: Int32Array
  /** Cost of each route, what its broken locks and lateness stand for included; 0 where nothing is driven. */
  readonly cost: Float64Array
  /** Which state of a route it is: another number after every change. */
  readonly version: Int32Array
  /** By stop: its vehicle (-1: none) and its position in the row. */
  readonly vehicleOf: Int32Array
  readonly positionOf: Int32Array
  /**
   * Position of the first stop in each route that comes too late, has too many on board or ends too long a ride (after
   * the last one: the shift); 0: none. Taking stops out can bring that about: somebody boards earlier and waits aboard,
   * whoever would have got out stays in, a way round a stop is longer than through it.
   */
  readonly broken: Int32Array
  /** Locked stops in each route. */
  readonly locks: Int32Array
  readonly due: Due | null
  #versions = 0

  constructor(arena: Arena, due: Due | null = null) {
    const { vehicles, stops } = arena
    this.arena = arena
    this.due = due
    this.width = stops + 2
    const cells = vehicles * this.width
    this.order = new Int32Array(cells)
    this.leave = new Float64Array(cells)
    this.load = new Int32Array(cells)
    this.latest = new Float64Array(cells)
    this.length = new Int32Array(vehicles)
    this.cost = new Float64Array(vehicles)
    this.version = new Int32Array(vehicles)
    this.broken = new Int32Array(vehicles)
    this.vehicleOf = new Int32Array(stops).fill(-1)
    this.positionOf = new Int32Array(stops)
    this.locks = new Int32Array(vehicles)
    for (let r = 0; r < vehicles; r++) this.refresh(r)
  }

  /** Works out a route anew after its row has changed. */
  refresh(r: number): void {
    const { order, leave, load, latest, vehicleOf, positionOf, due } = this
    const { nodes, seconds, costs, opens, closes, stays, seats, locked, hasLocks } = this.arena
    const { hasRides, rides, requestOf, first } = this.arena
    const base = r * this.width
    const length = this.length[r] as number
    const end = base + length + 1
    let from = this.arena.starts[r] as number
    let now = this.arena.from[r] as number
    let on = this.arena.load[r] as number
    let cost = 0
    const capacity = this.arena.capacity[r] as number
    let added = 0
    let broken = 0
    let locks = 0
    order[base] = from
    leave[base] = now
    load[base] = on
    for (let at = base + 1; at < end; at++) {
      const node = order[at] as number
      const way = from * nodes + node
      now += seconds[way] as number
      cost += costs[way] as number
      if (due !== null && now > (due.due[node] as number)) added += (now - (due.due[node] as number)) * due.cost
      on += seats[node] as number
      if (broken === 0) {
        const change = seats[node] as number
        if (now > (closes[node] as number) + LEEWAY_S || (change > 0 && on > capacity)) broken = at - base
        else if (hasRides) {
          const q = requestOf[node] as number
          const board = first[q] as number
          if (node > board && node + 1 === (first[q + 1] as number)) {
            const boarded = leave[base + (positionOf[board] as number)] as number
            if (now - boarded > (rides[q] as number) + LEEWAY_S) broken = at - base
          }
        }
      }
      if (now < (opens[node] as number)) now = opens[node] as number
      now += stays[node] as number
      leave[at] = now
      load[at] = on
      vehicleOf[node] = r
      positionOf[node] = at - base
      if (hasLocks && (locked[node] as number) >= 0) {
        locks++
        added += LOCK_COST * Math.abs(at - base - 1 - (locked[node] as number))
      }
      from = node
    }
    const last = this.arena.ends[r] as number
    order[end] = last
    if (length > 0) cost += costs[from * nodes + last] as number
    let limit = this.arena.to[r] as number
    if (broken === 0 && length > 0) {
      const home = now + (seconds[from * nodes + last] as number)
      if (home > limit + LEEWAY_S) broken = end - base
    }
    this.broken[r] = broken
    latest[end] = limit
    let to = last
    for (let at = end - 1; at > base; at--) {
      const node = order[at] as number
      limit -= (seconds[node * nodes + to] as number) + (stays[node] as number)
      if (limit > (closes[node] as number)) limit = closes[node] as number
      latest[at] = limit
      to = node
    }
    this.locks[r] = locks
    this.cost[r] = length === 0 ? 0 : cost + added + this.arena.problem.weights.vehicle
    this.version[r] = ++this.#versions
  }

  /**
   * Puts the stops of a request into a route, each before the position given for it (in the row as it is, rising), and
   * works the route out.
   */
  insert(q: number, r: number, positions: Int32Array): void {
    const { order } = this
    const base = r * this.width
    const first = this.arena.first[q] as number
    const count = (this.arena.first[q + 1] as number) - first
    let to = base + (this.length[r] as number) + count
    let from = base + (this.length[r] as number)
    for (let k = count - 1; k >= 0; k--) {
      const before = base + (positions[k] as number)
      while (from >= before) order[to--] = order[from--] as number
      order[to--] = first + k
    }
    this.length[r] = (this.length[r] as number) + count
    this.refresh(r)
  }

  /** Closes the gaps that stops with `vehicleOf` -1 leave in a route, and works it out. */
  compact(r: number): void {
    const { order, vehicleOf } = this
    const base = r * this.width
    const end = base + (this.length[r] as number)
    let to = base + 1
    for (let at = base + 1; at <= end; at++) {
      const node = order[at] as number
      if ((vehicleOf[node] as number) >= 0) order[to++] = node
    }
    this.length[r] = to - base - 1
    this.refresh(r)
  }
}
