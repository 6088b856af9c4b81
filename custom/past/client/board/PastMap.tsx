import Skeleton from '@mui/material/Skeleton'
import { useTheme } from '@mui/material/styles'
import type { Map as LeafletMap } from 'leaflet'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useSay } from '#engine/ui'
import { vehicleMark } from '../../../dispatcher/client/public'
import { MapView, VehicleLayer } from '../../../geo/client'
import { CircleMarker } from '../../../geo/client/marks'
import { type LatLng, ZOOM } from '../../../geometry/model'
import type { PastBoard } from '../../model/board-call'

interface PastMapProps {
  readonly board: PastBoard
  readonly ride: number | null
  readonly vehicle: number | null
  readonly onRide: (id: number) => void
  readonly onVehicle: (id: number | null) => void
  readonly onMap: (map: LeafletMap) => void
}

/**
 * Vehicles where they were heard of last, as the live map draws them, and the origins of the rides in the colour of
 * their state.
 */
export function PastMap({ board, ride, vehicle, onRide, onVehicle, onMap }: PastMapProps) {
  const say = useSay()
  const { palette } = useTheme()
  const [map, setMap] = useState<LeafletMap | null>(null)
  const at_ms = Date.parse(board.at)
  const marks = useMemo(
    () =>
      board.vehicles.flatMap(
        (one) => vehicleMark({ ...one, availability: one.id_service === null ? 'online' : 'busy' }, at_ms) ?? [],
      ),
    [board.vehicles, at_ms],
  )
  const places = useMemo(
    (): LatLng[] => [
      ...marks.map(({ lat, lng }): LatLng => [lat, lng]),
      ...board.items.flatMap(({ org_lat, org_lng }) =>
        org_lat === null || org_lng === null ? [] : [[org_lat, org_lng] as const],
      ),
    ],
    [marks, board.items],
  )
  const fitted = useRef(false)
  useEffect(() => {
    if (!map) return
    onMap(map)
    // Once: from one moment to the next the map stays where the eye is.
    if (fitted.current || places.length === 0) return
    fitted.current = true
    map.fitBounds(
      places.map(([lat, lng]): [number, number] => [lat, lng]),
      { padding: [32, 32], maxZoom: ZOOM.page, animate: false },
    )
  }, [map, places, onMap])
  const describe = (id: number) => {
    const one = board.vehicles.find((row) => row.id === id)
    return { title: one?.plate ?? '', text: one?.driver ?? '' }
  }
  return (
    <Suspense fallback={<Skeleton variant="rectangular" sx={{ height: 1 }} />}>
      <MapView label={say('past.map')} zoom={ZOOM.page} places={() => places} onMap={setMap}>
        {board.items.map(
          ({ id, org_lat, org_lng, state_obj }) =>
            org_lat !== null &&
            org_lng !== null && (
              <CircleMarker
                key={id}
                center={[org_lat, org_lng]}
                radius={id === ride ? 10 : 6}
                eventHandlers={{ click: () => onRide(id) }}
                pathOptions={{
                  color: id === ride ? palette.primary.main : palette.background.paper,
                  weight: id === ride ? 4 : 2,
                  fillColor: state_obj.color || palette.primary.main,
                  fillOpacity: 0.95,
                }}
              />
            ),
        )}
        <VehicleLayer vehicles={marks} selected={vehicle} describe={describe} onSelect={onVehicle} />
      </MapView>
    </Suspense>
  )
}
