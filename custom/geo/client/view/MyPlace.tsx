import Alert from '@mui/material/Alert'
import { useTheme } from '@mui/material/styles'
import { useState } from 'react'
import { Circle, CircleMarker, useMap, useMapEvents } from 'react-leaflet'
import { useSay } from '#engine/ui'
import type { LatLng } from '../../../geometry/model'
import { MapOverlay } from './MapOverlay'

interface Mine {
  readonly at: LatLng
  readonly accuracy_m: number
}

const FAILURE_SHOWN_MS = 6000
const NEAR_ZOOM = 16
const AROUND = { weight: 1, fillOpacity: 0.1 }
const DOT = { color: '#fff', weight: 2, fillOpacity: 1 }

/** Asks the browser where the user is and moves the map there. */
export function useMyPlace() {
  const map = useMap()
  const [place, setPlace] = useState<Mine | null>(null)
  const [searching, setSearching] = useState(false)
  const [failed, setFailed] = useState(false)
  useMapEvents({
    locationfound: ({ latlng, accuracy }) => {
      setSearching(false)
      setPlace({ at: [latlng.lat, latlng.lng], accuracy_m: accuracy })
      map.flyTo(latlng, Math.max(map.getZoom(), NEAR_ZOOM))
    },
    locationerror: () => {
      setSearching(false)
      setFailed(true)
      setTimeout(() => setFailed(false), FAILURE_SHOWN_MS)
    },
  })
  return {
    place,
    searching,
    failed,
    find: () => {
      setSearching(true)
      setFailed(false)
      map.locate({ enableHighAccuracy: true, timeout: 10_000 })
    },
  }
}

export function MyPlace({ place, failed }: { place: Mine | null; failed: boolean }) {
  const say = useSay()
  const { main } = useTheme().palette.primary
  return (
    <>
      {place && (
        <>
          <Circle
            center={[...place.at]}
            radius={place.accuracy_m}
            interactive={false}
            pathOptions={{ ...AROUND, color: main }}
          />
          <CircleMarker
            center={[...place.at]}
            radius={7}
            interactive={false}
            pathOptions={{ ...DOT, fillColor: main }}
          />
        </>
      )}
      {failed && (
        <MapOverlay sx={{ right: 56, bottom: 'calc(60px + var(--map-inset-bottom, 0px))', maxWidth: 280 }}>
          <Alert severity="warning" sx={{ boxShadow: 2 }}>
            {say('map.my_place_failed')}
          </Alert>
        </MapOverlay>
      )}
    </>
  )
}
