import { Type, type Static } from 'typebox'
import { defineCall } from '#engine/model'
import { COAST, RIVER } from './coast'
import { labelPoint } from './district-at'
import { DISTRICTS } from './districts'
import type { LatLng } from './lat-lng'
import { STREETS } from './streets'

// GeoJSON is [lng, lat] (RFC 7946 §3.1.1).
const Position = Type.Tuple([Type.Number(), Type.Number()])
const line = Type.Object({ type: Type.Literal('LineString'), coordinates: Type.Array(Position) })
const feature = <G extends typeof line | typeof ring, P extends Parameters<typeof Type.Object>[0]>(geometry: G, properties: P) =>
  Type.Object({ type: Type.Literal('Feature'), properties: Type.Object(properties), geometry })
const ring = Type.Object({ type: Type.Literal('Polygon'), coordinates: Type.Array(Type.Array(Position)) })
const collection = <F extends ReturnType<typeof feature>>(one: F) =>
  Type.Object({ type: Type.Literal('FeatureCollection'), features: Type.Array(one) })

const Kind = Type.Union([Type.Literal('expressway'), Type.Literal('avenue')])
const BaseMap = Type.Object({
  streets: collection(feature(line, { name: Type.String(), kind: Kind })),
  /** `label` is where the name is written. */
  districts: collection(feature(ring, { name: Type.String(), label: Position })),
  /** Land lies to its left, seen from its start (north to south). */
  coast: feature(line, { name: Type.String() }),
  river: feature(line, { name: Type.String() }),
})
export type BaseMap = Static<typeof BaseMap>

/** `GET geo/base`: the streets and districts at hand, which maps draw where no tiles can be had. */
export const baseMapCall = defineCall({ method: 'GET', path: 'geo/base', access: 'public', request: Type.Object({}), response: BaseMap })

/** The same as GeoJSON, made from the lists of this folder. */
export function baseMap(): BaseMap {
  return {
    streets: {
      type: 'FeatureCollection',
      features: STREETS.map(({ name, kind, points }) => ({ type: 'Feature', properties: { name, kind }, geometry: lineOf(points) })),
    },
    districts: {
      type: 'FeatureCollection',
      features: DISTRICTS.map((district) => ({
        type: 'Feature',
        properties: { name: district.name, label: turned(labelPoint(district)) },
        // A GeoJSON ring ends where it starts (§3.1.6).
        geometry: { type: 'Polygon', coordinates: [[...district.outline, ...district.outline.slice(0, 1)].map(turned)] },
      })),
    },
    coast: { type: 'Feature', properties: { name: 'Océano Pacífico' }, geometry: lineOf(COAST) },
    river: { type: 'Feature', properties: { name: 'Río Rímac' }, geometry: lineOf(RIVER) },
  }
}

const lineOf = (points: readonly LatLng[]) => ({ type: 'LineString' as const, coordinates: points.map(turned) })
const turned = ([lat, lng]: LatLng): [number, number] => [lng, lat]
