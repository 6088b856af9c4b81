import type { DrivenStop, PlanVehicle, Problem } from '../../custom/groupings/model/plan/problem'
import { planTown } from './plan-fixture'

/** Bookings and vehicles of a random town. */
const SIZES = [
  [6, 2],
  [16, 4],
  [40, 8],
] as const

/**
 * A town of any kind: windows, rides, shifts, middle stops, locks, half-driven routes, one vehicle or several; one in
 * ten of the largest size, four of the middle one. Nothing says that all of it can be driven.
 */
export function anyTown(random: () => number, at: number): Problem {
  const [most, fleet] = SIZES[at % 10 === 0 ? 2 : at % 2 === 0 ? 1 : 0]
  const chance = (part: number): boolean => random() < part
  const town = planTown(
    {
      bookings: 2 + Math.floor(random() * (most - 1)),
      vehicles: chance(0.25) ? 1 : 1 + Math.floor(random() * fleet),
      windows: [0, 0.3, 0.7, 1][Math.floor(random() * 4)] ?? 0,
      ride_s: chance(0.6) ? 600 + Math.floor(random() * 3_000) : null,
      seats: 2 + Math.floor(random() * 6),
      vias: chance(0.3) ? 0.4 : 0,
      stands: chance(0.7),
      vehicleCost: chance(0.5) ? 3_000 : 0,
      shift_s: chance(0.5) ? 3_000 + Math.floor(random() * 9_000) : null,
    },
    random,
  )
  const driven = chance(0.35) ? halfDriven(town, random) : town
  const locked = chance(0.35) ? withLocksOf(driven, random) : driven
  return { ...locked, tolerance_s: chance(0.3) ? 300 : 0, balance: chance(0.15) ? random() : 0 }
}

/** The first vehicles have begun: some of their passengers are on board, some have been brought. */
function halfDriven(town: Problem, random: () => number): Problem {
  const { size, seconds } = town.matrix
  const open = [...town.services]
  const vehicles = town.vehicles.map((vehicle): PlanVehicle => {
    if (random() < 0.5 || open.length === 0) return vehicle
    const driven: DrivenStop[] = []
    let [now_s, place]: [number, number | null] = [Math.floor(random() * 1_000), vehicle.start]
    const drive = (stop: Problem['stops'][number]): void => {
      const arrival_s = now_s + (place === null ? 0 : (seconds[place * size + stop.place] ?? 0))
      now_s = arrival_s + stop.stay_s
      place = stop.place
      driven.push({ stop: stop.id, arrival_s, leave_s: now_s })
    }
    const mine = open.splice(0, 1 + Math.floor(random() * 3))
    for (const { id } of mine) {
      const made = random() < 0.3 ? 3 : 1
      for (const stop of town.stops.filter(({ service }) => service === id).slice(0, made)) drive(stop)
    }
    const from = now_s + Math.floor(random() * 600)
    const shift = vehicle.shift ? { from, to: Math.max(from, vehicle.shift.to) } : null
    return { ...vehicle, start: random() < 0.5 ? null : vehicle.start, shift, driven }
  })
  return { ...town, vehicles }
}

/**
 * Services locked to vehicles, and stops of the only vehicle or of locked services to positions, whether or not that is
 * possible.
 */
function withLocksOf(town: Problem, random: () => number): Problem {
  const driven = new Map(town.vehicles.flatMap(({ id, driven }) => driven.map(({ stop }) => [stop, id] as const)))
  const begun = town.stops.filter(({ id }) => driven.has(id))
  const aboard = new Map(begun.map(({ id, service }) => [service, driven.get(id)]))
  const [only] = town.vehicles.length === 1 ? town.vehicles : []
  const any = (): number => town.vehicles[Math.floor(random() * town.vehicles.length)]?.id ?? 0
  const chosen = town.services.filter(() => random() < 0.3)
  const vehicles = chosen.map(({ id }) => ({ service: id, vehicle: aboard.get(id) ?? any() }))
  const own = new Map(vehicles.map(({ service, vehicle }) => [service, vehicle]))
  const positions = town.stops.flatMap(({ id, service }, at) => {
    const vehicle = only?.id ?? own.get(service)
    if (vehicle === undefined || driven.has(id) || random() > 0.2) return []
    const made = town.vehicles.find((one) => one.id === vehicle)?.driven.length ?? 0
    return [{ stop: id, position: made + Math.floor(random() * Math.min(at + 1, 6)) }]
  })
  return { ...town, locks: { vehicles, positions } }
}
