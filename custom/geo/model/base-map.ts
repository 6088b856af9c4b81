import { Type, type Static } from 'typebox'
import { defineCall } from '#engine/model'

// GeoJSON is [lng, lat] (RFC 7946 §3.1.1).
const Position = Type.Tuple([Type.Number(), Type.Number()])
const line = Type.Object({ type: Type.Literal('LineString'), coordinates: Type.Array(Position) })
const feature = <G extends typeof line | typeof ring, P extends Parameters<typeof Type.Object>[0]>(
  geometry: G,
  properties: P,
) => Type.Object({ type: Type.Literal('Feature'), properties: Type.Object(properties), geometry })
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

/**
 * `GET geo/base`: the local streets and districts, which maps draw where no tiles are available.
 * @throws NOT_FOUND without a local map
 */
export const baseMapCall = defineCall({
  method: 'GET',
  path: 'geo/base',
  access: 'public',
  request: Type.Object({}),
  response: BaseMap,
})
