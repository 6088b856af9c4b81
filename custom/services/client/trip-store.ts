import { useSyncExternalStore } from 'react'
import type { LatLng } from '../../geometry/model'

export interface TripStop {
  /** Stays with the stop when others come and go. */
  readonly key: number
  readonly point: LatLng | null
  /** What it is called: 'Origen', 'Parada 2', 'Destino'. */
  readonly label: string
}

/** The trip that a form is about, as a map shows it. */
export interface ShownTrip {
  readonly stops: readonly TripStop[]
  /** The route through the stops; empty while it is not known. */
  readonly line: readonly LatLng[]
  /** The stop that the next press on the map places; null: a press means nothing to the form. */
  readonly placing: number | null
  /** Metres around the origin within which drivers are asked; null: nobody is, or who looks may not know. */
  readonly radius_m: number | null
}

/** What the form and the map share. */
export interface TripStore {
  readonly get: () => ShownTrip
  readonly subscribe: (changed: () => void) => () => void
  /** For the form: what to show. */
  readonly show: (trip: ShownTrip) => void
  /** For the form: is notified of places chosen on the map. */
  readonly onPlace: (listener: (index: number, point: LatLng) => void) => () => void
  /** The map's: a stop was dragged, or `placing` was pressed to; the form finds its address. */
  readonly place: (index: number, point: LatLng) => void
}

const EMPTY_TRIP: ShownTrip = { stops: [], line: [], placing: null, radius_m: null }

export function createTripStore(): TripStore {
  let trip = EMPTY_TRIP
  const watchers = new Set<() => void>()
  const listeners = new Set<(index: number, point: LatLng) => void>()
  return {
    get: () => trip,
    subscribe(changed) {
      watchers.add(changed)
      return () => void watchers.delete(changed)
    },
    show(next) {
      trip = next
      for (const changed of watchers) changed()
    },
    onPlace(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    place(index, point) {
      for (const listener of listeners) listener(index, point)
    },
  }
}

/** What the form wants shown on the map now. */
export const useTrip = (store: TripStore): ShownTrip => useSyncExternalStore(store.subscribe, store.get)
