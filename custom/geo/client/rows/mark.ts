import type { LatLng } from '../../../geometry/model'

/** Forms of marks: beside its colour each value has one, for those who do not tell the colours apart. */
export const SHAPES = ['round', 'square', 'diamond', 'triangle'] as const
type MarkShape = (typeof SHAPES)[number]

/** A place on the map: a row, or a number of rows that lie together. */
export interface Mark {
  readonly id: number | string
  readonly lat: number
  readonly lng: number
  readonly colour: string
  readonly shape: MarkShape
  /** More than one: as many rows. */
  readonly n: number
}

/** Half the width of what is drawn. */
export const radiusOf = ({ n }: Pick<Mark, 'n'>): number => (n > 1 ? Math.min(30, 13 + 3 * Math.log10(n) ** 1.4) : 7)

export const looksSame = (a: Mark, b: Mark): boolean =>
  a.lat === b.lat && a.lng === b.lng && a.colour === b.colour && a.shape === b.shape && a.n === b.n

/** The place of a mark in the copy of the world that is nearest to a longitude. */
export const nearestCopy = ({ lat, lng }: { readonly lat: number; readonly lng: number }, to_lng: number): LatLng => [
  lat,
  lng + 360 * Math.round((to_lng - lng) / 360),
]
