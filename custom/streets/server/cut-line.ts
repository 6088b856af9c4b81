import { between, distance_m, type LatLng } from '../../geometry/model'

/** The part of a line between two distances along it, both ends included; reversed where `to_m` is the smaller. */
export function cutLine(points: readonly LatLng[], from_m: number, to_m: number): readonly LatLng[] {
  if (from_m > to_m) return cutLine(points, to_m, from_m).toReversed()
  const cut: LatLng[] = []
  let before_m = 0
  for (const [i, to] of points.entries()) {
    const from = points[i - 1]
    if (!from) continue
    const length_m = distance_m(from, to)
    const start_m = before_m
    const at = (along_m: number): LatLng =>
      between(from, to, length_m === 0 ? 0 : Math.min(1, Math.max(0, (along_m - start_m) / length_m)))
    const after_m = before_m + length_m
    const isLast = i === points.length - 1
    if (cut.length === 0 && (from_m <= after_m || isLast)) cut.push(at(from_m))
    if (cut.length > 0) cut.push(to_m <= after_m || isLast ? at(to_m) : to)
    if (to_m <= after_m) break
    before_m = after_m
  }
  return cut
}
