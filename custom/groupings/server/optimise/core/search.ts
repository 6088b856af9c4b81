import type { Arena } from '../../../model/plan/arena'
import { Dice } from './dice'
import { Ejection } from './ejection'
import { Insertion } from './insertion'
import { Recreate } from './recreate'
import { Routes, type Due } from './routes'
import { Ruin } from './ruin'
import { StepUndo } from './undo'

/** A whole plan as it was found: rows of `Routes`, their lengths, and what is in none. */
export interface FoundPlan {
  readonly order: Int32Array
  readonly length: Int32Array
  /** Requests left over. */
  readonly bank: readonly number[]
  /** What is left over is worth, then what the routes cost with balance. */
  readonly lost: number
  readonly cost: number
}

/** A plan that is taken apart and put together again, step by step. */
export class PlanSearch {
  readonly arena: Arena
  readonly routes: Routes
  readonly dice: Dice
  /** Vehicles that may not be used are 1. */
  readonly closed: Uint8Array
  /** How often each request was left over: what is hard to place is placed first. */
  readonly missed: Float64Array
  /** While vehicles are saved, those left over are exchanged for ones easier to place, whatever the ways cost. */
  isSaving = false
  readonly #recreate: Recreate
  readonly #ejection: Ejection
  readonly #undo: StepUndo
  readonly #bank: Int32Array
  readonly #bankBefore: Int32Array
  #ruin: Ruin | null = null
  #count = 0
  /** Of the plan as it stands. */
  cost = 0
  lost = 0
  #missedLost = 0

  constructor(arena: Arena, seed: number, due: Due | null = null) {
    const { vehicles, requests } = arena
    this.arena = arena
    this.routes = new Routes(arena, due)
    this.dice = new Dice(seed)
    this.closed = new Uint8Array(vehicles)
    this.missed = new Float64Array(requests).fill(1)
    const insertion = new Insertion(this.routes)
    this.#recreate = new Recreate(this.routes, insertion, this.dice)
    this.#ejection = new Ejection(this.routes, insertion, this.dice)
    this.#undo = new StepUndo(this.routes)
    this.#bank = Int32Array.from({ length: requests }, (_, q) => q)
    this.#bankBefore = new Int32Array(requests)
    this.#count = requests
    this.#measure()
  }

  get left(): number {
    return this.#count
  }

  /**
   * The first plan: whoever is on board is brought in the order by which their arrivals are owed, then all goes in that
   * fits.
   */
  begin(): void {
    const {
      arena: { aboard, only, requests, first },
      routes,
    } = this
    let left = 0
    for (let q = 0; q < requests; q++) {
      const r = only[q] as number
      const stops = new Int32Array((first[q + 1] as number) - (first[q] as number))
      if ((aboard[q] as number) === 0) this.#bank[left++] = q
      else routes.insert(q, r, stops.fill((routes.length[r] as number) + 1))
    }
    this.#count = left
    this.greedy()
  }

  /** Puts in all that fits, the most urgent first, without dice. */
  greedy(): void {
    const { worth } = this.arena
    this.#bank.subarray(0, this.#count).sort((a, b) => (worth[b] as number) - (worth[a] as number) || a - b)
    this.#count = this.#recreate.run(this.#bank, this.#count, this.closed, this.#undo.touch, 0)
    this.#undo.keep()
    this.#measure()
  }

  /**
   * One step: strings of stops out, in again.
   * @param heat how much worse a plan may be that is gone on with
   * @returns whether the plan has changed
   */
  step(heat: number): boolean {
    const { vehicleOf } = this.routes
    const { first } = this.arena
    this.#ruin ??= new Ruin(this.routes, this.dice)
    const [costBefore, lostBefore, missedBefore, countBefore] = [this.cost, this.lost, this.#missedLost, this.#count]
    for (let at = 0; at < countBefore; at++) this.#bankBefore[at] = this.#bank[at] as number
    this.#ruin.run(this.#stopsIn(), this.#routesIn(), this.#undo.touch, this.#out)
    this.#recreate.sort(this.#bank, this.#count)
    this.#count = this.#recreate.run(this.#bank, this.#count, this.closed, this.#undo.touch)
    this.#measure()
    const isCooler = this.cost < costBefore - heat * Math.log(this.dice.next())
    const isEasier = this.#missedLost < missedBefore
    const isTaken =
      this.lost === lostBefore ? isCooler || (this.isSaving && isEasier) : this.lost < lostBefore || isEasier
    for (let at = 0; at < this.#count; at++)
      this.missed[this.#bank[at] as number] = (this.missed[this.#bank[at] as number] as number) + 1
    if (isTaken) {
      this.#undo.keep()
      return true
    }
    this.#undo.back()
    this.#count = countBefore
    for (let at = 0; at < countBefore; at++) {
      const q = this.#bankBefore[at] as number
      this.#bank[at] = q
      for (let node = first[q] as number; node < (first[q + 1] as number); node++) vehicleOf[node] = -1
    }
    ;[this.cost, this.lost, this.#missedLost] = [costBefore, lostBefore, missedBefore]
    return false
  }

  /**
   * Makes room for one of those that are left over: others leave a route for it.
   * @returns how many places were tried
   */
  makeRoom(): number {
    if (this.#count === 0) return 0
    const at = this.dice.below(this.#count)
    const q = this.#bank[at] as number
    const isIn = this.#ejection.run(q, {
      missed: this.missed,
      closed: this.closed,
      touch: this.#undo.touch,
      out: this.#out,
    })
    if (isIn) this.#bank.copyWithin(at, at + 1, this.#count--)
    else this.missed[q] = (this.missed[q] as number) + 1
    this.#undo.keep()
    this.#measure()
    return this.#ejection.tried
  }

  /** Empties a route. */
  drop(r: number): void {
    const { order, width, length } = this.routes
    const { requestOf } = this.arena
    for (let at = 1; at <= (length[r] as number); at++) {
      const node = order[r * width + at] as number
      if ((this.routes.vehicleOf[node] as number) >= 0) this.#clear(requestOf[node] as number)
    }
    this.routes.compact(r)
    this.#measure()
  }

  /** Goes on with a plan that there is already, if it breaks nothing and is better than the one here. */
  offer(found: FoundPlan): void {
    const own = this.save()
    this.load(found)
    const isBetter = this.lost < own.lost || (this.lost === own.lost && this.cost < own.cost)
    if (!isBetter || !this.#isLegal()) this.load(own)
    else this.greedy()
  }

  save(): FoundPlan {
    const { order, length } = this.routes
    return {
      order: order.slice(),
      length: length.slice(),
      bank: Array.from(this.#bank.subarray(0, this.#count)),
      lost: this.lost,
      cost: this.cost,
    }
  }

  load({ order, length, bank }: FoundPlan): void {
    this.routes.order.set(order)
    this.routes.length.set(length)
    this.routes.vehicleOf.fill(-1)
    for (let r = 0; r < length.length; r++) this.routes.refresh(r)
    this.#count = bank.length
    this.#bank.set(bank)
    this.#measure()
  }

  #out = (q: number): void => {
    this.#bank[this.#count++] = q
  }

  #clear(q: number): void {
    const { first } = this.arena
    for (let node = first[q] as number; node < (first[q + 1] as number); node++) this.routes.vehicleOf[node] = -1
    this.#out(q)
  }

  /** Whether every route keeps its promises, with each stop after those before it of its request. */
  #isLegal(): boolean {
    const {
      routes: { order, width, length, broken, positionOf, vehicleOf },
      arena: { only, requestOf, first },
    } = this
    for (let r = 0; r < length.length; r++) {
      if ((broken[r] as number) > 0) return false
      for (let at = 1; at <= (length[r] as number); at++) {
        const node = order[r * width + at] as number
        const q = requestOf[node] as number
        if ((only[q] as number) >= 0 && only[q] !== r) return false
        if (node === (first[q] as number)) continue
        if (vehicleOf[node - 1] !== r || (positionOf[node - 1] as number) > at) return false
      }
    }
    return true
  }

  #stopsIn(): number {
    const { length } = this.routes
    let sum = 0
    for (let r = 0; r < length.length; r++) sum += length[r] as number
    return sum
  }

  #routesIn(): number {
    const { length } = this.routes
    let count = 0
    for (let r = 0; r < length.length; r++) if ((length[r] as number) > 0) count++
    return count
  }

  #measure(): void {
    const { cost } = this.routes
    const {
      worth,
      vehicles,
      problem: { balance },
    } = this.arena
    let [sum, longest, lost, missed] = [0, 0, 0, 0]
    for (let r = 0; r < vehicles; r++) {
      const one = cost[r] as number
      sum += one
      if (one > longest) longest = one
    }
    for (let at = 0; at < this.#count; at++) {
      const q = this.#bank[at] as number
      lost += worth[q] as number
      missed += (worth[q] as number) * (this.missed[q] as number)
    }
    this.cost = balance === 0 ? sum : sum + balance * (longest * vehicles - sum)
    this.lost = lost
    this.#missedLost = missed
  }
}
