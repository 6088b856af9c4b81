import { between, course_deg, distance_m, type LatLng } from '../../geometry/model'

/** A vehicle moving along a line: how far it has come, and how fast it drives. */
export interface Walk {
  readonly points: readonly LatLng[]
  readonly length_m: number
  readonly done_m: number
  readonly speed_mps: number
}

/** A walk from the start of a line; a route's mean speed is its length divided by its time. */
export function walkAlong(points: readonly LatLng[], speed_mps: number): Walk {
  return { points, length_m: lengthOf(points), done_m: 0, speed_mps }
}

export const stepWalk = (walk: Walk, seconds: number): Walk => ({
  ...walk,
  done_m: Math.min(walk.length_m, walk.done_m + walk.speed_mps * seconds),
})

export const hasArrived = ({ done_m, length_m }: Walk): boolean => done_m >= length_m

/** Where a vehicle is and its heading (degrees clockwise from north); a standing vehicle keeps its last heading. */
export function placeOn({ points, done_m }: Walk): { readonly at: LatLng; readonly course: number } {
  let rest_m = done_m
  let course = 0
  for (const [i, to] of points.entries()) {
    const from = points[i - 1]
    if (!from) continue
    const leg_m = distance_m(from, to)
    if (leg_m === 0) continue
    course = course_deg(from, to)
    if (rest_m <= leg_m) return { at: between(from, to, rest_m / leg_m), course }
    rest_m -= leg_m
  }
  return { at: points.at(-1) ?? [0, 0], course }
}

const lengthOf = (points: readonly LatLng[]): number =>
  points.reduce((sum, point, i) => sum + (i === 0 ? 0 : distance_m(points[i - 1] ?? point, point)), 0)
