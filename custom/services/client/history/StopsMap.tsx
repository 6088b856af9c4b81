import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import type { LatLngTuple, Map as LeafletMap } from 'leaflet'
import { useMemo } from 'react'
import { useSay } from '#engine/ui'
import { MapView, RouteLayer } from '../../../geo/client'
import { CircleMarker, Polygon, Polyline } from '../../../geo/client/marks'
import { decodeLine, type LatLng, ZOOM } from '../../../geometry/model'
import type { ServiceStops } from '../../model/history-calls'

/** Stops, the way that was planned and the one that was driven with its points, and the zones of the tariff. */
export default function StopsMap({ service, stops, trackings, zones }: ServiceStops) {
  const say = useSay()
  const { palette } = useTheme()
  const places = useMemo(
    () => stops.map(({ lat, lng }): LatLng | null => (lat === null || lng === null ? null : [lat, lng])),
    [stops],
  )
  const line = useMemo(() => lineOf(service.polyline), [service.polyline])
  const track = useMemo(() => trackings.map(({ lat, lng }): LatLngTuple => [lat, lng]), [trackings])
  const all = useMemo(
    () => [...places.filter((place) => place !== null), ...track.map(([lat, lng]): LatLng => [lat, lng])],
    [places, track],
  )
  const fit = useMemo(
    () =>
      (map: LeafletMap): void => {
        if (all.length > 0)
          map.fitBounds(
            all.map(([lat, lng]): LatLngTuple => [lat, lng]),
            { padding: [40, 40], maxZoom: ZOOM.page + 3, animate: false },
          )
      },
    [all],
  )
  return (
    <Box sx={{ height: 1, position: 'relative' }}>
      <MapView label={say('services.stops.map')} zoom={ZOOM.page} places={() => all} onMap={fit} wheel={false}>
        {zones.map(({ id, color, path }) => (
          <Polygon
            key={id}
            positions={path.map(([lat = 0, lng = 0]): LatLngTuple => [lat, lng])}
            interactive={false}
            pathOptions={{ color: color ?? palette.text.secondary, weight: 1, fillOpacity: 0.06 }}
          />
        ))}
        <RouteLayer stops={places} line={line} nameOf={(at) => stops[at]?.address ?? ''} still />
        {track.length > 1 && (
          <Polyline
            positions={track}
            interactive={false}
            pathOptions={{ color: palette.secondary.main, weight: 4, dashArray: '2 7', lineCap: 'round' }}
          />
        )}
        {track.map((at, i) => (
          <CircleMarker
            key={i}
            center={at}
            radius={2.5}
            interactive={false}
            pathOptions={{ color: palette.secondary.main, weight: 1, fillOpacity: 1 }}
          />
        ))}
      </MapView>
      <Box component="ul" sx={LEGEND}>
        <li>
          <Box component="span" sx={{ borderTop: '4px solid', borderColor: 'primary.main' }} />
          {say('services.stops.planned')}
        </li>
        {track.length > 1 && (
          <li>
            <Box component="span" sx={{ borderTop: '4px dotted', borderColor: 'secondary.main' }} />
            {say('services.stops.driven', { n: track.length })}
          </li>
        )}
      </Box>
    </Box>
  )
}

function lineOf(polyline: string | null): readonly LatLng[] {
  try {
    return polyline ? decodeLine(polyline) : []
  } catch {
    // A route that cannot be read is not drawn; the stops are enough.
    return []
  }
}

const LEGEND = {
  position: 'absolute',
  insetInlineStart: 8,
  top: 8,
  zIndex: 450,
  m: 0,
  py: 0.5,
  px: 1.25,
  listStyle: 'none',
  bgcolor: 'background.paper',
  color: 'text.primary',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  fontSize: 12,
  '& li': { display: 'flex', alignItems: 'center', gap: 1 },
  '& span': { width: 22, display: 'inline-block' },
} as const
