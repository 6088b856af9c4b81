import type { Map as LeafletMap } from 'leaflet'
import { useEffect, useState } from 'react'
import type { LatLng } from '../../../geometry/model'
import { useTrip, type TripStore } from '../../../services/client'

/** From where distances count. */
export interface OrderFrom {
  readonly place: LatLng
  readonly what: 'origin' | 'centre'
  /** The map's middle is somewhere else by now: counts from there. Null: it is not, or the origin counts. */
  readonly here: (() => void) | null
}

// Less is the same place to a person.
const MOVED_PX = 24

/**
 * The origin of the trip that the form is about, else the middle of the map: where it is when the table opens, and
 * wherever it is dragged to. Moves of the map by the table itself do not count: its rows would change places while the
 * user reads them.
 * @returns null: the map is not there yet
 */
export function useOrderFrom(trip: TripStore, map: LeafletMap | null): OrderFrom | null {
  const origin = useTrip(trip).stops[0]?.point ?? null
  const [from, setFrom] = useState<{ readonly of: LeafletMap; readonly place: LatLng } | null>(null)
  const [away, setAway] = useState(false)
  useEffect(() => {
    if (!map) return undefined
    const look = (): void => setFrom({ of: map, place: centreOf(map) })
    look()
    map.on('dragend', look)
    return () => void map.off('dragend', look)
  }, [map])
  const place = from && from.of === map ? from.place : null
  useEffect(() => {
    if (!map || !place) return undefined
    const [lat, lng] = place
    const look = (): void =>
      setAway(map.latLngToContainerPoint([lat, lng]).distanceTo(map.getSize().divideBy(2)) > MOVED_PX)
    look()
    map.on('moveend', look)
    return () => void map.off('moveend', look)
  }, [map, place])
  if (origin) return { place: round(origin), what: 'origin', here: null }
  return map && place
    ? { place, what: 'centre', here: away ? () => setFrom({ of: map, place: centreOf(map) }) : null }
    : null
}

function centreOf(map: LeafletMap): LatLng {
  const { lat, lng } = map.getCenter().wrap()
  return round([lat, lng])
}

// A metre or so.
const round = ([lat, lng]: LatLng): LatLng => [Math.round(lat * 1e5) / 1e5, Math.round(lng * 1e5) / 1e5]
