import { useTheme } from '@mui/material/styles'
import type { Map as LeafletMap } from 'leaflet'
import { useEffect, useMemo, useState } from 'react'
import { Polyline, useMapEvents } from 'react-leaflet'
import type { LatLng } from '../../model/lat-lng'
import MapView from '../MapView'
import { PointMarker } from '../point/PointMarker'
import { fitPlaces } from '../view/fit'

export interface WayMapProps {
  readonly label: string
  /** Stops in their order; null: not chosen yet. */
  readonly stops: readonly (LatLng | null)[]
  /** What a stop is called, for those who hear it; `index` from 0. */
  readonly nameOf: (index: number) => string
  /** The way through them, once it is known. */
  readonly line: readonly LatLng[]
  readonly onMove: (index: number, to: LatLng) => void
  /** An empty place of the map was pressed. */
  readonly onPress?: (at: LatLng) => void
}

const NEAR_ZOOM = 16

/** The stops of a trip, numbered and movable, and the way through them. */
export default function WayMap({ label, stops, nameOf, line, onMove, onPress }: WayMapProps) {
  const { palette } = useTheme()
  const [map, setMap] = useState<LeafletMap | null>(null)
  const known = useMemo(() => stops.filter((stop) => stop !== null), [stops])
  const key = known.map((stop) => stop.join()).join(';')
  useEffect(() => {
    const places = key ? key.split(';').map((one): LatLng => one.split(',').map(Number) as [number, number]) : []
    const [first] = places
    if (!map || !first) return
    // What is in view already stays where it is: a map that jumps under a dragging hand is a bad map.
    if (places.every(([lat, lng]) => map.getBounds().pad(-0.05).contains([lat, lng]))) return
    if (places.length > 1) fitPlaces(map, places)
    else map.setView([...first], Math.min(map.getZoom(), NEAR_ZOOM))
  }, [map, key])
  return (
    <MapView label={label} wheel={false} places={() => (line.length > 0 ? line : known)} onMap={setMap}>
      {line.length > 1 && (
        <Polyline
          positions={line.map(([lat, lng]): [number, number] => [lat, lng])}
          pathOptions={{ color: palette.primary.main, weight: 5, opacity: 0.75 }}
          interactive={false}
        />
      )}
      {stops.map((at, index) => at && (
        <PointMarker key={index} at={at} sign={String(index + 1)} label={nameOf(index)} onMove={(to) => onMove(index, to)} />
      ))}
      {onPress && <Pressed onPress={onPress} />}
    </MapView>
  )
}

function Pressed({ onPress }: { onPress: (at: LatLng) => void }) {
  useMapEvents({ click: ({ latlng }) => onPress([latlng.lat, latlng.lng]) })
  return null
}
