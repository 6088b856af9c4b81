import type { JsonObject } from './json'

/** What a number says of the records it counts. */
export type Measure =
  | { readonly what: 'count' }
  | { readonly what: 'sum' | 'avg'; readonly f: string }
  /** How many of a hundred meet further filters. */
  | { readonly what: 'share'; readonly of: JsonObject }

/** Lengths of time that moments and days are gathered in; weeks begin on Monday, hours of the week too. */
export const EACH = ['hour', 'day', 'week', 'month', 'year', 'hour_of_week'] as const
export type Each = (typeof EACH)[number]

/** Ways to draw numbers. */
export const CHARTS = ['card', 'line', 'columns', 'bars', 'donut', 'heat'] as const
export type Chart = (typeof CHARTS)[number]

/** A number over the records of a list, or one for each value of a field; under the list's filters, scope and rights. */
export interface Stat {
  readonly id: string
  /** Spanish; in other languages `resources.<resource>.stats.<id>`. */
  readonly title: string
  readonly measure: Measure
  /** Filters of the list, in addition to those people choose. */
  readonly filters: JsonObject
  /** What it is divided by: a choice, a flag, a reference, or a day or moment together with `each`. */
  readonly by?: string
  readonly each?: Each
  /** A choice or flag by which each part is divided again. */
  readonly split?: string
  /** Of a reference: as many parts as are named; the others are one. */
  readonly top: number
  readonly as: Chart
  /** Whether more is better, worse, or neither. */
  readonly good?: 'up' | 'down'
}

/** The fields that a stat cannot do without. */
export const statNeeds = ({ measure, by, split, filters }: Stat): readonly string[] => [
  ...(measure.what === 'sum' || measure.what === 'avg' ? [measure.f] : []),
  ...(measure.what === 'share' ? Object.keys(measure.of) : []),
  ...Object.keys(filters).filter((name) => name !== 'q'),
  ...(by === undefined ? [] : [by]), ...(split === undefined ? [] : [split]),
]
