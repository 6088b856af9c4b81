import { distance_m, type LatLng, straightRoute } from '../../geometry/model'

/** A vehicle that was not heard of for so long is nowhere that one could reckon from. */
const MAX_SILENT_MS = 5 * 60_000
/** Where no duration is known. */
const USUAL_M_S = 22 / 3.6

interface OnItsWay {
  readonly state: string
  readonly vehicle: { readonly at: LatLng; readonly date_fix: string } | null
  /** Where the passenger waits. */
  readonly org: LatLng | null
  /** The ride as it was priced, to its destination; metres and seconds. */
  readonly points: readonly LatLng[]
  readonly distance: number | null
  readonly duration: number | null
}

/**
 * When the vehicle is expected where the passenger waits, or with the passenger at the destination; null: nobody can
 * say.
 */
export function arrivalOf({ state, vehicle, org, points, distance, duration }: OnItsWay, now: Date): string | null {
  if (vehicle === null || now.getTime() - Date.parse(vehicle.date_fix) > MAX_SILENT_MS) return null
  const seconds =
    state === 'accepted' || state === 'onway'
      ? org === null
        ? null
        : straightRoute(vehicle.at, org).route.duration_s
      : state === 'started'
        ? rest_s(vehicle.at, points, distance && duration ? distance / duration : USUAL_M_S)
        : null
  return seconds === null ? null : new Date(now.getTime() + seconds * 1000).toISOString()
}

/** What remains of a route from its place nearest to the vehicle, and the way to that place. */
function rest_s(at: LatLng, points: readonly LatLng[], m_s: number): number | null {
  const end = points.at(-1)
  if (end === undefined) return null
  const away = points.map((point) => distance_m(at, point))
  const nearest = away.indexOf(Math.min(...away))
  const rest = points.slice(nearest)
  const rest_m = rest.slice(1).reduce((sum, point, i) => sum + distance_m(rest[i] ?? point, point), 0)
  return (rest_m + (away[nearest] ?? 0)) / m_s
}
