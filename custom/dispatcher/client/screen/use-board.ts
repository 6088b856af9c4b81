import { administersCompany, isStaff } from '#app/asker'
import type { Map as LeafletMap } from 'leaflet'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useConsole } from '#engine/client'
import type { LatLng } from '../../../geometry/model'
import { createFleetStore, type FleetStore } from '../../../services/client'
import type { LiveVehicle } from '../../model/live-vehicle'
import { withAvailability, withoutOffline, withStates } from '../fleet/fleet'
import { useFleet, type FollowedFleet } from '../fleet/use-fleet'
import { useFleetView, type FleetView } from '../fleet/use-fleet-view'
import { useNow } from '../live/use-now'
import { bringPlaceIntoSight, bringTo } from '../map/bring-to'
import { useKeptSwitch } from '../layout/use-desk-layout'

// Close enough to see the vehicle's street.
const CHOSEN_ZOOM = 15
const NO_VEHICLES: readonly never[] = []

export interface Board {
  /** Sees the fleet: staff. */
  readonly staff: boolean
  /** Books for themselves alone, and follows their own rides. */
  readonly own: boolean
  readonly view: FleetView
  readonly live: FollowedFleet
  readonly now_ms: number
  readonly all: readonly LiveVehicle[]
  /** The same for the form, which reads it when it needs it. */
  readonly fleet: FleetStore
  /** The vehicles that pass the header's filters. */
  readonly shown: readonly LiveVehicle[]
  /** Those of them that the map draws. */
  readonly drawn: readonly LiveVehicle[]
  /** The map draws those that nobody drives as well. */
  readonly offline: boolean
  readonly setOffline: (shown: boolean) => void
  readonly chosen: LiveVehicle | null
  /** Null until it is drawn. */
  readonly map: LeafletMap | null
  readonly onMap: (map: LeafletMap | null) => void
  readonly choose: (id: number | null) => void
  /** Moves the map until a vehicle that is out of sight is visible. */
  readonly reveal: (id: number, covered: (map_px: number) => number) => void
  /** Takes the map to a place. */
  readonly goTo: (place: LatLng, covered: (map_px: number) => number) => void
  readonly placeOf: (id: number | null) => LatLng | null
}

/** The fleet as the board shows it: what is searched and chosen, and the map it is shown on. */
export function useDispatcherBoard(): Board {
  const { actor } = useConsole()
  const view = useFleetView()
  const staff = isStaff(actor)
  const live = useFleet(view.q, staff)
  const now_ms = useNow()
  const [map, setMap] = useState<LeafletMap | null>(null)
  const all = live.fleet?.vehicles ?? NO_VEHICLES
  const [fleet] = useState(createFleetStore)
  useEffect(() => fleet.show(all), [fleet, all])
  const { wanted, states, selected, set } = view
  const shown = useMemo(() => withStates(withAvailability(all, wanted), states), [all, wanted, states])
  // Vehicles that nobody drives are a crowd in which the others are not seen.
  const [offline, setOffline] = useKeptSwitch('offline')
  const { q } = view
  const drawn = useMemo(
    () => withoutOffline(shown, { offline, wanted, q, states, selected }),
    [shown, offline, wanted, q, states, selected],
  )
  const choose = useCallback((id: number | null) => set({ vehicle: id }), [set])
  const placeOf = (id: number | null): LatLng | null => {
    const { lat = null, lng = null } = all.find((one) => one.id === id) ?? {}
    return lat === null || lng === null ? null : [lat, lng]
  }
  return {
    staff,
    own: !staff && !administersCompany(actor),
    view,
    live,
    now_ms,
    all,
    fleet,
    shown,
    drawn,
    offline,
    setOffline,
    chosen: all.find(({ id }) => id === selected) ?? null,
    map,
    onMap: setMap,
    choose,
    reveal: (id, covered) => {
      const place = placeOf(id)
      if (map && place) bringPlaceIntoSight(map, place, covered(map.getSize().y))
    },
    goTo: (place, covered) => {
      if (map) bringTo(map, place, Math.max(map.getZoom(), CHOSEN_ZOOM), covered(map.getSize().y))
    },
    placeOf,
  }
}
