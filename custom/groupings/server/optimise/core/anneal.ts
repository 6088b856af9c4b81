import { drivingOf } from './driving'
import { saveVehicles } from './save-vehicles'
import type { FoundPlan, PlanSearch } from './search'

/**
 * Starts from the first plan, each with so much of all steps; the best of them is gone on with. On long routes one
 * start in three falls into an arrangement, 10 to 50 % dearer, that no number of steps leads out of.
 */
const STARTS = 4
const START_SHARE = 0.1
/** With fewer steps a start comes to nothing: all of them are one. */
const MIN_START = 3_000
/**
 * The part of a start in which vehicles are saved, where a vehicle costs. With 0.4, nine of sixteen runs of a made
 * problem of 100 stops (`made-r1-50-100`) kept one vehicle too many, with 0.6 one of sixteen.
 */
const FLEET_SHARE = 0.6
/**
 * The part of all steps in which the best start saves vehicles once more. Of plans of 200 stops one in seven still can;
 * those of 100 have the fewest by then, and starts that are shorter for it come out of holes less often.
 */
const SAVE_SHARE = 0.2
const MIN_SAVED_STOPS = 150
/** Stopping is asked for once in so many steps. */
const ASK_EVERY = 64
/**
 * Heat as a part of the mean cost of a stop: at the beginning, where the best start is gone on with, and at the end.
 * Every other start begins so hot that nothing of the first plan is left: holes of long routes are left that way, while
 * the cooler starts come closer.
 */
const HOT = 2
const HOTTEST = 20
const WARM = 1
const COLD = 0.005

interface Course {
  readonly iterations: number
  /** Called with each better plan. */
  readonly better: (found: FoundPlan, iteration: number) => void
  /** Asked now and then. */
  readonly isStopped: () => boolean
}

/** Makes the plan of a search better in so many steps, and gives the best one found. */
export function anneal(search: PlanSearch, course: Course): FoundPlan {
  const walk = new Walk(search, course)
  const { iterations, isStopped } = course
  const saving = search.arena.stops < MIN_SAVED_STOPS ? 0 : Math.floor(iterations * SAVE_SHARE)
  const each = Math.floor((iterations - saving) * START_SHARE)
  if (each < MIN_START) {
    walk.start(iterations, HOT)
  } else {
    for (let start = 1; start <= STARTS && !isStopped(); start++) {
      walk.start(each * start, start % 2 === 0 ? HOTTEST : HOT)
    }
    if (saving > 0) walk.save(walk.steps + saving)
    walk.goOn(iterations)
  }
  search.load(walk.best)
  return walk.best
}

/** Steps of a search: from its first plan, or from the best. */
class Walk {
  best: FoundPlan
  readonly #first: FoundPlan
  readonly #search: PlanSearch
  readonly #course: Course
  /** The best of this start, and what its ways cost. */
  #own: FoundPlan
  #driving = 0
  #step = 0
  #tries = 0

  get steps(): number {
    return this.#step
  }

  constructor(search: PlanSearch, course: Course) {
    this.#search = search
    this.#course = course
    this.#first = search.save()
    this.best = this.#first
    this.#own = this.#first
  }

  /** Begins anew, saves vehicles, then cools down until so many steps have been made in all. */
  start(end: number, hot: number): void {
    this.#from(this.#first)
    this.#saveUntil(this.#step + Math.floor((end - this.#step) * FLEET_SHARE))
    this.#cool(hot, end)
  }

  /** Tries to do the best plan with fewer vehicles. */
  save(end: number): void {
    this.#from(this.best)
    this.#saveUntil(end)
  }

  /** Goes on with the best plan, less hot. */
  goOn(end: number): void {
    this.#from(this.best)
    this.#cool(WARM, end)
  }

  #saveUntil(end: number): void {
    this.#search.missed.fill(1)
    if (this.#search.arena.problem.weights.vehicle === 0 || this.#own.lost > 0) return
    saveVehicles(this.#search, {
      step: () => this.#tryStep(end, this.#heat(HOT, 0.5)),
      spend: (steps) => {
        this.#step += steps
      },
      keep: () => this.#keep(),
    })
    this.#search.load(this.#own)
  }

  #from(found: FoundPlan): void {
    this.#search.load(found)
    this.#own = found
    this.#driving = drivingOf(this.#search.arena, found)
  }

  #cool(hot: number, end: number): void {
    const from = this.#step
    while (this.#tryStep(end, this.#heat(hot, (this.#step - from) / (end - from)))) this.#keep()
  }

  /** @returns whether there was time for it */
  #tryStep(end: number, heat: number): boolean {
    if (this.#step >= end || (this.#tries++ % ASK_EVERY === 0 && this.#course.isStopped())) return false
    this.#step++
    this.#search.step(heat)
    return true
  }

  #heat(hot: number, part: number): number {
    return (this.#driving / Math.max(1, this.#search.arena.stops)) * hot * (COLD / hot) ** part
  }

  #keep(): void {
    if (!isBetter(this.#search, this.#own)) return
    this.#own = this.#search.save()
    this.#driving = drivingOf(this.#search.arena, this.#own)
    if (!isBetter(this.#own, this.best)) return
    this.best = this.#own
    this.#course.better(this.best, this.#step)
  }
}

type Cost = Pick<FoundPlan, 'lost' | 'cost'>
const isBetter = (a: Cost, b: Cost): boolean => a.lost < b.lost || (a.lost === b.lost && a.cost < b.cost - 1e-9)
