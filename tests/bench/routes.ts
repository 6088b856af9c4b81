import { existsSync } from 'node:fs'
import { bestPlace } from '../../custom/groupings/model/plan/best-place'
import { costOfMove } from '../../custom/groupings/model/plan/cost-of-move'
import { evaluatePlan } from '../../custom/groupings/model/plan/evaluate'
import type { RoutePlan, Problem } from '../../custom/groupings/model/plan/problem'
import { solvePlan } from '../../custom/groupings/server/optimise/core/solve'
import { planTown } from '../model/plan-fixture'
import { randomSource } from '../random-source'
import { sharedPath } from '../shared-data'
import { atMost, type Bench } from './bench'
import { madeInstances } from './made-instances'
import { liLim, tsplib, type RouteInstance } from './route-instances'

/** The aims are about problems of this size; larger ones are shown. */
const MAX_PAIRS = 60
const MAX_PLACES = 200
const LIMIT_S = 3
/** Of twice the size. */
const LARGE_LIMIT_S = 15
/** Of one computer, whose seconds differ by half from run to run. */
const SEEDS = [1, 2, 3, 4, 5]

/** Plans of published problems beside the best ones known, and how long plans and moves take. `--quick`: one seed. */
export async function routes({ tell, quick }: Pick<Bench, 'tell' | 'quick'>): Promise<void> {
  const seeds = quick ? SEEDS.slice(0, 1) : SEEDS
  // A server has long run when it is asked for a plan.
  run(planTown({ bookings: 30, vehicles: 4, windows: 0.5 }, randomSource(1)), 1)
  const pairs = 'pick-up and delivery of 100 stops'
  published(tell, 'pickup_delivery', liLim, {
    seeds,
    what: `${pairs} (Li and Lim)`,
    mean: 0.3,
    worst: 3,
    isAimed: ({ problem }) => problem.services.length <= MAX_PAIRS,
  })
  compared(tell, madeInstances(100), { seeds, what: `${pairs}, made`, isAimed: () => true, mean: 0.3, worst: 3 })
  const large = 'pick-up and delivery of 200 stops, made'
  compared(tell, madeInstances(200), { seeds, what: large, isAimed: () => true, limit_s: LARGE_LIMIT_S })
  published(tell, 'tsplib', tsplib, {
    seeds,
    what: `round trips of up to ${MAX_PLACES} places (TSPLIB)`,
    mean: 0.3,
    worst: 1,
    isAimed: ({ problem }) => problem.matrix.size <= MAX_PLACES,
  })
  bookings(tell)
  moves(tell)
}

interface Compared {
  readonly what: string
  readonly seeds: readonly number[]
  /** Whether the aims are about it; others are shown. */
  readonly isAimed: (one: RouteInstance) => boolean
  /** Aims of the mean gap and of the worst run, per cent. */
  readonly mean?: number
  readonly worst?: number
  readonly limit_s?: number
}

type Tell = Bench['tell']

type Read = (folder: string) => readonly RouteInstance[]

function published(tell: Tell, folder: string, read: Read, how: Compared): void {
  const path = sharedPath(`routes/${folder}`)
  if (!existsSync(path)) return console.log(`skipped: ${how.what}: ${path} is not here`)
  compared(tell, read(path), how)
}

/** Plans beside the best ones known. */
function compared(tell: Tell, instances: readonly RouteInstance[], how: Compared): void {
  const { what, seeds, isAimed, limit_s, ...aims } = how
  const aim = (value: number, most: number | undefined) => (most === undefined ? undefined : atMost(value, most, ' %'))
  const gaps: number[] = []
  const seconds: number[] = []
  let more = 0
  let worst = { gap: -Infinity, of: '' }
  for (const one of instances) {
    if (!one.best) {
      console.log(`skipped: ${one.name}: no best plan of it is known here`)
      continue
    }
    const { best, problem } = one
    const runs = seeds.map((seed) => run(problem, seed, limit_s))
    const found = runs.map(({ plan }) => ({
      vehicles: plan.routes.filter(({ stops }) => stops.length > 0).length,
      metres: evaluatePlan(problem, plan).metres,
      isWhole: plan.left.length === 0,
    }))
    const gap = (metres: number): number => (metres / best.cost - 1) * 100
    const mean_gap = mean(found.map(({ metres }) => gap(metres)))
    const vehicles = Math.max(...found.map(({ vehicles, isWhole }) => (isWhole ? vehicles : Infinity)))
    if (isAimed(one)) {
      found.forEach(({ metres }, at) => {
        gaps.push(gap(metres))
        if (gap(metres) > worst.gap) worst = { gap: gap(metres), of: `${one.name}, seed ${seeds[at]}` }
      })
      seconds.push(...runs.map(({ took_s }) => took_s))
      more += found.filter(({ vehicles, isWhole }) => !isWhole || vehicles > best.vehicles).length
    }
    const fleet = best.vehicles > 1 ? `${vehicles} of ${best.vehicles} vehicles, ` : ''
    tell(
      `${one.name} (${problem.stops.length} stops)`,
      `${fleet}${found.map(({ metres }) => metres.toFixed(2)).join(', ')}; known ${best.cost}: ${mean_gap.toFixed(2)} %; ${mean(runs.map(({ took_s }) => took_s)).toFixed(1)} s`,
    )
  }
  if (gaps.length === 0) return
  const took = `in ${mean(seconds).toFixed(1)} s (at most ${Math.max(...seconds).toFixed(1)} s)`
  tell(`mean gap of ${what}`, `${mean(gaps).toFixed(3)} %, ${took}`, aim(mean(gaps), aims.mean))
  tell('worst run of them', `${worst.gap.toFixed(2)} % (${worst.of})`, aim(worst.gap, aims.worst))
  tell(`plans with more vehicles than the best known, or not whole`, `${more} of ${gaps.length}`, atMost(more, 0))
}

/** Seconds of the processor: of a computer that others use as well, no other second says anything. */
const cpu_s = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** The plan of a seed in three seconds of one core at most. */
function run(
  problem: Problem,
  seed: number,
  limit_s = LIMIT_S,
): { readonly plan: RoutePlan; readonly first_ms: number; readonly took_s: number; readonly leftovers: number } {
  const began = cpu_s()
  let first_ms = NaN
  const { plan } = solvePlan(problem, {
    seed,
    iterations: null,
    all: false,
    from: null,
    isStopped: () => cpu_s() - began > limit_s,
    onProgress: () => {
      if (Number.isNaN(first_ms)) first_ms = (cpu_s() - began) * 1_000
    },
  })
  return { plan, first_ms, took_s: cpu_s() - began, leftovers: plan.left.length }
}

function bookings(tell: Bench['tell']): void {
  const problem = planTown(
    { bookings: 200, vehicles: 20, windows: 0.5, shift_s: 4 * 3_600, vehicleCost: 1_000 },
    randomSource(7),
  )
  const runs = SEEDS.slice(0, 3).map((seed) => run(problem, seed, 10))
  const costs = runs.map(({ plan }) => evaluatePlan(problem, plan).cost.toFixed(0))
  tell(
    '200 bookings on 20 vehicles',
    `${mean(runs.map(({ took_s }) => took_s)).toFixed(1)} s; costs ${costs.join(', ')}; ${runs.map(({ leftovers }) => leftovers).join(', ')} left over`,
    atMost(Math.max(...runs.map(({ took_s }) => took_s)), 10, ' s'),
  )
  const first_ms = mean(runs.map(({ first_ms }) => first_ms))
  tell('the first plan of it', `${first_ms.toFixed(0)} ms`, atMost(first_ms, 100, ' ms'))
}

/** What the browser asks at every place that a stop is dragged over. */
function moves(tell: Bench['tell']): void {
  const problem = planTown({ bookings: 30, vehicles: 1, windows: 0.5, seats: 6 }, randomSource(3))
  const plan: RoutePlan = {
    routes: [{ vehicle: problem.vehicles[0]?.id ?? 0, stops: problem.stops.map(({ id }) => id) }],
    left: [],
  }
  const before = evaluatePlan(problem, plan)
  const random = randomSource(5)
  const took = Array.from({ length: 2_000 }, () => {
    const move = {
      stop: problem.stops[Math.floor(random() * 60)]?.id ?? 0,
      vehicle: problem.vehicles[0]?.id ?? 0,
      position: Math.floor(random() * 60),
    }
    const began = cpu_s()
    costOfMove(problem, plan, move, before)
    return (cpu_s() - began) * 1_000
  }).sort((a, b) => a - b)
  const [usual, slow] = [took[1_000] ?? NaN, took[1_980] ?? NaN]
  tell(
    'what a move costs, with 60 stops',
    `${usual.toFixed(3)} ms, one in a hundred ${slow.toFixed(3)} ms`,
    atMost(slow, 16, ' ms'),
  )
  const began = performance.now()
  for (const { id } of problem.services.slice(0, 10)) bestPlace(problem, plan, { service: id })
  tell('the best place of a service, with 60 stops', `${((performance.now() - began) / 10).toFixed(1)} ms`)
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
