import { type LatLng, lngLat } from '../../geometry/model'
import lima from './lima/streets.json' with { type: 'json' }

/** One street as a line of points; how it is drawn depends on its kind. */
export interface Street {
  readonly name: string
  readonly kind: 'expressway' | 'avenue'
  readonly points: readonly LatLng[]
}

/**
 * The main streets of central Lima by name, written for this project: a point every few hundred metres, rounded to four
 * decimals (about 11 m). They are one connected graph, whose crossings are the points that streets share.
 */
export const STREETS: readonly Street[] = lima.features.map(({ properties: { name, kind }, geometry }) => ({
  name,
  kind: kind === 'expressway' ? kind : 'avenue',
  points: geometry.coordinates.map(lngLat),
}))
