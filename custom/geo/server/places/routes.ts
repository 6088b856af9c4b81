import { setImmediate as pause } from 'node:timers/promises'
import { AppError } from '#engine/model'
import type { LatLng, RouteBetween } from '../../../geometry/model'
import type { Places, Route } from './places'

/** Larger matrices are for a planner, not for a call. */
const MAX_POINTS = 100
const MAX_CELLS = 2_500

/** Routes and matrices composed of routes from one place to another. */
export function routesOf(finder: () => Promise<RouteBetween>): Pick<Places, 'route' | 'matrix'> {
  return {
    async route(points) {
      if (points.length < 2 || points.length > MAX_POINTS || !points.every(isOnEarth)) throw new AppError('VALIDATION')
      return routeBy(await finder(), points)
    },
    async matrix(from, to) {
      if (from.length * to.length > MAX_CELLS || ![...from, ...to].every(isOnEarth)) throw new AppError('VALIDATION')
      const routeBetween = await finder()
      const rows: { readonly distances: readonly number[]; readonly durations: readonly number[] }[] = []
      for (const start of from) {
        const routes = to.map((end) => routeBetween(start, end).route)
        rows.push({
          distances: routes.map((route) => Math.round(route.distance_m)),
          durations: routes.map((route) => Math.round(route.duration_s)),
        })
        // A matrix takes a while: other work gets its turn between the rows.
        await pause()
      }
      return {
        distances_m: rows.map(({ distances }) => distances),
        durations_s: rows.map(({ durations }) => durations),
      }
    },
  }
}

/**
 * The routes from each point to the next, one after the other; whole metres and seconds, so that legs add up to the
 * whole.
 */
function routeBy(routeBetween: RouteBetween, points: readonly LatLng[]): Route {
  const routes = points.slice(1).map((to, i) => routeBetween(points[i] ?? to, to))
  const legs = routes.map(({ route }) => ({
    distance_m: Math.round(route.distance_m),
    duration_s: Math.round(route.duration_s),
  }))
  const line = routes.flatMap(({ route }, i) => (i === 0 ? route.points : route.points.slice(1)))
  return {
    distance_m: legs.reduce((sum, leg) => sum + leg.distance_m, 0),
    duration_s: legs.reduce((sum, leg) => sum + leg.duration_s, 0),
    points: line,
    legs,
    // One estimated leg makes the whole an estimate.
    source: (routes.find(({ source }) => source === 'straight') ?? routes[0])?.source ?? 'straight',
  }
}

const isOnEarth = ([lat, lng]: LatLng): boolean => Math.abs(lat) <= 90 && Math.abs(lng) <= 180
