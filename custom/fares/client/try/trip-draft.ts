import type { Json } from '#engine/model'
import type { LatLng } from '../../../geometry/model'

/** A stop while it is being filled in. */
export interface TryStop {
  /** Stays with the stop when others are added or removed. */
  readonly key: number
  readonly point: LatLng | null
  readonly address: string
  /** Minutes, as typed. */
  readonly wait: Json
  readonly parking: boolean
  /** Null: as in the tariff, which has a delivery at every stop but the first. */
  readonly courier: boolean | null
}

/** The trip that is being tried. */
export interface TripDraft {
  readonly stops: readonly TryStop[]
  /** ISO 8601 UTC; null: now. */
  readonly date: string | null
  readonly id_product: number | null
  readonly promotion: string
  readonly capacity: Json
  readonly is_return: boolean
}

/** Stops of one trip. */
export const MAX_TRY_STOPS = 12

const emptyStop = (key: number): TryStop => ({
  key,
  point: null,
  address: '',
  wait: null,
  parking: false,
  courier: null,
})

export const emptyTrip = (): TripDraft => ({
  stops: [emptyStop(1), emptyStop(2)],
  date: null,
  id_product: null,
  promotion: '',
  capacity: null,
  is_return: false,
})

export const tripWithStop = (trip: TripDraft, index: number, change: Partial<TryStop>): TripDraft => ({
  ...trip,
  stops: trip.stops.map((stop, at) => (at === index ? { ...stop, ...change } : stop)),
})

/** One more stop, after the last. */
export function tripWithMoreStops(trip: TripDraft): TripDraft {
  if (trip.stops.length >= MAX_TRY_STOPS) return trip
  return { ...trip, stops: [...trip.stops, emptyStop(1 + Math.max(...trip.stops.map(({ key }) => key)))] }
}

export const tripWithoutStop = (trip: TripDraft, index: number): TripDraft =>
  trip.stops.length > 2 ? { ...trip, stops: trip.stops.filter((_stop, at) => at !== index) } : trip

/** The same route in the other direction. */
export const turned = (trip: TripDraft): TripDraft => ({ ...trip, stops: [...trip.stops].reverse() })

/** Puts a pressed place into the first stop that has none; null: every stop has one. */
export function withPressed(trip: TripDraft, point: LatLng): TripDraft | null {
  const index = trip.stops.findIndex((stop) => stop.point === null)
  return index < 0 ? null : tripWithStop(trip, index, { point, address: '' })
}
