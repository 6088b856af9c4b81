import type { JsonObject } from './json'

/** What a number says of the records it counts. */
export type Measure =
  | { readonly what: 'count' }
  /** Of a number; with `until`, of the seconds from the moment `f` to that one. */
  | { readonly what: 'sum' | 'avg'; readonly f: string; readonly until?: string }
  /** What `p` of a hundred records do not exceed; 50 is the median. */
  | { readonly what: 'percentile'; readonly p: number; readonly f: string; readonly until?: string }
  /** How many of a hundred meet further filters. */
  | { readonly what: 'share'; readonly of: JsonObject }
  /** One count or sum for each of another: `of` by `to`, for each `per` of that. */
  | {
      readonly what: 'ratio'
      readonly of: RatioSide
      readonly to: RatioSide
      readonly per: number
      readonly as: 'percent' | 'number' | 'money'
    }

/** A side of a ratio: how many of the records meet some filters, or the sum of a number over those. */
export interface RatioSide {
  readonly sum?: string
  readonly filters: JsonObject
}

/** Lengths of time that moments and days are gathered in; weeks begin on Monday, hours of the week too. */
export const EACH = ['hour', 'day', 'week', 'month', 'year', 'hour_of_week'] as const
export type Each = (typeof EACH)[number]

/** Ways to draw numbers; a feature draws the `map`. */
const CHARTS = ['card', 'line', 'columns', 'bars', 'donut', 'heat', 'map'] as const
export type Chart = (typeof CHARTS)[number]

/**
 * A number over the records of a list, or one for each value of a field; under the list's filters, scope and rights.
 */
export interface Stat {
  readonly id: string
  /** Spanish; in other languages `resources.<resource>.stats.<id>`. */
  readonly title: string
  readonly measure: Measure
  /** Filters of the list, in addition to those people choose. */
  readonly filters: JsonObject
  /**
   * What it is divided by: a choice, a flag, a reference, a day or moment together with `each`; of a map the point
   * whose cells are its parts.
   */
  readonly by?: string
  readonly each?: Each
  /** Of the hours of the week: each part is divided by how often its hour occurred. */
  readonly mean?: true
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
  ...measuredFields(measure),
  ...[filters, ...measureFilters(measure)].flatMap((one) => Object.keys(one)).filter((name) => name !== 'q'),
  ...(by === undefined ? [] : [by]),
  ...(split === undefined ? [] : [split]),
]

/** The fields that a measure looks at. */
export function measuredFields(measure: Measure): readonly string[] {
  if (measure.what === 'count' || measure.what === 'share') return []
  if (measure.what === 'ratio') return [measure.of, measure.to].flatMap(({ sum }) => sum ?? [])
  return [measure.f, ...(measure.until === undefined ? [] : [measure.until])]
}

/** The filters that a measure has of its own. */
export function measureFilters(measure: Measure): readonly JsonObject[] {
  return measure.what === 'share'
    ? [measure.of]
    : measure.what === 'ratio'
      ? [measure.of.filters, measure.to.filters]
      : []
}
