import type { Json, JsonObject } from '#engine/model'
import type { MapRows, MapTint } from '#engine/client'
import type { Map as LeafletMap, Point } from 'leaflet'
import type { LatLng } from '../../../geometry/model'
import { ringOfValue } from '../polygon/ring-value'
import { SHAPES, type Mark } from './mark'

/** A row that is an area. */
export interface MarkedArea {
  readonly id: number | string
  readonly name: string
  readonly colour: string
  readonly ring: readonly LatLng[]
}

/** What a map draws of an answer: marks of rows and numbers, or areas. */
export interface Drawn {
  readonly marks: readonly Mark[]
  readonly areas: readonly MarkedArea[]
}

type Reading = Pick<MapRows, 'answer' | 'placeOf' | 'tintOf' | 'tints'>

// Told apart by those who see few colours, too (Okabe and Ito).
const PALETTE = ['#0072b2', '#d55e00', '#009e73', '#a3509b', '#2a93d5', '#b37700', '#4b5563', '#8c2d04'] as const

/** The colour and form of a value: its own colour, else one of a few in the order of the choices. */
export function lookOf(
  tint: string | null,
  tints: readonly MapTint[],
  otherwise: string,
): Pick<Mark, 'colour' | 'shape'> {
  if (tint?.startsWith('#')) return { colour: tint, shape: 'round' }
  const place = tints.findIndex(({ value }) => value === tint)
  if (place < 0) return { colour: tints.length > 0 ? NO_VALUE : otherwise, shape: 'round' }
  return {
    colour: tints[place]?.color ?? PALETTE[place % PALETTE.length] ?? otherwise,
    shape: SHAPES[place % SHAPES.length] ?? 'round',
  }
}

const NO_VALUE = '#6b7280'

export function drawnOf(
  { answer, placeOf, tintOf, tints }: Reading,
  nameOf: (row: JsonObject) => string,
  otherwise: string,
): Drawn {
  const marks: Mark[] = (answer?.clusters ?? []).map(({ n, lat, lng, box }) => ({
    id: box.join(),
    lat,
    lng,
    n,
    colour: otherwise,
    shape: 'round',
  }))
  const areas: MarkedArea[] = []
  for (const row of answer?.items ?? []) {
    const id = row['id']
    const place = placeOf(row)
    if (typeof id !== 'number' && typeof id !== 'string') continue
    const look = lookOf(tintOf(row), tints, otherwise)
    if (Array.isArray(place)) areas.push({ id, name: nameOf(row), colour: look.colour, ring: ringOfValue(place) })
    else {
      const at = pointOf(place)
      if (at) marks.push({ id, lat: at[0], lng: at[1], n: 1, ...look })
    }
  }
  return { marks, areas }
}

function pointOf(place: Json): LatLng | null {
  if (place === null || typeof place !== 'object' || Array.isArray(place)) return null
  const { lat, lng } = place as JsonObject
  return typeof lat === 'number' && typeof lng === 'number' ? [lat, lng] : null
}

/** The middle of an area's box, for bringing it into view. */
export function ringMiddle(ring: readonly LatLng[]): LatLng {
  const [lats, lngs] = [ring.map(([lat]) => lat), ring.map(([, lng]) => lng)]
  return [(Math.min(...lats) + Math.max(...lats)) / 2, (Math.min(...lngs) + Math.max(...lngs)) / 2]
}

/** Areas whose middle lies within a box of the map's container. */
export function areasInside(
  areas: readonly MarkedArea[],
  map: LeafletMap | null,
  a: Point,
  b: Point,
): readonly MarkedArea['id'][] {
  if (!map) return []
  return areas
    .filter(({ ring }) => {
      const [lat, lng] = ringMiddle(ring)
      const { x, y } = map.latLngToContainerPoint([lat, lng])
      return x >= Math.min(a.x, b.x) && x <= Math.max(a.x, b.x) && y >= Math.min(a.y, b.y) && y <= Math.max(a.y, b.y)
    })
    .map(({ id }) => id)
}
