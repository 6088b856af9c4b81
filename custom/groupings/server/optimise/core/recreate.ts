import type { Dice } from './dice'
import type { Insertion } from './insertion'
import type { Routes } from './routes'

/** How often a place is overlooked, which lets others be found. */
const BLINK = 0.01

/**
 * How often each order of putting back is chosen: random, full, far, near, and where there are windows narrow, early,
 * late.
 */
const CHANCES = [4, 2, 2, 1, 2, 2, 2]

/**
 * Puts requests into routes one by one, each at its cheapest place, and remembers what a place costs until its route
 * changes.
 */
export class Recreate {
  readonly #routes: Routes
  readonly #insertion: Insertion
  readonly #dice: Dice
  /** By request and order: what it is sorted by. */
  readonly #keys: readonly Float64Array[]
  readonly #random: Float64Array
  /** By request and vehicle: the cheapest place in one state of the route, or how much it costs at least. */
  readonly #version: Int32Array
  readonly #cost: Float64Array
  readonly #bound: Float64Array
  readonly #positions: Int32Array
  readonly #best: Int32Array
  readonly #kinds: Int32Array
  #round = 0

  constructor(routes: Routes, insertion: Insertion, dice: Dice) {
    const { requests, vehicles, kind } = routes.arena
    this.#routes = routes
    this.#insertion = insertion
    this.#dice = dice
    this.#random = new Float64Array(requests)
    this.#keys = keysOf(routes)
    this.#version = new Int32Array(requests * vehicles)
    this.#cost = new Float64Array(requests * vehicles)
    this.#bound = new Float64Array(requests * vehicles)
    this.#positions = new Int32Array(requests * vehicles * insertion.positions.length)
    this.#best = new Int32Array(insertion.positions.length)
    this.#kinds = new Int32Array(kind.reduce((most, one) => Math.max(most, one), 0) + 1)
  }

  /** Sorts requests by a way that the dice choose. */
  sort(bank: Int32Array, count: number): void {
    const chances = this.#routes.arena.hasWindows ? 15 : 9
    let roll = this.#dice.below(chances)
    let way = 0
    while (roll >= (CHANCES[way] as number)) roll -= CHANCES[way++] as number
    if (way === 0) for (let at = 0; at < count; at++) this.#random[bank[at] as number] = this.#dice.next()
    const keys = way === 0 ? this.#random : (this.#keys[way - 1] as Float64Array)
    for (let at = 1; at < count; at++) {
      const q = bank[at] as number
      const key = keys[q] as number
      let to = at
      while (to > 0 && (keys[bank[to - 1] as number] as number) > key) {
        bank[to] = bank[to - 1] as number
        to--
      }
      bank[to] = q
    }
  }

  /**
   * Puts in what fits.
   * @param closed vehicles that may not be used are 1
   * @param touch called before a route is changed
   * @returns how many are left at the beginning of `bank`
   */
  run(bank: Int32Array, count: number, closed: Uint8Array, touch: (r: number) => void, blink = BLINK): number {
    let left = 0
    for (let at = 0; at < count; at++) {
      const q = bank[at] as number
      const r = this.#cheapest(q, closed, blink)
      if (r < 0) {
        bank[left++] = q
        continue
      }
      touch(r)
      this.#routes.insert(q, r, this.#best)
    }
    return left
  }

  /** The vehicle that takes a request for the least; -1: none. Its places are in `#best`. */
  #cheapest(q: number, closed: Uint8Array, blink: number): number {
    const { length, arena } = this.#routes
    const {
      vehicles,
      only,
      peak,
      capacity,
      kind,
      problem: { weights, balance },
    } = arena
    const own = only[q] as number
    const size = this.#best.length
    const round = ++this.#round
    let [best, cheapest] = [Infinity, -1]
    const longest = balance === 0 ? 0 : this.#longest()
    for (let r = own < 0 ? 0 : own; r < (own < 0 ? vehicles : own + 1); r++) {
      if (closed[r] === 1 || (peak[q] as number) > (capacity[r] as number)) continue
      const isEmpty = length[r] === 0
      if (isEmpty && own < 0) {
        if (this.#kinds[kind[r] as number] === round) continue
        this.#kinds[kind[r] as number] = round
      }
      if (blink > 0 && this.#dice.next() < blink * (1 + (length[r] as number) * 0.2)) continue
      const fixed = isEmpty ? weights.vehicle : 0
      const cell = q * vehicles + r
      const cost = this.#placeCost(q, r, cell, balance === 0 ? best - fixed : Infinity) + fixed
      const whole =
        balance === 0
          ? cost
          : cost + balance * vehicles * Math.max(0, (this.#routes.cost[r] as number) + cost - longest)
      if (whole >= best) continue
      best = whole
      cheapest = r
      for (let k = 0; k < size; k++) this.#best[k] = this.#positions[cell * size + k] as number
    }
    return cheapest
  }

  #placeCost(q: number, r: number, cell: number, limit: number): number {
    const version = this.#routes.version[r] as number
    if (this.#version[cell] === version) {
      const known = this.#cost[cell] as number
      if (known < Infinity || limit <= (this.#bound[cell] as number)) return known
    }
    const { positions } = this.#insertion
    this.#insertion.find(q, r, limit)
    this.#version[cell] = version
    this.#cost[cell] = this.#insertion.cost
    this.#bound[cell] = limit
    const size = this.#best.length
    for (let k = 0; k < size; k++) this.#positions[cell * size + k] = positions[k] as number
    return this.#insertion.cost
  }

  #longest(): number {
    const { cost } = this.#routes
    let most = 0
    for (let r = 0; r < cost.length; r++) if ((cost[r] as number) > most) most = cost[r] as number
    return most
  }
}

function keysOf({ arena }: Routes): readonly Float64Array[] {
  const { requests, first, seats, starts, ends, nodes, costs, opens, closes } = arena
  const key = (of: (first: number, last: number) => number): Float64Array =>
    Float64Array.from({ length: requests }, (_, q) => of(first[q] as number, (first[q + 1] as number) - 1))
  const [start, end] = [starts[0] ?? 0, ends[0] ?? 0]
  const away = (from: number, to: number): number =>
    (costs[start * nodes + from] as number) + (costs[to * nodes + end] as number)
  const finite = (moment: number): number => Math.min(1e9, Math.max(-1e9, moment))
  return [
    key((node) => -(seats[node] as number)),
    key((from, to) => -away(from, to)),
    key(away),
    key(
      (from, to) =>
        finite(closes[from] as number) -
        finite(opens[from] as number) +
        finite(closes[to] as number) -
        finite(opens[to] as number),
    ),
    key((from) => finite(opens[from] as number)),
    key((_, to) => -finite(closes[to] as number)),
  ]
}
