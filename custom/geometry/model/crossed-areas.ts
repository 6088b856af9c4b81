import { lineIntersect } from '@turf/line-intersect'
import { boxIndex } from './box-index'
import type { LatLng } from './lat-lng'
import { boundsOfPoints, isArea, geoLine, type Area } from './ring-geojson'

/** Many areas, to be searched for those whose border a line meets. */
export interface CrossingIndex<A> {
  /**
   * The areas whose border the line crosses or touches, in the order in which it first does so, each once. A line that
   * starts or ends inside counts when it passes the border; one that stays inside from its start to its end does not.
   */
  readonly crossed: (line: readonly LatLng[]) => readonly A[]
}

/**
 * Made once for a set of areas, then queried often: their sides are indexed, and only those near a piece of the line
 * are checked.
 */
export function crossingIndex<A extends Area<unknown>>(areas: readonly A[]): CrossingIndex<A> {
  const sides = areas
    .filter(isArea)
    .flatMap((area) =>
      area.ring.map((from, i) => ({ area, ends: [from, area.ring[(i + 1) % area.ring.length] ?? from] as const })),
    )
  const boxes = boxIndex(sides.map(({ ends }) => boundsOfPoints(ends)))
  return {
    crossed(line) {
      const found = new Set<A>()
      for (const [i, to] of line.entries()) {
        const from = line[i - 1]
        if (!from) continue
        for (const area of metBy([from, to])) found.add(area)
      }
      return [...found]

      function metBy(piece: readonly [LatLng, LatLng]): readonly A[] {
        const here = new Map<A, number>()
        for (const index of boxes.meeting(boundsOfPoints(piece))) {
          const side = sides[index]
          if (!side || found.has(side.area)) continue
          for (const {
            geometry: {
              coordinates: [lng = 0, lat = 0],
            },
          } of lineIntersect(geoLine(piece), geoLine(side.ends)).features) {
            // Of the areas that one piece of the line meets, the nearest to its start comes first.
            const away = Math.hypot(lat - piece[0][0], lng - piece[0][1])
            here.set(side.area, Math.min(away, here.get(side.area) ?? Infinity))
          }
        }
        return [...here].sort((a, b) => a[1] - b[1]).map(([area]) => area)
      }
    },
  }
}

/**
 * Which of some areas a line crosses (see `CrossingIndex`); for many lines over the same areas make a `crossingIndex`
 * and keep it.
 */
export const crossedAreas = <A extends Area<unknown>>(areas: readonly A[], line: readonly LatLng[]): readonly A[] =>
  crossingIndex(areas).crossed(line)
