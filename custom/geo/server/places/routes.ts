import { setImmediate as pause } from 'node:timers/promises'
import { AppError } from '#engine/model'
import type { LatLng } from '../../model/lat-lng'
import type { WayBetween } from '../../model/straight-route'
import type { Places, Route } from './places'

/** Larger matrices are for a planner, not for a call. */
const MAX_POINTS = 100
const MAX_CELLS = 2_500

/** Routes and matrices composed of routes from one place to another. */
export function routesOf(finder: () => Promise<WayBetween>): Pick<Places, 'route' | 'matrix'> {
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
        const ways = to.map((end) => routeBetween(start, end).way)
        rows.push({ distances: ways.map((way) => Math.round(way.distance_m)), durations: ways.map((way) => Math.round(way.duration_s)) })
        // A matrix takes a while: other work gets its turn between the rows.
        await pause()
      }
      return { distances_m: rows.map(({ distances }) => distances), durations_s: rows.map(({ durations }) => durations) }
    },
  }
}

/** The routes from each point to the next, one after the other; whole metres and seconds, so that legs add up to the whole. */
function routeBy(routeBetween: WayBetween, points: readonly LatLng[]): Route {
  const ways = points.slice(1).map((to, i) => routeBetween(points[i] ?? to, to))
  const legs = ways.map(({ way }) => ({ distance_m: Math.round(way.distance_m), duration_s: Math.round(way.duration_s) }))
  const line = ways.flatMap(({ way }, i) => (i === 0 ? way.points : way.points.slice(1)))
  return {
    distance_m: legs.reduce((sum, leg) => sum + leg.distance_m, 0),
    duration_s: legs.reduce((sum, leg) => sum + leg.duration_s, 0),
    points: line,
    legs,
    // One estimated leg makes the whole an estimate.
    source: (ways.find(({ source }) => source === 'straight') ?? ways[0])?.source ?? 'straight',
  }
}

const isOnEarth = ([lat, lng]: LatLng): boolean => Math.abs(lat) <= 90 && Math.abs(lng) <= 180
