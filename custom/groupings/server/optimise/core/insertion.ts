import type { Arena } from '../../../model/plan/arena'
import { PlaceCheck } from './place-check'
import { LOCK_COST, type Routes } from './routes'

/**
 * Finds the cheapest legal place of a request in a route. One object is used for all: `cost` and `positions` hold the
 * last answer.
 */
export class Insertion {
  /** Infinity: there is no place. */
  cost = Infinity
  /** Before which position of the row each stop of the request stands. */
  readonly positions: Int32Array
  readonly #routes: Routes
  readonly #arena: Arena
  /** What the last stop adds before each position, and the least of that from a position on. */
  readonly #add: Float64Array
  readonly #least: Float64Array
  readonly #tried: Int32Array
  readonly #check: PlaceCheck

  constructor(routes: Routes) {
    this.#routes = routes
    this.#arena = routes.arena
    this.#add = new Float64Array(routes.width + 1)
    this.#least = new Float64Array(routes.width + 2)
    const { first, requests } = routes.arena
    let longest = 1
    for (let q = 0; q < requests; q++) longest = Math.max(longest, (first[q + 1] as number) - (first[q] as number))
    this.positions = new Int32Array(longest)
    this.#tried = new Int32Array(longest)
    this.#check = new PlaceCheck(routes)
  }

  /** @param limit places that cost as much or more are not looked for */
  find(q: number, r: number, limit: number): void {
    const first = this.#arena.first[q] as number
    const count = (this.#arena.first[q + 1] as number) - first
    this.cost = limit
    if (count === 2) this.#pair(q, r, first)
    else if (count === 1) this.#single(r, first)
    else this.#chain(q, r, first, count, 0, 1, 0, this.#routes.leave[r * this.#routes.width] as number, 0)
    if (this.cost >= limit) this.cost = Infinity
  }

  #single(r: number, node: number): void {
    const { order, leave, load, latest, width, locks } = this.#routes
    const { nodes, seconds, costs, opens, closes, stays, seats, capacity } = this.#arena
    const base = r * width
    const end = base + (this.#routes.length[r] as number) + 1
    const free = (capacity[r] as number) - (seats[node] as number)
    const hasLocks = (locks[r] as number) > 0 || (this.#arena.locked[node] as number) >= 0
    for (let at = base + 1; at <= end; at++) {
      const from = order[at - 1] as number
      const to = order[at] as number
      const cost =
        (costs[from * nodes + node] as number) +
        (costs[node * nodes + to] as number) -
        (at - 1 === base && at === end ? 0 : (costs[from * nodes + to] as number))
      if (cost >= this.cost && !hasLocks) continue
      if ((seats[node] as number) > 0 && (load[at - 1] as number) > free) continue
      let now = (leave[at - 1] as number) + (seconds[from * nodes + node] as number)
      if (now > (closes[node] as number)) continue
      if (now < (opens[node] as number)) now = opens[node] as number
      now += (stays[node] as number) + (seconds[node * nodes + to] as number)
      if (now > (latest[at] as number)) continue
      this.#tried[0] = at - base
      this.#take(cost, r, 1, node, hasLocks)
    }
  }

  #pair(q: number, r: number, p: number): void {
    const { order, leave, load, latest, width, locks } = this.#routes
    const { nodes, seconds, costs, opens, closes, stays, seats, capacity, rides, locked } = this.#arena
    const [add, least] = [this.#add, this.#least]
    const d = p + 1
    const base = r * width
    const length = this.#routes.length[r] as number
    const end = base + length + 1
    const hasLocks = (locks[r] as number) > 0 || (locked[p] as number) >= 0 || (locked[d] as number) >= 0
    const [opens_p, closes_p, stays_p] = [opens[p] as number, closes[p] as number, stays[p] as number]
    const [opens_d, closes_d, stays_d] = [opens[d] as number, closes[d] as number, stays[d] as number]
    const free = (capacity[r] as number) - (seats[p] as number)
    const ride = rides[q] as number
    const way_pd = seconds[p * nodes + d] as number
    const cost_pd = costs[p * nodes + d] as number
    // The drop-off alone: where it fits not even without the pick-up, it is not tried.
    let bound = Infinity
    least[length + 2] = Infinity
    for (let at = end; at > base + 1; at--) {
      const from = order[at - 1] as number
      const to = order[at] as number
      let cost = Infinity
      let now = (leave[at - 1] as number) + (seconds[from * nodes + d] as number)
      if (now <= closes_d) {
        if (now < opens_d) now = opens_d
        if (now + stays_d + (seconds[d * nodes + to] as number) <= (latest[at] as number)) {
          cost =
            (costs[from * nodes + d] as number) +
            (costs[d * nodes + to] as number) -
            (costs[from * nodes + to] as number)
          if (cost < bound) bound = cost
        }
      }
      add[at - base] = cost
      least[at - base] = bound
    }
    for (let at = base + 1; at <= end; at++) {
      const from = order[at - 1] as number
      const to = order[at] as number
      const left = leave[at - 1] as number
      if (left > closes_p) break
      if ((load[at - 1] as number) > free) continue
      let now = left + (seconds[from * nodes + p] as number)
      if (now > closes_p) continue
      if (now < opens_p) now = opens_p
      now += stays_p
      const off_s = now
      const to_p = costs[from * nodes + p] as number
      const gone = length === 0 ? 0 : (costs[from * nodes + to] as number)
      // Both, one after the other.
      const both = to_p + cost_pd + (costs[d * nodes + to] as number) - gone
      if (both < this.cost || hasLocks) {
        let then = now + way_pd
        if (then <= closes_d && way_pd <= ride) {
          if (then < opens_d) then = opens_d
          if (then + stays_d + (seconds[d * nodes + to] as number) <= (latest[at] as number)) {
            this.#tried[0] = at - base
            this.#tried[1] = at - base
            this.#take(both, r, 2, p, hasLocks)
          }
        }
      }
      if (at === end) break
      const alone = to_p + (costs[p * nodes + to] as number) - gone
      if (alone + (least[at - base + 1] as number) >= this.cost && !hasLocks) continue
      now += seconds[p * nodes + to] as number
      if (now > (latest[at] as number)) continue
      for (let next = at + 1; next <= end; next++) {
        // At `next - 1` the passengers are on board: `now` is the arrival there.
        const here = order[next - 1] as number
        if ((load[next - 1] as number) > free) break
        if (now < (opens[here] as number)) now = opens[here] as number
        now += stays[here] as number
        if (now > closes_d) break
        const cost = alone + (add[next - base] as number)
        if (cost < this.cost || (hasLocks && cost < Infinity)) {
          let then = now + (seconds[here * nodes + d] as number)
          if (then <= closes_d && then - off_s <= ride) {
            if (then < opens_d) then = opens_d
            if (then + stays_d + (seconds[d * nodes + (order[next] as number)] as number) <= (latest[next] as number)) {
              this.#tried[0] = at - base
              this.#tried[1] = next - base
              this.#take(cost, r, 2, p, hasLocks)
            }
          }
        }
        if (alone + (least[next - base + 1] as number) >= this.cost && !hasLocks) break
        now += seconds[here * nodes + (order[next] as number)] as number
      }
    }
  }

  /**
   * Stop `k` of a longer chain before each position from `from` on, then the next ones: `cost` and `now` are those so
   * far, on leaving the node before.
   */
  #chain(
    q: number,
    r: number,
    first: number,
    count: number,
    k: number,
    from: number,
    cost: number,
    leave_s: number,
    off_s: number,
  ): void {
    const { order, load, latest, width, locks } = this.#routes
    const { nodes, seconds, costs, opens, closes, stays, seats, capacity, rides } = this.#arena
    const base = r * width
    const length = this.#routes.length[r] as number
    const node = first + k
    const hasLocks = (locks[r] as number) > 0 || this.#isLocked(first, count)
    let on = 0
    for (let before = 0; before < k; before++) on += seats[first + before] as number
    let now = leave_s
    // The node before this stop: the stop of the chain before it, at first; then those of the row.
    let prior = k > 0 ? node - 1 : (order[base] as number)
    for (let position = from; position <= length + 1; position++) {
      const next = order[base + position] as number
      const arrival = now + (seconds[prior * nodes + node] as number)
      const more = on + (seats[node] as number)
      const isFull = more > 0 && (load[base + position - 1] as number) + more > (capacity[r] as number)
      if (
        !isFull &&
        arrival <= (closes[node] as number) &&
        (k === 0 || k < count - 1 || arrival - off_s <= (rides[q] as number))
      ) {
        // Of an empty route there is no way to leave out, but the one home from its stop before this.
        const gone = length === 0 && k === 0 ? 0 : (costs[prior * nodes + next] as number)
        const added = cost + (costs[prior * nodes + node] as number) + (costs[node * nodes + next] as number) - gone
        const left = Math.max(arrival, opens[node] as number) + (stays[node] as number)
        this.#tried[k] = position
        if (
          left + (seconds[node * nodes + next] as number) <= (latest[base + position] as number) &&
          (added < this.cost || hasLocks)
        ) {
          if (k === count - 1) this.#take(added, r, count, first, hasLocks)
          else this.#chain(q, r, first, count, k + 1, position, added, left, k === 0 ? left : off_s)
        }
      }
      // On to the next stop of the row, with those passengers on board.
      if (on > 0 && (load[base + position] as number) + on > (capacity[r] as number)) return
      now += seconds[prior * nodes + next] as number
      if (now > (latest[base + position] as number)) return
      now = Math.max(now, opens[next] as number) + (stays[next] as number)
      prior = next
    }
  }

  #isLocked(first: number, count: number): boolean {
    if (!this.#arena.hasLocks) return false
    for (let k = 0; k < count; k++) if ((this.#arena.locked[first + k] as number) >= 0) return true
    return false
  }

  /** The places in `#tried`, when they are cheaper than the best so far and make no passenger's ride too long. */
  #take(cost: number, r: number, count: number, first: number, hasLocks: boolean): void {
    const full = hasLocks ? cost + LOCK_COST * this.#check.displaced(r, count, first, this.#tried) : cost
    if (full >= this.cost) return
    if (this.#arena.hasRides && !this.#check.keepsRides(r, count, first, this.#tried)) return
    if (this.#arena.hasRests && !this.#check.keepsSeats(r, count, first, this.#tried)) return
    this.cost = full
    for (let k = 0; k < count; k++) this.positions[k] = this.#tried[k] as number
  }
}
