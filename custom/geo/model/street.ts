import type { LatLng } from './lat-lng'

/** One street as a line of points; how it is drawn depends on its kind. */
export interface Street {
  readonly name: string
  readonly kind: 'expressway' | 'avenue'
  readonly points: readonly LatLng[]
}
