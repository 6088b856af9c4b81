import { Type, type Static } from 'typebox'
import { defineCall } from '#engine/model'
import { labelPoint } from './district-at'
import { DISTRICTS } from './districts'
import type { LatLng } from './lat-lng'
import { STREETS } from './streets'

/**
 * The shore from Ancón to Pucusana, north to south, rounded to about 100 m in the city and 500 m beyond it; written for this project.
 * Off the districts' outlines it shares their corners. The sea lies to its west.
 */
const COAST: readonly LatLng[] = [
  [-11.7, -77.19], [-11.77, -77.18], [-11.83, -77.175], [-11.88, -77.15], [-11.939, -77.139], [-11.985, -77.133],
  [-12.014, -77.14], [-12.03, -77.149], [-12.038, -77.143], [-12.046, -77.143], [-12.056, -77.15], [-12.067, -77.158],
  [-12.072, -77.17], [-12.074, -77.159], [-12.069, -77.145], [-12.071, -77.133], [-12.075, -77.122], [-12.079, -77.111],
  [-12.084, -77.102], [-12.09, -77.091], [-12.096, -77.078], [-12.1, -77.072], [-12.104, -77.066], [-12.108, -77.061],
  [-12.112, -77.056], [-12.118, -77.049], [-12.122, -77.046], [-12.126, -77.039], [-12.131, -77.036], [-12.136, -77.03],
  [-12.139, -77.028], [-12.145, -77.027], [-12.15, -77.026], [-12.157, -77.026], [-12.166, -77.031], [-12.165, -77.035],
  [-12.169, -77.038], [-12.178, -77.034], [-12.189, -77.039], [-12.201, -77.034], [-12.207, -77.036], [-12.213, -77.018],
  [-12.231, -76.974], [-12.26, -76.92], [-12.29, -76.87], [-12.34, -76.83], [-12.39, -76.785], [-12.47, -76.8], [-12.6, -76.73],
]

/** The Rímac from the hills to the sea, where it divides districts along their corners. */
const RIVER: readonly LatLng[] = [
  [-12, -76.88], [-12.012, -76.925], [-12.022, -76.954], [-12.026, -76.965], [-12.026, -76.977], [-12.027, -76.991],
  [-12.028, -77.001], [-12.03, -77.01], [-12.036, -77.012], [-12.038, -77.012], [-12.044, -77.016], [-12.044, -77.024],
  [-12.043, -77.031], [-12.039, -77.04], [-12.039, -77.043], [-12.036, -77.05], [-12.036, -77.057], [-12.034, -77.071],
  [-12.036, -77.083], [-12.039, -77.094], [-12.04, -77.099], [-12.0405, -77.11], [-12.04, -77.12], [-12.038, -77.13],
  [-12.038, -77.143],
]

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
