import { useSyncExternalStore } from 'react'
import type { FormVehicle } from './service-form'

/** The fleet as it moves. It is read when somebody looks for a vehicle; a poll draws nothing of the form. */
export interface FleetStore {
  readonly get: () => readonly FormVehicle[]
  readonly subscribe: (changed: () => void) => () => void
  readonly show: (vehicles: readonly FormVehicle[]) => void
}

export function createFleetStore(): FleetStore {
  let fleet: readonly FormVehicle[] = []
  const watchers = new Set<() => void>()
  return {
    get: () => fleet,
    subscribe(changed) {
      watchers.add(changed)
      return () => void watchers.delete(changed)
    },
    show(vehicles) {
      fleet = vehicles
      for (const changed of watchers) changed()
    },
  }
}

const still = () => () => {}

/** One vehicle of the fleet, drawn again when it has moved; null without one. */
export function useVehicle(store: FleetStore | undefined, id: number | null): FormVehicle | null {
  const isWatched = store !== undefined && id !== null
  return useSyncExternalStore(isWatched ? store.subscribe : still, () =>
    isWatched ? (store.get().find((one) => one.id === id) ?? null) : null,
  )
}
