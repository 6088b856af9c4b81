import { area } from '@turf/area'
import { featureCollection } from '@turf/helpers'
import { intersect } from '@turf/intersect'
import { boxIndex } from './box-index'
import type { LatLng } from './lat-lng'
import { boundsOfPoints, isArea, polygonOf, type Area } from './ring-geojson'

interface Overlap<A> {
  readonly a: A
  readonly b: A
  /** What both contain. */
  readonly m2: number
  /** Its part of the smaller one, over 0 to 1: at 1 one area is within the other. */
  readonly share: number
  /** Outlines of what both contain, for drawing (without holes). */
  readonly shapes: readonly (readonly LatLng[])[]
}

/** Smaller overlaps are just borders drawn by two people. */
const MIN_M2 = 1

/**
 * Pairs of areas that overlap, the largest overlap first. Neighbours that share a border, or overlap by less than
 * `least_m2`, do not.
 * @param changed only pairs with at least one of these are checked; absent: all pairs
 * @param least_m2 square metres from which an overlap is reported
 */
export function findOverlaps<A extends Area<unknown>>(
  areas: readonly A[],
  { changed, least_m2 = MIN_M2 }: { readonly changed?: ReadonlySet<A>; readonly least_m2?: number } = {},
): readonly Overlap<A>[] {
  const known = areas.filter(isArea).map((one) => ({ one, box: boundsOfPoints(one.ring), shape: polygonOf(one.ring) }))
  const boxes = boxIndex(known.map(({ box }) => box))
  const found = known.flatMap((a, i) =>
    boxes.meeting(a.box).flatMap((j): Overlap<A> | readonly [] => {
      const b = known[j]
      if (!b || j <= i || (changed && !changed.has(a.one) && !changed.has(b.one))) return []
      const common = intersect(featureCollection([a.shape, b.shape]))
      if (!common) return []
      const m2 = area(common)
      const smaller = Math.min(area(a.shape), area(b.shape))
      const share = smaller > 0 ? Math.min(1, m2 / smaller) : 1
      return m2 < least_m2 ? [] : { a: a.one, b: b.one, m2, share, shapes: outlines(common.geometry) }
    }),
  )
  return found.sort((x, y) => y.m2 - x.m2)
}

type Common = NonNullable<ReturnType<typeof intersect>>['geometry']

const outlines = (common: Common): readonly (readonly LatLng[])[] =>
  (common.type === 'Polygon' ? [common.coordinates] : common.coordinates).flatMap(([ring]) =>
    ring ? [ring.slice(0, -1).map(([lng = 0, lat = 0]): LatLng => [lat, lng])] : [],
  )
