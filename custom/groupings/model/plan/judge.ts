import type { Arena } from './arena'
import { WRONG_S } from './wrongness'

/**
 * Drives one vehicle stop by stop, also where a plan breaks promises, and counts how wrong it is (in weighed seconds,
 * 0: nothing is) and what it costs. States are kept by depth, so that a search can go back to any of them.
 */
export class Judge {
  readonly arena: Arena
  /** By depth (0: at the start): what is wrong so far, what it has cost, when the stop was left, who is on board. */
  readonly wrong: Float64Array
  readonly cost: Float64Array
  readonly leave: Float64Array
  readonly load: Int32Array
  readonly nodes: Int32Array
  /**
   * Of the last stop driven to: when it was reached, and how long those who get out there have ridden (0: nobody does,
   * or they were on board already).
   */
  arrival = 0
  ride = 0
  readonly #boarded: Float64Array
  readonly #r: number

  constructor(arena: Arena, r: number) {
    this.arena = arena
    this.#r = r
    this.wrong = new Float64Array(arena.stops + 2)
    this.cost = new Float64Array(arena.stops + 2)
    this.leave = new Float64Array(arena.stops + 2)
    this.load = new Int32Array(arena.stops + 2)
    this.nodes = new Int32Array(arena.stops + 2)
    this.#boarded = new Float64Array(arena.requests)
    this.nodes[0] = arena.starts[r] as number
    this.leave[0] = arena.from[r] as number
    this.load[0] = arena.load[r] as number
  }

  /** Drives from the stop at `depth` to a node, which is then at `depth + 1`. */
  drive(depth: number, node: number): void {
    const {
      nodes: size,
      seconds,
      costs,
      opens,
      closes,
      stays,
      seats,
      locked,
      rides,
      requestOf,
      first,
      capacity,
    } = this.arena
    const way = (this.nodes[depth] as number) * size + node
    const arrival = (this.leave[depth] as number) + (seconds[way] as number)
    const request = requestOf[node] as number
    const load = (this.load[depth] as number) + (seats[node] as number)
    let wrong =
      (this.wrong[depth] as number) +
      Math.max(0, arrival - (closes[node] as number)) +
      WRONG_S.seats * Math.max(0, load - (capacity[this.#r] as number))
    const lock = locked[node] as number
    if (lock >= 0 && lock !== depth) wrong += WRONG_S.lock * Math.abs(depth - lock)
    this.arrival = arrival
    const getOut = node + 1 === (first[request + 1] as number) && node !== (first[request] as number)
    this.ride = getOut ? arrival - (this.#boarded[request] as number) : 0
    if (this.ride > (rides[request] as number)) wrong += this.ride - (rides[request] as number)
    const leave = Math.max(arrival, opens[node] as number) + (stays[node] as number)
    if (node === (first[request] as number)) this.#boarded[request] = leave
    this.nodes[depth + 1] = node
    this.wrong[depth + 1] = wrong
    this.cost[depth + 1] = (this.cost[depth] as number) + (costs[way] as number)
    this.leave[depth + 1] = leave
    this.load[depth + 1] = load
  }

  /**
   * What the way to the vehicle's end adds, from the stop at `depth`: to `wrong` and `cost`, which are then at `depth +
   * 1`.
   */
  finish(depth: number): void {
    const way = (this.nodes[depth] as number) * this.arena.nodes + (this.arena.ends[this.#r] as number)
    const end = (this.leave[depth] as number) + (this.arena.seconds[way] as number)
    this.arrival = end
    this.wrong[depth + 1] = (this.wrong[depth] as number) + Math.max(0, end - (this.arena.to[this.#r] as number))
    this.cost[depth + 1] = (this.cost[depth] as number) + (this.arena.costs[way] as number)
  }
}
