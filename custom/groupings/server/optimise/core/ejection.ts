import type { Dice } from './dice'
import type { Insertion } from './insertion'
import type { Routes } from './routes'

/** A route of more requests is asked for one at a time alone: of two there are too many pairs. */
const MAX_IN_PAIRS = 14

interface Ejecting {
  /** How often each request was left over. */
  readonly missed: Float64Array
  /** Vehicles that may not be used are 1. */
  readonly closed: Uint8Array
  /** Called before a route is changed. */
  readonly touch: (r: number) => void
  /** Called with each request that has made room. */
  readonly out: (q: number) => void
}

/**
 * Makes room for a request that fits nowhere: one or two others leave a route for it, those that are the least hard to
 * place (guided ejection search, Nagata and Bräysy 2009).
 */
export class Ejection {
  /** How many places have been tried by the last call. */
  tried = 0
  readonly #routes: Routes
  readonly #insertion: Insertion
  readonly #dice: Dice
  readonly #row: Int32Array
  readonly #inRow: Int32Array
  readonly #positions: Int32Array

  constructor(routes: Routes, insertion: Insertion, dice: Dice) {
    const { stops, requests } = routes.arena
    this.#routes = routes
    this.#insertion = insertion
    this.#dice = dice
    this.#row = new Int32Array(stops)
    this.#inRow = new Int32Array(requests)
    this.#positions = new Int32Array(insertion.positions.length)
  }

  /** @returns whether the request is in a route now */
  run(q: number, { missed, closed, touch, out }: Ejecting): boolean {
    const {
      length,
      order,
      width,
      arena: { vehicles, only, peak, capacity, aboard, requestOf },
    } = this.#routes
    this.tried = 0
    let [least, ties, vehicle, gone, also] = [Infinity, 0, -1, -1, -1]
    for (let r = 0; r < vehicles; r++) {
      const isOthers = (only[q] as number) >= 0 && only[q] !== r
      const stops = length[r] as number
      if (closed[r] === 1 || isOthers || stops === 0 || (peak[q] as number) > (capacity[r] as number)) continue
      const base = r * width + 1
      for (let at = 0; at < stops; at++) this.#row[at] = order[base + at] as number
      const count = this.#requestsIn(stops, requestOf, aboard)
      for (let a = 0; a < count; a++) {
        const one = this.#inRow[a] as number
        for (let b = count > MAX_IN_PAIRS ? a : count - 1; b >= a; b--) {
          const two = this.#inRow[b] as number
          const sum = (missed[one] as number) + (a === b ? 0 : (missed[two] as number))
          if (sum > least || (sum === least && this.#dice.below(++ties) > 0)) continue
          if (!this.#fits(q, r, stops, one, two)) continue
          if (sum < least) ties = 1
          ;[least, vehicle, gone, also] = [sum, r, one, two]
          for (let k = 0; k < this.#positions.length; k++) this.#positions[k] = this.#insertion.positions[k] as number
        }
      }
      this.#put(r, stops, -1, -1)
    }
    if (vehicle < 0) return false
    touch(vehicle)
    this.#take(gone, out)
    if (also !== gone) this.#take(also, out)
    this.#routes.compact(vehicle)
    this.#routes.insert(q, vehicle, this.#positions)
    return true
  }

  #requestsIn(stops: number, requestOf: Int32Array, aboard: Uint8Array): number {
    const { first } = this.#routes.arena
    let count = 0
    for (let at = 0; at < stops; at++) {
      const node = this.#row[at] as number
      const q = requestOf[node] as number
      if (node === (first[q] as number) && aboard[q] === 0) this.#inRow[count++] = q
    }
    return count
  }

  #fits(q: number, r: number, stops: number, one: number, two: number): boolean {
    this.tried++
    this.#put(r, stops, one, two)
    if ((this.#routes.broken[r] as number) > 0) return false
    this.#insertion.find(q, r, Infinity)
    return this.#insertion.cost < Infinity
  }

  /** Puts the row back without two requests. */
  #put(r: number, stops: number, one: number, two: number): void {
    const {
      order,
      width,
      length,
      arena: { requestOf },
    } = this.#routes
    let to = r * width + 1
    for (let at = 0; at < stops; at++) {
      const node = this.#row[at] as number
      const q = requestOf[node] as number
      if (q !== one && q !== two) order[to++] = node
    }
    length[r] = to - r * width - 1
    this.#routes.refresh(r)
  }

  #take(q: number, out: (q: number) => void): void {
    const {
      vehicleOf,
      arena: { first },
    } = this.#routes
    for (let node = first[q] as number; node < (first[q + 1] as number); node++) vehicleOf[node] = -1
    out(q)
  }
}
