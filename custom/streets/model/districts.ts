import { type LatLng, lngLat } from '../../geometry/model'
import lima from './lima/districts.json' with { type: 'json' }

export interface District {
  readonly name: string
  /** Corners in order; the last one joins the first. */
  readonly outline: readonly LatLng[]
}

/**
 * Simplified outlines of districts of Lima and Callao, written for this project and rounded to three decimals (about
 * 110 m). Neighbours share their corners, so outlines neither overlap nor leave a gap between them.
 */
export const DISTRICTS: readonly District[] = lima.features.map(({ properties: { name }, geometry }) => ({
  // A GeoJSON ring ends where it starts (RFC 7946 §3.1.6).
  name,
  outline: (geometry.coordinates[0] ?? []).slice(0, -1).map(lngLat),
}))
