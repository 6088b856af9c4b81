import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useTheme } from '@mui/material/styles'
import type { LatLngTuple, Map as LeafletMap } from 'leaflet'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useSay } from '#engine/ui'
import { MapView, VehicleLayer, RouteLayer } from '../../../geo/client'
import { decodeLine, type LatLng, ZOOM } from '../../../geometry/model'
import type { ServiceInfo, TrackPoint } from '../../../services/model'
import { AVAILABILITIES } from '../../model/live-vehicle'
import { vehicleMark } from '../fleet/vehicle-mark'
import { CircleMarker, Polyline, Tooltip } from '../../../geo/client/marks'

/** What a vehicle has driven since its driver accepted. */
function TrackLine({ points, colour }: { points: readonly TrackPoint[]; colour: string }) {
  const line = useMemo(() => points.map(({ lat, lng }): LatLngTuple => [lat, lng]), [points])
  return line.length > 1 ? (
    <Polyline
      positions={line}
      pathOptions={{ color: colour, weight: 4, dashArray: '2 7', lineCap: 'round' }}
      interactive={false}
    />
  ) : null
}

/** The stops of a service, the route through them, what has been driven and where the vehicle is. */
export function InfoMap({ info, now_ms }: { info: ServiceInfo | null; now_ms: number }) {
  const say = useSay()
  const { palette } = useTheme()
  const [map, setMap] = useState<LeafletMap | null>(null)
  const stops = useMemo(
    () => (info?.stops ?? []).map(({ lat, lng }): LatLng | null => (lat === null || lng === null ? null : [lat, lng])),
    [info],
  )
  const line = useMemo(() => lineOf(info?.service.polyline ?? null), [info])
  const vehicle = info?.vehicle ?? null
  const { handover_lat: lat = null, handover_lng: lng = null } = info?.service ?? {}
  const stands = useMemo((): LatLngTuple | null => (lat === null || lng === null ? null : [lat, lng]), [lat, lng])
  const marks = useMemo(() => {
    const availability = AVAILABILITIES.find((one) => one === vehicle?.availability) ?? 'offline'
    const mark = vehicle && vehicleMark({ ...vehicle, availability, date_fix: vehicle.date_fix ?? null }, now_ms)
    return mark ? [mark] : []
  }, [vehicle, now_ms])
  const places = useMemo(
    (): readonly LatLng[] => [
      ...stops.filter((stop) => stop !== null),
      ...marks.map(({ lat, lng }): LatLng => [lat, lng]),
    ],
    [stops, marks],
  )
  // The map opens with everything in view; from then on only the user moves it.
  const fitted = useRef(false)
  useEffect(() => {
    if (!map || fitted.current || places.length === 0) return
    map.fitBounds(
      places.map(([lat, lng]): LatLngTuple => [lat, lng]),
      { padding: [48, 48], maxZoom: ZOOM.page + 3, animate: false },
    )
    fitted.current = true
  }, [map, places])
  if (!info) return <Skeleton variant="rectangular" sx={{ flex: 1, height: 1 }} />
  return (
    <Box sx={{ flex: 1, minWidth: 0, height: 1 }}>
      <Suspense fallback={<Skeleton variant="rectangular" sx={{ height: 1 }} />}>
        <MapView label={say('dispatcher.info.map')} zoom={ZOOM.page} places={() => places} onMap={setMap}>
          <RouteLayer stops={stops} line={line} nameOf={(at) => info.stops[at]?.address ?? ''} still />
          {stands && (
            <CircleMarker
              center={stands}
              radius={9}
              pathOptions={{ color: palette.error.main, weight: 3, fillOpacity: 0.25 }}
            >
              <Tooltip>{info.service.handover_address ?? say('dispatcher.handover.aboard')}</Tooltip>
            </CircleMarker>
          )}
          <TrackLine points={info.trackings} colour={palette.secondary.main} />
          <VehicleLayer
            vehicles={marks}
            describe={() => ({
              title: vehicle?.plate ?? '',
              text: [info.driver?.name, info.driver?.surname].filter(Boolean).join(' '),
            })}
          />
        </MapView>
      </Suspense>
    </Box>
  )
}

function lineOf(polyline: string | null): readonly LatLng[] {
  if (!polyline) return []
  try {
    return decodeLine(polyline)
  } catch {
    // A route that cannot be read is not drawn; the stops are enough.
    return []
  }
}
