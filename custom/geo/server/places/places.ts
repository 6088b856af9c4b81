import type { LatLng } from '../../../geometry/model'

/** Where things are and how to get there: one interface over whichever service answers (see `adapters/`). */
export interface Places {
  /** Up to ten places for the typed text, the nearest to `near` first among equals. */
  autocomplete(asked: {
    readonly query: string
    readonly near: LatLng | null
    readonly session: string | null
  }): Promise<readonly Suggestion[]>
  /** The place of a suggestion's id; null when it is unknown. */
  place(id: string, session: string | null): Promise<Place | null>
  /** What is at a point; null where nothing is known. */
  geocode(at: LatLng): Promise<Place | null>
  /**
   * The route through two or more points.
   * @throws {AppError} VALIDATION with fewer, UNAVAILABLE when no service answers
   */
  route(points: readonly LatLng[]): Promise<Route>
  /** Every route from `from` to `to`, in rows of `from`. */
  matrix(
    from: readonly LatLng[],
    to: readonly LatLng[],
  ): Promise<{
    readonly distances_m: readonly (readonly number[])[]
    readonly durations_s: readonly (readonly number[])[]
  }>
}

export interface Suggestion {
  readonly id: string
  readonly name: string
  readonly address: string
  /** Known without another call; null: ask `place`. */
  readonly point: LatLng | null
  /** What the user should know before choosing it, such as that only the street is known, not the house. */
  readonly hint?: string
}

export interface Place {
  readonly name: string
  readonly address: string
  readonly point: LatLng
}

export interface Route {
  readonly distance_m: number
  readonly duration_s: number
  readonly points: readonly LatLng[]
  readonly legs: readonly { readonly distance_m: number; readonly duration_s: number }[]
  /** The source: `osrm`, `google`, `streets`, `straight` ... */
  readonly source: string
}
