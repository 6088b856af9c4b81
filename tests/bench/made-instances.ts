import type { PlanService, PlanStop, PlanVehicle, Problem } from '../../custom/groupings/model/plan/problem'
import { randomSource } from '../random-source'
import { MADE_BEST } from './made-best'
import { euclid, PLAIN, type Point, type RouteInstance } from './route-instances'

/**
 * Problems of the kinds that Li and Lim (2001) published, made anew. Their places are like those of Solomon (1987): in
 * clusters, at random or half of each; the horizon is short (some seven stops a route) or long (some thirty). A plan is
 * drawn first: each route goes to near places, its stops are paired at random in their order, and windows lie about the
 * moments at which they are reached, so all can be served.
 */
export interface MadeKind {
  readonly places: 'c' | 'r' | 'rc'
  readonly horizon: 1 | 2
  /** The part of the stops that have windows. */
  readonly windows: number
  readonly stops: number
}

const KINDS: readonly MadeKind[] = (['c', 'r', 'rc'] as const).flatMap((places) =>
  ([1, 2] as const).flatMap((horizon) =>
    [1, 0.5].map((windows): MadeKind => ({ places, horizon, windows, stops: 100 })),
  ),
)

/** Of twice the size, with the most and the fewest vehicles. */
const LARGE = ([1, 2] as const).map((horizon): MadeKind => ({ places: 'rc', horizon, windows: 0.5, stops: 200 }))

/** As Solomon's: how long a day is, seats, how long a stop takes, half of a window. */
const DAYS = {
  c: { 1: { to: 1_236, seats: 200, stay: 90, half: 30 }, 2: { to: 3_390, seats: 700, stay: 90, half: 80 } },
  r: { 1: { to: 230, seats: 200, stay: 10, half: 10 }, 2: { to: 1_000, seats: 1_000, stay: 10, half: 60 } },
  rc: { 1: { to: 240, seats: 200, stay: 10, half: 15 }, 2: { to: 960, seats: 1_000, stay: 10, half: 60 } },
} as const

const nameOf = ({ places, horizon, windows, stops }: MadeKind): string =>
  `made-${places}${horizon}-${windows * 100}-${stops}`

/** Of 100 stops, or of 200. */
export const madeInstances = (stops: 100 | 200): readonly RouteInstance[] =>
  (stops === 100 ? KINDS : LARGE).map((kind, at) => {
    const name = nameOf(kind)
    return { name, problem: made(kind, stops + at), best: MADE_BEST[name] ?? null }
  })

function made(asked: MadeKind, seed: number): Problem {
  const random = randomSource(seed)
  const { to, seats: room, stay, half } = DAYS[asked.places][asked.horizon]
  const points: readonly Point[] = [[40, 50], ...placesOf(asked, random)]
  const matrix = euclid(points, (length) => length)
  const way = (from: number, other: number): number => matrix.seconds[from * matrix.size + other] ?? 0
  const rest = new Set(points.keys())
  rest.delete(0)
  const stops: PlanStop[] = []
  const services: PlanService[] = []
  const vehicles: PlanVehicle[] = []
  const addVehicle = (): void => {
    vehicles.push({ id: vehicles.length + 1, seats: room, start: 0, end: 0, shift: { from: 0, to }, driven: [] })
  }
  while (rest.size > 0) {
    const route = routeOf({ rest, way, to, stay, random })
    addVehicle()
    for (const [pickup, dropoff] of pairsOf(route, random)) {
      const people = 10 + 10 * Math.floor(random() * 3)
      const id = services.push({ id: services.length + 1, priority: 0, ride_s: null })
      for (const { place, at } of [pickup, dropoff]) {
        const near = half * (0.5 + random())
        const isPickup = place === pickup.place
        // A window ends early enough for the way home.
        const last = to - way(place, 0) - stay
        const isTight = random() < asked.windows
        const window = isTight ? { from: Math.max(0, at - near), to: Math.min(last, at + near) } : { from: 0, to: last }
        const kind = isPickup ? 'pickup' : 'dropoff'
        stops.push({ id: place, service: id, kind, place, seats: isPickup ? people : -people, window, stay_s: stay })
      }
    }
  }
  // One in four more than that plan takes.
  const spare = Math.ceil(vehicles.length / 4)
  for (let one = 0; one < spare; one++) addVehicle()
  return { ...PLAIN, matrix, stops, services, vehicles, weights: { second: 0, metre: 1, vehicle: 10_000 } }
}

function placesOf({ places, stops }: MadeKind, random: () => number): readonly Point[] {
  const centres = Array.from({ length: Math.ceil(stops / 10) }, (): Point => [random() * 100, random() * 100])
  return Array.from({ length: stops }, (_, at): Point => {
    const [x, y] = centres[at % centres.length] ?? [0, 0]
    const isClustered = places === 'c' || (places === 'rc' && at < stops / 2)
    return isClustered ? [x + (random() - 0.5) * 10, y + (random() - 0.5) * 10] : [random() * 100, random() * 100]
  })
}

interface Visited {
  readonly place: number
  readonly at: number
}

interface Drawing {
  /** Places that are in no route yet. */
  readonly rest: Set<number>
  readonly way: (from: number, other: number) => number
  readonly to: number
  readonly stay: number
  readonly random: () => number
}

/** A route to near places until no more time is left; an even number of them, so that all have a pair. */
function routeOf({ rest, way, to, stay, random }: Drawing): readonly Visited[] {
  const route: Visited[] = []
  let [place, now] = [0, 0]
  for (;;) {
    const here = place
    const left = to - stay - now
    const open = [...rest]
      .filter((other) => way(here, other) + way(other, 0) <= left)
      .sort((a, b) => way(here, a) - way(here, b))
    const next = open[Math.floor(random() * Math.min(3, open.length))]
    if (next === undefined) break
    now += way(place, next)
    route.push({ place: next, at: now })
    now += stay
    rest.delete(next)
    place = next
  }
  const odd = route.length % 2 === 1 ? route.pop() : undefined
  // Who has nobody to be paired with is left out.
  if (odd !== undefined && route.length > 0 && rest.size > 0) rest.add(odd.place)
  return route
}

function pairsOf(route: readonly Visited[], random: () => number): readonly (readonly [Visited, Visited])[] {
  const open = [...route]
  const pairs: (readonly [Visited, Visited])[] = []
  while (open.length > 1) {
    const [first] = open.splice(0, 1)
    const [second] = open.splice(Math.floor(random() * Math.min(6, open.length)), 1)
    if (first && second) pairs.push([first, second])
  }
  return pairs
}
