import { useTheme } from '@mui/material/styles'
import type { Map as LeafletMap } from 'leaflet'
import { useEffect, useMemo, useRef } from 'react'
import { Polyline, useMap, useMapEvents } from 'react-leaflet'
import type { LatLng } from '../../../geometry/model'
import { PointMarker } from '../point/PointMarker'
import { PIN_PX } from '../view/covered'
import { centreOn, fitPlaces, seenBounds } from '../view/fit'

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
  useInSight(known, line, still)
  return (
    <>
      {path.length > 1 && (
        <Polyline
          positions={path}
          pathOptions={{ color: palette.primary.main, weight: 5, opacity: 0.75 }}
          interactive={false}
        />
      )}
      {stops.map(
        (at, index) =>
          at && (
            <PointMarker
              key={index}
              at={at}
              sign={String(index + 1)}
              label={nameOf(index)}
              onMove={onMove && ((to) => onMove(index, to))}
            />
          ),
      )}
      {onPress && <Pressed onPress={onPress} />}
    </>
  )
}

// A route that takes less of the map than this is too small to be read.
const MIN_SHARE = 0.3

/**
 * Brings stops into view when one of them has changed, and their route once it is known; what is seen well already does
 * not move the map.
 */
function useInSight(known: readonly LatLng[], line: readonly LatLng[], still: boolean): void {
  const map = useMap()
  const fitted = useRef<readonly LatLng[]>(line)
  useEffect(() => {
    if (still || line === fitted.current) return
    fitted.current = line
    if (line.length > 1 && known.length > 1 && !isSeenWell(map, line)) fitPlaces(map, [...known, ...line])
  }, [map, known, line, still])
  const key = known.map((stop) => stop.join()).join(';')
  const seen = useRef('')
  useEffect(() => {
    if (still || key === seen.current) return
    seen.current = key
    const places = key ? key.split(';').map((one): LatLng => one.split(',').map(Number) as [number, number]) : []
    const [first] = places
    if (!first || places.every(([lat, lng]) => seenBounds(map, PIN_PX).pad(-0.05).contains([lat, lng]))) return
    if (places.length > 1) fitPlaces(map, places)
    else centreOn(map, first, Math.min(map.getZoom(), NEAR_ZOOM))
  }, [map, key, still])
}

function isSeenWell(map: LeafletMap, line: readonly LatLng[]): boolean {
  const [lats, lngs] = [line.map(([lat]) => lat), line.map(([, lng]) => lng)]
  // Lines have thousands of points: no more arguments than a call can take.
  const [south, north, west, east] = [least(lats), most(lats), least(lngs), most(lngs)]
  const seen = seenBounds(map, PIN_PX)
  const isWithin = seen.pad(-0.05).contains([south, west]) && seen.pad(-0.05).contains([north, east])
  const share = Math.max(
    (north - south) / (seen.getNorth() - seen.getSouth()),
    (east - west) / (seen.getEast() - seen.getWest()),
  )
  return isWithin && share >= MIN_SHARE
}

const least = (all: readonly number[]): number => all.reduce((one, other) => Math.min(one, other))
const most = (all: readonly number[]): number => all.reduce((one, other) => Math.max(one, other))

function Pressed({ onPress }: { onPress: (at: LatLng) => void }) {
  useMapEvents({ click: ({ latlng }) => onPress([latlng.lat, latlng.lng]) })
  return null
}
