import { useEffect } from 'react'
import { useMap, useMapEvents } from 'react-leaflet'
import type { LatLng } from '../../../geometry/model'

/**
 * Brings a place back into view when it leaves it (its numbers were typed), and reports where an empty map was pressed.
 */
export function FollowPlace({ place, onPress }: { place: LatLng | null; onPress?: (at: LatLng) => void }) {
  const map = useMap()
  const [lat, lng] = place ?? [null, null]
  useEffect(() => {
    if (lat !== null && lng !== null && !map.getBounds().pad(-0.1).contains([lat, lng])) map.setView([lat, lng])
  }, [map, lat, lng])
  useMapEvents({ click: ({ latlng }) => onPress?.([latlng.lat, latlng.lng]) })
  return null
}
