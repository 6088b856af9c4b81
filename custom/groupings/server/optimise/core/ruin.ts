import type { Dice } from './dice'
import type { Routes } from './routes'

// Slack induction by string removals (Christiaens and Vanden Berghe, 2020), with their figures (strings of at most ten,
// half of them split) but for the mean: six stops, not ten, since the other stop of each service goes with it.
const MEAN_REMOVED = 6
const LONGEST_STRING = 10
const SPLIT = 0.5
// One step in ten takes out four times as much: long routes with wide windows have no other way out of a bad
// arrangement (27 to 44 % off without it, in two runs of four).
const LARGE = 0.1
const MEAN_LARGE = 24
const LONGEST_LARGE = 30
const LONGER_GAP = 0.01
// One step in ten takes out single services wherever they are: of sixty runs of lrc201 none is in its hole then, and
// without it two to five are, whatever the number of starts.
const SCATTERED = 0.1
const MAX_SCATTERED = 12
/** Neighbours beyond these are never reached. */
const MAX_NEIGHBOURS = 150

/** Takes strings of neighbouring stops out of neighbouring routes. */
export class Ruin {
  readonly #routes: Routes
  readonly #dice: Dice
  /** By stop: the others, nearest first. */
  readonly #near: Int32Array
  readonly #count: number
  readonly #isRuined: Uint8Array
  readonly #ruined: Int32Array

  constructor(routes: Routes, dice: Dice) {
    this.#routes = routes
    this.#dice = dice
    const { stops, vehicles } = routes.arena
    this.#count = Math.min(stops, MAX_NEIGHBOURS)
    this.#near = nearest(routes, this.#count)
    this.#isRuined = new Uint8Array(vehicles)
    this.#ruined = new Int32Array(vehicles)
  }

  /**
   * @param touch called before a route is changed
   * @param out called with each request that is taken out
   */
  run(stopsIn: number, routesIn: number, touch: (r: number) => void, out: (q: number) => void): void {
    const { vehicleOf, length } = this.#routes
    const { stops } = this.#routes.arena
    if (stopsIn === 0) return
    if (this.#dice.next() < SCATTERED) return this.#scattered(touch, out)
    const isLarge = this.#dice.next() < LARGE
    const longest = Math.min(isLarge ? LONGEST_LARGE : LONGEST_STRING, Math.max(1, stopsIn / Math.max(1, routesIn)))
    const strings = Math.floor(
      this.#dice.next() * ((4 * (isLarge ? MEAN_LARGE : MEAN_REMOVED)) / (1 + longest) - 1) + 1,
    )
    let seed = this.#dice.below(stops)
    while ((vehicleOf[seed] as number) < 0) seed = seed + 1 === stops ? 0 : seed + 1
    let ruined = 0
    for (let at = 0; at < this.#count && ruined < strings; at++) {
      const stop = this.#near[seed * this.#count + at] as number
      const r = vehicleOf[stop] as number
      if (r < 0 || this.#isRuined[r] === 1) continue
      touch(r)
      const cut = Math.floor(this.#dice.next() * Math.min(length[r] as number, longest)) + 1
      this.#string(r, stop, cut, out)
      this.#isRuined[r] = 1
      this.#ruined[ruined++] = r
    }
    this.#close(ruined, out)
  }

  /** Takes out services that have nothing to do with each other. */
  #scattered(touch: (r: number) => void, out: (q: number) => void): void {
    const { vehicleOf, arena } = this.#routes
    let ruined = 0
    for (let left = this.#dice.below(MAX_SCATTERED); left >= 0; left--) {
      const stop = this.#dice.below(arena.stops)
      const r = vehicleOf[stop] as number
      if (r < 0) continue
      if (this.#isRuined[r] === 0) {
        touch(r)
        this.#isRuined[r] = 1
        this.#ruined[ruined++] = r
      }
      this.#take(stop, out)
    }
    this.#close(ruined, out)
  }

  #close(ruined: number, out: (q: number) => void): void {
    for (let at = 0; at < ruined; at++) {
      const r = this.#ruined[at] as number
      this.#isRuined[r] = 0
      this.#routes.compact(r)
      this.#mend(r, out)
    }
  }

  /** What a shorter route breaks is taken out as well: rides, seats and windows are looked at again. */
  #mend(r: number, out: (q: number) => void): void {
    const { order, width, length, broken } = this.#routes
    while ((broken[r] as number) > 0) {
      const at = Math.min(broken[r] as number, length[r] as number)
      this.#take(order[r * width + at] as number, out)
      this.#routes.compact(r)
    }
  }

  #string(r: number, stop: number, cut: number, out: (q: number) => void): void {
    const { order, width, positionOf } = this.#routes
    const length = this.#routes.length[r] as number
    const position = positionOf[stop] as number
    let kept = 0
    if (cut > 1 && cut < length && this.#dice.next() < SPLIT) {
      kept = 1
      while (cut + kept < length && this.#dice.next() < LONGER_GAP) kept++
    }
    const whole = cut + kept
    const lowest = Math.max(1, position - whole + 1)
    const from = lowest + this.#dice.below(Math.min(position, length - whole + 1) - lowest + 1)
    const gap = kept === 0 ? -1 : from + this.#dice.below(cut)
    for (let at = from; at < from + whole; at++) {
      if (kept > 0 && at >= gap && at < gap + kept) continue
      this.#take(order[r * width + at] as number, out)
    }
  }

  #take(stop: number, out: (q: number) => void): void {
    const { vehicleOf } = this.#routes
    const { requestOf, first } = this.#routes.arena
    if ((vehicleOf[stop] as number) < 0) return
    const q = requestOf[stop] as number
    for (let node = first[q] as number; node < (first[q + 1] as number); node++) vehicleOf[node] = -1
    out(q)
  }
}

/** The nearest stops of each stop, itself first. */
function nearest({ arena: { stops, nodes, costs } }: Routes, count: number): Int32Array {
  const near = new Int32Array(stops * count)
  for (let stop = 0; stop < stops; stop++) {
    const far = (other: number): number =>
      other === stop ? -1 : Math.min(costs[stop * nodes + other] as number, costs[other * nodes + stop] as number)
    const others = Array.from({ length: stops }, (_, other) => ({ other, away: far(other) })).sort(
      (a, b) => a.away - b.away || a.other - b.other,
    )
    for (let at = 0; at < count; at++) near[stop * count + at] = others[at]?.other ?? 0
  }
  return near
}
