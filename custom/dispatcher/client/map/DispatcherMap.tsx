import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import type { Map as LeafletMap, LatLngTuple } from 'leaflet'
import { Suspense, useCallback, useMemo, useRef, type PointerEvent } from 'react'
import { useSay } from '#engine/ui'
import { MapView, VehicleLayer, RouteLayer } from '../../../geo/client'
import { type LatLng, ZOOM } from '../../../geometry/model'
import { useTrip, type TripStore } from '../../../services/client'
import type { LiveVehicle } from '../../model/live-vehicle'
import { useRideCarry } from '../drop/ride-carry'
import { useVehicleGrab } from '../drop/use-vehicle-grab'
import { useRankPlaces } from '../ranks/use-rank-places'
import { RankLegend, RankZones } from './RankZones'
import { vehicleMark } from '../fleet/vehicle-mark'
import { driverName, makeText } from '../fleet/vehicle-words'
import { useTheme } from '@mui/material/styles'
import { Circle, CircleMarker, Polyline } from '../../../geo/client/marks'
import { STATE_COLOURS } from '../../../geo/model'

/** A line from each busy vehicle to where it is going, the chosen one's stronger. */
function DestinationLines({ vehicles, selected }: { vehicles: readonly LiveVehicle[]; selected: number | null }) {
  const { palette } = useTheme()
  const ways = useMemo(() => vehicles.flatMap((vehicle) => routeOf(vehicle) ?? []), [vehicles])
  const lines = useMemo(() => ways.map(({ line }) => line), [ways])
  const chosen = ways.find(({ id }) => id === selected)
  return (
    <>
      {/* One figure of many lines: a thousand of them cost what one does. */}
      {lines.length > 0 && (
        <Polyline
          positions={lines}
          pathOptions={{ color: STATE_COLOURS.busy, weight: 2, opacity: 0.7, dashArray: '6 6' }}
          interactive={false}
        />
      )}
      {chosen && (
        <>
          <Polyline
            positions={chosen.line}
            pathOptions={{ color: palette.primary.main, weight: 3 }}
            interactive={false}
          />
          <CircleMarker
            center={chosen.line[1]}
            radius={6}
            pathOptions={{
              color: palette.primary.main,
              weight: 3,
              fillOpacity: 1,
              fillColor: palette.background.paper,
            }}
            interactive={false}
          />
        </>
      )}
    </>
  )
}

function routeOf({
  id,
  lat,
  lng,
  se_dst_lat,
  se_dst_lng,
}: LiveVehicle): { readonly id: number; readonly line: [LatLngTuple, LatLngTuple] } | null {
  if (lat === null || lng === null || se_dst_lat === null || se_dst_lng === null) return null
  return {
    id,
    line: [
      [lat, lng],
      [se_dst_lat, se_dst_lng],
    ],
  }
}

export interface BoardMapProps {
  readonly vehicles: readonly LiveVehicle[]
  readonly selected: number | null
  readonly now_ms: number
  /** Where the busy ones are going is drawn. */
  readonly destinations: boolean
  /** The zones in which drivers wait are drawn. */
  readonly zones: boolean
  /** Sees who waits where. */
  readonly staff: boolean
  readonly trip: TripStore
  readonly onSelect: (id: number | null) => void
  readonly onMap: (map: LeafletMap) => void
}

/** The map of the board: every vehicle with a known position, and the trip of the form. */
export function DispatcherMap({
  vehicles,
  selected,
  now_ms,
  destinations,
  zones,
  staff,
  trip,
  onSelect,
  onMap,
}: BoardMapProps) {
  const say = useSay()
  const { palette } = useTheme()
  const { queues, placeOf } = useRankPlaces(staff)
  const carry = useRideCarry()
  const grab = useVehicleGrab(vehicles)
  const map = useRef<LeafletMap | null>(null)
  const keepMap = useCallback(
    (made: LeafletMap): void => {
      map.current = made
      onMap(made)
    },
    [onMap],
  )
  const onPress = (event: PointerEvent<HTMLElement>): void => {
    const id = carry?.vehicleAt.current?.(event.clientX, event.clientY) ?? null
    if (id === null || !grab(id, event)) return
    // The vehicle is dragged, and not the map under it.
    map.current?.dragging.disable()
    const end = (): void => void map.current?.dragging.enable()
    window.addEventListener('pointerup', end, { once: true })
    window.addEventListener('pointercancel', end, { once: true })
  }
  const marks = useMemo(() => vehicles.flatMap((vehicle) => vehicleMark(vehicle, now_ms) ?? []), [vehicles, now_ms])
  const describe = useCallback(
    (id: number) => {
      const vehicle = vehicles.find((one) => one.id === id)
      if (!vehicle) return { title: '', text: '' }
      return {
        title: [vehicle.plate, vehicle.code].filter(Boolean).join(' · '),
        text: [driverName(vehicle) ?? makeText(vehicle), placeOf(id)].filter(Boolean).join(' · '),
      }
    },
    [vehicles, placeOf],
  )
  const { stops, line, placing, radius_m } = useTrip(trip)
  const points = useMemo(() => stops.map(({ point }) => point), [stops])
  const places = (): readonly LatLng[] => {
    const own = points.filter((point) => point !== null)
    return own.length > 1 ? own : marks.map(({ lat, lng }) => [lat, lng])
  }
  return (
    <Box
      onPointerDownCapture={onPress}
      sx={{ height: 1, '& .leaflet-container': placing === null ? {} : { cursor: 'crosshair !important' } }}
    >
      <Suspense fallback={<Skeleton variant="rectangular" sx={{ height: 1 }} />}>
        <MapView label={say('dispatcher.map')} zoom={ZOOM.dispatcher} places={places} onMap={keepMap}>
          {zones && <RankZones queues={queues} />}
          {destinations && <DestinationLines vehicles={vehicles} selected={selected} />}
          {radius_m !== null && points[0] && (
            <Circle
              center={[...points[0]]}
              radius={radius_m}
              pathOptions={{ color: palette.primary.main, weight: 1.5, dashArray: '4 6', fillOpacity: 0.05 }}
              interactive={false}
            />
          )}
          <VehicleLayer
            vehicles={marks}
            selected={carry?.over ?? selected}
            finder={carry?.vehicleAt}
            describe={describe}
            onSelect={onSelect}
            onPress={placing === null ? undefined : (at) => trip.place(placing, at)}
          />
          <RouteLayer stops={points} line={line} nameOf={(index) => stops[index]?.label ?? ''} onMove={trip.place} />
        </MapView>
      </Suspense>
      <Box sx={FOOT}>
        {zones && <RankLegend queues={queues} />}
        {placing !== null && (
          <Box role="status" sx={HINT}>
            {say('dispatcher.map_press', { stop: stops[placing]?.label ?? '' })}
          </Box>
        )}
      </Box>
    </Box>
  )
}

const FOOT = {
  // At a desk the running searches are on the other side.
  position: 'absolute',
  bottom: 'calc(30px + var(--map-inset-bottom, 0px))',
  left: { xs: 8 },
  right: { xs: 8, sm: 64 },
  zIndex: 1,
  pointerEvents: 'none',
  display: 'flex',
  flexDirection: 'column',
  alignItems: { xs: 'center', sm: 'flex-end' },
  gap: 0.75,
} as const
const HINT = {
  px: 1,
  py: '3px',
  borderRadius: 1,
  bgcolor: 'background.paper',
  border: 1,
  borderColor: 'divider',
  fontSize: 12,
  lineHeight: '16px',
  maxWidth: 1,
  boxSizing: 'border-box',
  textAlign: 'center',
} as const
