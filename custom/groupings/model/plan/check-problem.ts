import type { PlanStop, PlanVehicle, Problem, Window } from './problem'

/** Seats are counted in 32 bits, and added up. */
const MAX_SEATS = 1_000_000

/**
 * Refuses a problem that contradicts itself, where reckoning with it would give a plan that is none: numbers that are
 * none, places outside the table, passengers who get out and have never got in. @throws {Error} with what is wrong, and
 * where
 */
export function checkProblem(problem: Problem): void {
  const known = {
    stop: idsOf(problem.stops, 'stop'),
    service: idsOf(problem.services, 'service'),
    vehicle: idsOf(problem.vehicles, 'vehicle'),
  }
  const numbers = [problem.tolerance_s, problem.balance, ...Object.values(problem.weights)]
  if (!numbers.every(isLength)) throw new Error('Tolerance, balance and weights of a problem are numbers from 0 on.')
  if (problem.balance > 1) throw new Error(`The balance of a problem is ${problem.balance}, from 0 to 1 at most.`)
  checkWays(problem)
  for (const stop of problem.stops) checkStop(problem, known, stop)
  checkLoads(problem)
  for (const { id, ride_s, priority } of problem.services) {
    if (ride_s !== null && !(ride_s >= 0)) throw new Error(`The longest ride of service ${id} takes ${ride_s} seconds.`)
    if (Number.isNaN(priority)) throw new Error(`The priority of service ${id} is no number.`)
  }
  for (const vehicle of problem.vehicles) checkVehicle(problem, known, vehicle)
  checkDriven(problem)
  checkLocks(problem, known)
}

type Known = Readonly<Record<'stop' | 'service' | 'vehicle', ReadonlySet<number>>>

function idsOf(all: readonly { readonly id: number }[], what: string): ReadonlySet<number> {
  const seen = new Set<number>()
  for (const { id } of all) {
    if (seen.has(id)) throw new Error(`The problem has ${what} ${id} twice.`)
    seen.add(id)
  }
  return seen
}

function mustKnow(known: Known, what: keyof Known, id: number, who: string): void {
  if (!known[what].has(id)) throw new Error(`${who} is of ${what} ${id}, which the problem does not have.`)
}

function checkStop({ matrix }: Problem, known: Known, { id, service, place, window, seats, stay_s }: PlanStop): void {
  mustKnow(known, 'service', service, `Stop ${id}`)
  checkPlace(place, matrix.size, `Stop ${id}`)
  checkWindow(window, `The window of stop ${id}`)
  if (!Number.isInteger(seats) || Math.abs(seats) > MAX_SEATS) {
    throw new Error(`At stop ${id} ${seats} passengers get in or out.`)
  }
  if (!isLength(stay_s)) throw new Error(`Stop ${id} takes ${stay_s} seconds.`)
}

function checkVehicle({ matrix }: Problem, known: Known, { id, start, end, shift, seats, driven }: PlanVehicle): void {
  for (const place of [start, end]) if (place !== null) checkPlace(place, matrix.size, `Vehicle ${id}`)
  checkWindow(shift, `The shift of vehicle ${id}`)
  if (shift?.from === -Infinity) throw new Error(`The shift of vehicle ${id} goes from ${shift.from} to ${shift.to}.`)
  if (!Number.isInteger(seats) || seats < 0 || seats > MAX_SEATS) throw new Error(`Vehicle ${id} has ${seats} seats.`)
  for (const { stop, arrival_s, leave_s } of driven) {
    mustKnow(known, 'stop', stop, `What vehicle ${id} has driven`)
    if (!Number.isFinite(arrival_s) || !(leave_s >= arrival_s) || leave_s === Infinity) {
      throw new Error(`Vehicle ${id} was at stop ${stop} from ${arrival_s} to ${leave_s}.`)
    }
  }
}

/** Each stop is made once, and all of a service by the vehicle that has begun it. */
function checkDriven({ vehicles, stops }: Problem): void {
  const serviceOf = new Map(stops.map(({ id, service }) => [id, service]))
  const [made, begun] = [new Map<number, number>(), new Map<number, number>()]
  for (const { id, driven } of vehicles) {
    for (const { stop } of driven) {
      const by = made.get(stop)
      if (by !== undefined) throw new Error(`Vehicle ${id} has driven stop ${stop}, which vehicle ${by} has driven.`)
      made.set(stop, id)
      const service = serviceOf.get(stop) ?? 0
      const own = begun.get(service) ?? id
      if (own !== id) throw new Error(`Vehicle ${id} has driven service ${service}, which vehicle ${own} has begun.`)
      begun.set(service, id)
    }
  }
}

/** A stop has one place and a service one vehicle, or none that is fixed. */
function checkLocks({ locks: { positions, vehicles } }: Problem, known: Known): void {
  const [places, owners] = [new Set<number>(), new Set<number>()]
  for (const { stop, position } of positions) {
    mustKnow(known, 'stop', stop, 'A locked position')
    if (!Number.isInteger(position) || position < 0) throw new Error(`Stop ${stop} is locked at position ${position}.`)
    if (places.has(stop)) throw new Error(`The problem has two locks of stop ${stop}.`)
    places.add(stop)
  }
  for (const { service, vehicle } of vehicles) {
    mustKnow(known, 'service', service, 'A locked vehicle')
    mustKnow(known, 'vehicle', vehicle, `The lock of service ${service}`)
    if (owners.has(service)) throw new Error(`The problem has two locks of service ${service}.`)
    owners.add(service)
  }
}

const isLength = (value: number): boolean => value >= 0 && value < Infinity

/** Infinity is a way that there is not. */
function checkWays({ matrix: { size, seconds, metres } }: Problem): void {
  for (const cells of [seconds, metres]) {
    if (cells.length !== size * size) throw new Error(`The table of ${size} places has ${cells.length} ways.`)
    const wrong = cells.findIndex((cell) => !(cell >= 0))
    const [from, to] = [Math.floor(wrong / size), wrong % size]
    if (wrong >= 0) throw new Error(`The way from place ${from} to place ${to} is ${cells[wrong]}.`)
  }
}

function checkPlace(place: number, size: number, who: string): void {
  if (Number.isInteger(place) && place >= 0 && place < size) return
  throw new Error(`${who} is at place ${place}, which the table of ${size} places does not have.`)
}

/** It may be open on one side; a moment that never comes is none. */
function checkWindow(window: Window | null, what: string): void {
  if (!window) return
  const { from, to } = window
  if (!(from <= to) || from === Infinity || to === -Infinity) throw new Error(`${what} goes from ${from} to ${to}.`)
}

/** Who gets out has got in, at an earlier stop of the service: else a vehicle would have more seats than it has. */
function checkLoads({ stops }: Problem): void {
  const loads = new Map<number, number>()
  for (const { id, service, seats } of stops) {
    const load = (loads.get(service) ?? 0) + seats
    if (load < 0) throw new Error(`At stop ${id} of service ${service} more get out than have got in.`)
    loads.set(service, load)
  }
}
