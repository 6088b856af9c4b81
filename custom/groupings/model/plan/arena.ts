import { indexProblem } from './index-problem'
import { owed } from './owed'
import type { PlanStop, PlanVehicle, Problem } from './problem'

/** Sums of seconds in another order differ in their last digits. */
const EPSILON = 1e-6
/** Any time: still before what no way leads to. */
const FOREVER_S = 1e15

/**
 * A problem as flat arrays, for the inner loops. Nodes 0 to `stops - 1` are the stops still to be driven, the rest are
 * where vehicles begin and end. What a service still has to do is a request: the chain of its open stops, `first[q]` to
 * `first[q + 1] - 1`; stops of a request are numbered one after the other.
 */
export interface Arena {
  readonly problem: Problem
  readonly stops: number
  readonly nodes: number
  readonly requests: number
  readonly vehicles: number
  /** From node to node: `from * nodes + to`. */
  readonly seconds: Float64Array
  readonly costs: Float64Array
  /** By node: not before, latest arrival (tolerance included), standing time, change of load, request. */
  readonly opens: Float64Array
  readonly closes: Float64Array
  readonly stays: Float64Array
  readonly seats: Int32Array
  readonly requestOf: Int32Array
  /** Position that a stop is locked at, counted among those still to be driven; -1: none. */
  readonly locked: Int32Array
  readonly idOf: readonly number[]
  /** By request. */
  readonly first: Int32Array
  readonly serviceOf: readonly number[]
  /** Longest ride from the first stop to the last one; Infinity: any. */
  readonly rides: Float64Array
  /** The most that the request adds to the load at any of its stops. */
  readonly peak: Int32Array
  /** The only vehicle that may drive it; -1: any. */
  readonly only: Int32Array
  /** Its passengers are on board: 1. */
  readonly aboard: Uint8Array
  /** What leaving it out costs, in units of which one outweighs all requests of lower priority. */
  readonly worth: Float64Array
  /** By vehicle. */
  readonly capacity: Int32Array
  readonly load: Int32Array
  readonly starts: Int32Array
  readonly ends: Int32Array
  readonly from: Float64Array
  readonly to: Float64Array
  /** Vehicles of the same kind have the same number: of several empty ones, one is tried. */
  readonly kind: Int32Array
  readonly hasWindows: boolean
  readonly hasRides: boolean
  /** Somebody gets in and never out: the seat stays taken to the end of the route. */
  readonly hasRests: boolean
  readonly hasLocks: boolean
}

const arenas = new WeakMap<Problem, Arena>()

/** The flat arrays of a problem, kept as long as it is. */
export function arenaOf(problem: Problem): Arena {
  const known = arenas.get(problem)
  if (known) return known
  const arena = flat(owed(problem), problem)
  arenas.set(problem, arena)
  return arena
}

/** @param problem with what is owed to those on board; `own` as it was put */
function flat(problem: Problem, own: Problem): Arena {
  const index = indexProblem(problem)
  const driven = new Map<number, { readonly vehicle: number; readonly leave_s: number }>()
  problem.vehicles.forEach((vehicle, at) =>
    vehicle.driven.forEach(({ stop, leave_s }) => driven.set(stop, { vehicle: at, leave_s })),
  )
  const chains = problem.services
    .map((service) => ({ service, chain: index.chains.get(service.id) ?? [] }))
    .map(({ service, chain }) => ({ service, chain, open: chain.filter(({ id }) => !driven.has(id)) }))
    .filter(({ open }) => open.length > 0)
  const open = chains.flatMap((one) => one.open)
  const [stops, vehicles, requests] = [open.length, problem.vehicles.length, chains.length]
  const ends = endsOf(problem, index.stops)
  const nodes = stops + ends.places.length
  const places = [...open.map(({ place }) => place), ...ends.places]
  const { seconds, costs } = waysOf(problem, places)
  const vehicleAt = new Map(problem.vehicles.map(({ id }, at) => [id, at]))
  const onBoard = chains.map(
    ({ chain }) => chain.map(({ id }) => driven.get(id)).find((one) => one !== undefined) ?? null,
  )
  const closes = new Float64Array(nodes).fill(FOREVER_S)
  const first = new Int32Array(requests + 1)
  const rides = new Float64Array(requests).fill(Infinity)
  chains.forEach(({ service, open }, q) => {
    first[q + 1] = (first[q] ?? 0) + open.length
    open.forEach(({ window }, k) => {
      closes[(first[q] ?? 0) + k] = (window?.to ?? FOREVER_S) + problem.tolerance_s + EPSILON
    })
    const boarded = onBoard[q]
    const last = (first[q + 1] ?? 0) - 1
    const { ride_s } = service
    if (boarded && ride_s !== null) closes[last] = Math.min(closes[last] ?? 0, boarded.leave_s + ride_s + EPSILON)
    else if (ride_s !== null && open.length > 1) rides[q] = ride_s + EPSILON
  })
  const ofNode = (of: (stop: PlanStop) => number, otherwise: number): number[] =>
    places.map((_, node) => {
      const stop = open[node]
      return stop ? of(stop) : otherwise
    })
  const worth = worthOf(chains.map(({ service }, q) => (onBoard[q] ? Infinity : service.priority)))
  return {
    problem: own,
    stops,
    nodes,
    requests,
    vehicles,
    seconds,
    costs,
    closes,
    first,
    rides,
    worth,
    opens: Float64Array.from(ofNode(({ window }) => window?.from ?? -Infinity, -Infinity)),
    stays: Float64Array.from(ofNode(({ stay_s }) => stay_s, 0)),
    seats: Int32Array.from(ofNode(({ seats }) => seats, 0)),
    requestOf: Int32Array.from(chains.flatMap((one, q) => one.open.map(() => q))),
    locked: Int32Array.from(
      open.map(({ id }, node) =>
        lockOf(problem, index.position.get(id), index.vehicleOf.get(open[node]?.service ?? 0)),
      ),
    ),
    idOf: open.map(({ id }) => id),
    serviceOf: chains.map(({ service }) => service.id),
    peak: Int32Array.from(chains.map((one) => peakOf(one.open))),
    only: Int32Array.from(
      chains.map(
        ({ service }, q) => onBoard[q]?.vehicle ?? vehicleAt.get(index.vehicleOf.get(service.id) ?? NaN) ?? -1,
      ),
    ),
    aboard: Uint8Array.from(onBoard.map((one) => (one ? 1 : 0))),
    capacity: Int32Array.from(problem.vehicles.map((vehicle) => vehicle.seats)),
    load: Int32Array.from(
      problem.vehicles.map((vehicle) =>
        vehicle.driven.reduce((sum, { stop }) => sum + (index.stops.get(stop)?.seats ?? 0), 0),
      ),
    ),
    starts: Int32Array.from(ends.starts.map((at) => stops + at)),
    ends: Int32Array.from(ends.ends.map((at) => stops + at)),
    from: Float64Array.from(
      problem.vehicles.map((vehicle) =>
        Math.max(vehicle.shift?.from ?? 0, vehicle.driven.at(-1)?.leave_s ?? -Infinity),
      ),
    ),
    to: Float64Array.from(problem.vehicles.map((vehicle) => (vehicle.shift?.to ?? FOREVER_S) + EPSILON)),
    kind: Int32Array.from(kindsOf(problem, ends)),
    hasWindows: closes.some((close) => close < FOREVER_S) || problem.vehicles.some(({ shift }) => shift !== null),
    hasRides: rides.some((ride) => ride < Infinity),
    hasRests: chains.some((one) => one.open.reduce((sum, { seats }) => sum + seats, 0) > 0),
    hasLocks: problem.locks.positions.length > 0,
  }
}

interface Ends {
  readonly places: readonly (number | null)[]
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

/** The places where vehicles begin and end, each once. */
function endsOf({ vehicles }: Problem, stops: ReadonlyMap<number, PlanStop>): Ends {
  const places: (number | null)[] = []
  const at = (place: number | null): number => (places.includes(place) ? places.indexOf(place) : places.push(place) - 1)
  const starts = vehicles.map(({ start, driven }) => at(start ?? stops.get(driven.at(-1)?.stop ?? NaN)?.place ?? null))
  return { starts, ends: vehicles.map(({ end }) => at(end)), places }
}

/** Ways between the places of nodes; nowhere (null) is next to everything. */
function waysOf(
  { matrix, weights }: Problem,
  places: readonly (number | null)[],
): { readonly seconds: Float64Array; readonly costs: Float64Array } {
  const nodes = places.length
  const [seconds, costs] = [new Float64Array(nodes * nodes), new Float64Array(nodes * nodes)]
  for (const [from, a] of places.entries()) {
    for (const [to, b] of places.entries()) {
      if (a === null || b === null) continue
      const [way_s, way_m] = [matrix.seconds[a * matrix.size + b] ?? 0, matrix.metres[a * matrix.size + b] ?? 0]
      seconds[from * nodes + to] = way_s
      // No way is dear also where seconds, or metres, cost nothing.
      costs[from * nodes + to] = way_s + way_m === Infinity ? Infinity : way_s * weights.second + way_m * weights.metre
    }
  }
  return { seconds, costs }
}

const peakOf = (chain: readonly PlanStop[]): number => {
  let [load, most] = [0, 0]
  for (const { seats } of chain) most = Math.max(most, (load += seats))
  return most
}

/** Positions are counted from what is still to be driven by the vehicle that the stop is locked to, or the only one. */
function lockOf({ vehicles }: Problem, position: number | undefined, vehicle: number | undefined): number {
  if (position === undefined) return -1
  const own = vehicles.length === 1 ? vehicles[0] : vehicles.find(({ id }) => id === vehicle)
  return Math.max(-1, position - (own?.driven.length ?? 0))
}

/** By priority; passengers on board are above all. */
function worthOf(priorities: readonly number[]): Float64Array {
  const levels = [...new Set(priorities)].sort((a, b) => a - b)
  const worth = new Map<number, number>()
  let all = 0
  for (const level of levels) {
    worth.set(level, all + 1)
    all += (all + 1) * priorities.filter((priority) => priority === level).length
  }
  return Float64Array.from(priorities.map((priority) => worth.get(priority) ?? 1))
}

function kindsOf({ vehicles, locks }: Problem, ends: Ends): readonly number[] {
  const known: string[] = []
  const text = ({ id, seats, shift, driven }: PlanVehicle, at: number): string =>
    JSON.stringify([
      seats,
      shift,
      ends.starts[at],
      ends.ends[at],
      driven.length > 0 || locks.vehicles.some(({ vehicle }) => vehicle === id) ? id : null,
    ])
  return vehicles.map((vehicle, at) => {
    const kind = text(vehicle, at)
    return known.includes(kind) ? known.indexOf(kind) : known.push(kind) - 1
  })
}
