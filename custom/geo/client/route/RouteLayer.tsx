import { useTheme } from '@mui/material/styles'
import { useEffect, useMemo, useRef } from 'react'
import { Polyline, useMap, useMapEvents } from 'react-leaflet'
import type { LatLng } from '../../model/lat-lng'
import { PointMarker } from '../point/PointMarker'
import { fitPlaces } from '../view/fit'

export interface RouteLayerProps {
  /** Stops in their order; null: not chosen yet. */
  readonly stops: readonly (LatLng | null)[]
  /** The name of a stop, for screen readers; `index` from 0. */
  readonly nameOf: (index: number) => string
  /** The route through them, once it is known. */
  readonly line: readonly LatLng[]
  /** Absent: the stops are read-only. */
  readonly onMove?: (index: number, to: LatLng) => void
  /** An empty place of the map was pressed. */
  readonly onPress?: (at: LatLng) => void
  /** The map does not follow these places: only the user moves it. */
  readonly still?: boolean
}

const NEAR_ZOOM = 16

/** The stops of a trip, numbered and movable, and the route through them, on a MapView. */
export default function RouteLayer({ stops, nameOf, line, onMove, onPress, still = false }: RouteLayerProps) {
  const { palette } = useTheme()
  const known = useMemo(() => stops.filter((stop) => stop !== null), [stops])
  const path = useMemo(() => line.map(([lat, lng]): [number, number] => [lat, lng]), [line])
  useInSight(known, still)
  return (
    <>
      {path.length > 1 && (
        <Polyline positions={path} pathOptions={{ color: palette.primary.main, weight: 5, opacity: 0.75 }} interactive={false} />
      )}
      {stops.map((at, index) => at && (
        <PointMarker
          key={index}
          at={at}
          sign={String(index + 1)}
          label={nameOf(index)}
          onMove={onMove && ((to) => onMove(index, to))}
        />
      ))}
      {onPress && <Pressed onPress={onPress} />}
    </>
  )
}

/** Brings stops into view when one of them has changed; stops already in view do not move the map. */
function useInSight(known: readonly LatLng[], still: boolean): void {
  const map = useMap()
  const key = known.map((stop) => stop.join()).join(';')
  const seen = useRef('')
  useEffect(() => {
    if (still || key === seen.current) return
    seen.current = key
    const places = key ? key.split(';').map((one): LatLng => one.split(',').map(Number) as [number, number]) : []
    const [first] = places
    if (!first || places.every(([lat, lng]) => map.getBounds().pad(-0.05).contains([lat, lng]))) return
    if (places.length > 1) fitPlaces(map, places)
    else map.setView([...first], Math.min(map.getZoom(), NEAR_ZOOM))
  }, [map, key, still])
}

function Pressed({ onPress }: { onPress: (at: LatLng) => void }) {
  useMapEvents({ click: ({ latlng }) => onPress([latlng.lat, latlng.lng]) })
  return null
}
