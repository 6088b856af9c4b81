import type { Dice } from './dice'

const EPSILON = 1e-7
/** Neighbours that a place is tried beside, and the longest run of places that is moved as one. */
const NEAR = 8
const LONGEST_RUN = 3
/** A kick changes places within so many of one another: what is far away stays as good as it is. */
const KICK_REACH = 50

/**
 * A round trip through all places of a matrix that is made better by 2-opt and Or-opt moves beside near places, in
 * either direction: a reversed stretch of one-way streets costs what it costs that way round.
 */
export class Tour {
  readonly size: number
  readonly order: Int32Array
  readonly #costs: Float64Array
  readonly #near: Int32Array
  readonly #nearCount: number
  readonly #at: Int32Array
  readonly #isSymmetric: boolean
  /** Sums along the order and against it, up to each position; only where the two differ. */
  readonly #ahead: Float64Array
  readonly #against: Float64Array
  readonly #queue: Int32Array
  readonly #isQueued: Uint8Array
  readonly #run: Int32Array
  #head = 0
  #queued = 0
  cost = 0

  /** @param costs from place to place, row by row */
  constructor(size: number, costs: Float64Array, order: Int32Array) {
    this.size = size
    this.#costs = costs
    this.order = order
    this.#at = new Int32Array(size)
    this.#nearCount = Math.min(NEAR, size - 1)
    this.#near = nearPlaces(size, costs, this.#nearCount)
    this.#isSymmetric = isSymmetric(size, costs)
    this.#ahead = new Float64Array(size + 1)
    this.#against = new Float64Array(size + 1)
    this.#queue = new Int32Array(size)
    this.#isQueued = new Uint8Array(size)
    this.#run = new Int32Array(size)
    this.set(order)
    for (let at = 0; at < size; at++) this.#push(order[at] as number)
  }

  /** Takes over another order of all places. */
  set(order: Int32Array): void {
    if (order !== this.order) this.order.set(order)
    this.cost = 0
    for (let at = 0; at < this.size; at++) {
      this.#at[this.order[at] as number] = at
      this.cost += this.#way(this.order[at] as number, this.order[at + 1 === this.size ? 0 : at + 1] as number)
    }
    this.#sum()
  }

  /** Makes the tour better until no move near a changed place helps. */
  improve(): void {
    while (this.#queued > 0) {
      const place = this.#queue[this.#head] as number
      this.#head = this.#head + 1 === this.size ? 0 : this.#head + 1
      this.#queued--
      this.#isQueued[place] = 0
      while (this.#reverseAt(place) || this.#moveRunAt(place)) {
        /* until neither helps */
      }
    }
  }

  /** Exchanges two neighbouring stretches, which no move of `improve` would undo (a double bridge). */
  kick(dice: Dice): void {
    const { size } = this
    if (size < 8) return
    const reach = Math.min(KICK_REACH, size - 2)
    const start = dice.below(size - 1 - reach)
    const cuts = [dice.below(reach), dice.below(reach), dice.below(reach)].sort((a, b) => a - b)
    const [a, b, c] = [start + (cuts[0] as number), start + (cuts[1] as number), start + (cuts[2] as number)]
    if (a === b || b === c) return
    for (const at of [a, a + 1, b, b + 1, c, c + 1]) this.#push(this.order[at] as number)
    this.#exchange(a + 1, b + 1, c + 1)
    this.set(this.order)
  }

  #way(from: number, to: number): number {
    return this.#costs[from * this.size + to] as number
  }

  #push(place: number): void {
    if (this.#isQueued[place] === 1) return
    this.#isQueued[place] = 1
    let end = this.#head + this.#queued++
    if (end >= this.size) end -= this.size
    this.#queue[end] = place
  }

  #after(place: number): number {
    const at = (this.#at[place] as number) + 1
    return this.order[at === this.size ? 0 : at] as number
  }

  #before(place: number): number {
    const at = this.#at[place] as number
    return this.order[at === 0 ? this.size - 1 : at - 1] as number
  }

  /** What it adds to drive positions `i` to `j` (rising) the other way round. */
  #turned(i: number, j: number): number {
    if (this.#isSymmetric) return 0
    return (
      (this.#against[j] as number) -
      (this.#against[i] as number) -
      (this.#ahead[j] as number) +
      (this.#ahead[i] as number)
    )
  }

  #sum(): void {
    if (this.#isSymmetric) return
    for (let at = 1; at < this.size; at++) {
      const [from, to] = [this.order[at - 1] as number, this.order[at] as number]
      this.#ahead[at] = (this.#ahead[at - 1] as number) + this.#way(from, to)
      this.#against[at] = (this.#against[at - 1] as number) + this.#way(to, from)
    }
  }

  /** 2-opt: the stretch between a place and a near one is driven the other way round, where that helps. */
  #reverseAt(a: number): boolean {
    for (let side = 0; side < 2; side++) {
      const b = side === 0 ? this.#after(a) : this.#before(a)
      const [ab, slack] = side === 0 ? [this.#way(a, b), 0] : [this.#way(b, a), 0]
      for (let k = 0; k < this.#nearCount; k++) {
        const c = this.#near[a * this.#nearCount + k] as number
        if (this.#way(a, c) + slack >= ab && this.#way(c, a) >= ab) break
        const d = side === 0 ? this.#after(c) : this.#before(c)
        if (c === b || d === a) continue
        // Of the two stretches, the one that does not reach over the ends of the row is turned.
        const [p, q] =
          side === 0 ? [this.#at[a] as number, this.#at[c] as number] : [this.#at[b] as number, this.#at[d] as number]
        const [low, high] = p < q ? [p + 1, q] : [q + 1, p]
        if (this.#tryTurn(low, high)) return true
      }
    }
    return false
  }

  #tryTurn(low: number, high: number): boolean {
    const { order, size } = this
    const before = order[low - 1] as number
    const [first, last] = [order[low] as number, order[high] as number]
    const after = order[high + 1 === size ? 0 : high + 1] as number
    const change =
      this.#way(before, last) +
      this.#way(first, after) -
      this.#way(before, first) -
      this.#way(last, after) +
      this.#turned(low, high)
    if (change >= -EPSILON) return false
    // On a symmetric matrix the rest may be turned instead: the shorter one is.
    if (this.#isSymmetric && high - low + 1 > size / 2) this.#turn(high + 1, low - 1 + size)
    else this.#turn(low, high)
    this.#sum()
    this.cost += change
    for (const place of [before, first, last, after]) this.#push(place)
    return true
  }

  /** Turns positions `low` to `high`, which may go on over the end of the row. */
  #turn(low: number, high: number): void {
    const { order, size } = this
    for (let i = low, j = high; i < j; i++, j--) {
      const [a, b] = [i >= size ? i - size : i, j >= size ? j - size : j]
      const place = order[a] as number
      order[a] = order[b] as number
      order[b] = place
      this.#at[order[a] as number] = a
      this.#at[place] = b
    }
  }

  /** Or-opt: a run of up to three places that begins or ends at `a` goes beside a near place, either way round. */
  #moveRunAt(a: number): boolean {
    const { order, size } = this
    if (size < 5) return false
    for (let length = 1; length <= LONGEST_RUN && length < size - 2; length++) {
      for (let side = 0; side < (length === 1 ? 1 : 2); side++) {
        // A run that would reach over the ends of the row is left to its neighbours.
        const low = side === 0 ? (this.#at[a] as number) : (this.#at[a] as number) - length + 1
        const high = low + length - 1
        if (low < 1 || high >= size) continue
        const [first, last] = [order[low] as number, order[high] as number]
        const [before, after] = [order[low - 1] as number, order[high + 1 === size ? 0 : high + 1] as number]
        const gain = this.#way(before, first) + this.#way(last, after) - this.#way(before, after)
        if (gain <= EPSILON) continue
        const turned = this.#turned(low, high)
        for (let k = 0; k < this.#nearCount; k++) {
          const c = this.#near[a * this.#nearCount + k] as number
          if (this.#way(a, c) >= gain && this.#way(c, a) >= gain) break
          const at = this.#at[c] as number
          if (at >= low && at <= high) continue
          if (
            this.#tryRun(low, high, at, gain, turned) ||
            this.#tryRun(low, high, at === 0 ? size - 1 : at - 1, gain, turned)
          )
            return true
        }
      }
    }
    return false
  }

  /** Puts the run behind position `at`, the way round that is cheaper, where that helps. */
  #tryRun(low: number, high: number, at: number, gain: number, turned: number): boolean {
    const { order, size } = this
    if (at >= low - 1 && at <= high) return false
    const [first, last] = [order[low] as number, order[high] as number]
    const [from, to] = [order[at] as number, order[at + 1 === size ? 0 : at + 1] as number]
    const gone = this.#way(from, to)
    const straight = this.#way(from, first) + this.#way(last, to) - gone
    const round = this.#way(from, last) + this.#way(first, to) - gone + turned
    const added = Math.min(straight, round)
    if (added - gain >= -EPSILON) return false
    for (const place of [
      order[low - 1] as number,
      order[high + 1 === size ? 0 : high + 1] as number,
      first,
      last,
      from,
      to,
    ])
      this.#push(place)
    if (round < straight) this.#turn(low, high)
    if (at < low) this.#exchange(at + 1, low, high + 1)
    else this.#exchange(low, high + 1, at + 1)
    this.#sum()
    this.cost += added - gain
    return true
  }

  /** Exchanges positions `a` to `b - 1` with `b` to `c - 1`. */
  #exchange(a: number, b: number, c: number): void {
    const { order } = this
    // The shorter part is put aside.
    if (b - a <= c - b) {
      for (let at = a; at < b; at++) this.#run[at - a] = order[at] as number
      order.copyWithin(a, b, c)
      for (let at = a; at < b; at++) order[c - b + at] = this.#run[at - a] as number
    } else {
      for (let at = b; at < c; at++) this.#run[at - b] = order[at] as number
      order.copyWithin(a + c - b, a, b)
      for (let at = b; at < c; at++) order[a + at - b] = this.#run[at - b] as number
    }
    for (let at = a; at < c; at++) this.#at[order[at] as number] = at
  }
}

function nearPlaces(size: number, costs: Float64Array, count: number): Int32Array {
  const near = new Int32Array(size * count)
  for (let place = 0; place < size; place++) {
    const away = (other: number): number =>
      Math.min(costs[place * size + other] as number, costs[other * size + place] as number)
    const others = Array.from({ length: size }, (_, other) => other)
      .filter((other) => other !== place)
      .sort((a, b) => away(a) - away(b) || a - b)
    for (let k = 0; k < count; k++) near[place * count + k] = others[k] as number
  }
  return near
}

function isSymmetric(size: number, costs: Float64Array): boolean {
  for (let a = 0; a < size; a++)
    for (let b = 0; b < a; b++) if (costs[a * size + b] !== costs[b * size + a]) return false
  return true
}
