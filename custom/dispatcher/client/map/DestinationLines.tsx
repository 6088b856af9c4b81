import { useTheme } from '@mui/material/styles'
import type { LatLngTuple } from 'leaflet'
import { useMemo } from 'react'
import { CircleMarker, Polyline } from 'react-leaflet'
import { STATE_COLOURS } from '../../../geo/model/state-colours'
import type { LiveVehicle } from '../../model/live-vehicle'

/** A line from each busy vehicle to where it is going, the chosen one's stronger. */
export function DestinationLines({ vehicles, selected }: { vehicles: readonly LiveVehicle[]; selected: number | null }) {
  const { palette } = useTheme()
  const ways = useMemo(() => vehicles.flatMap((vehicle) => wayOf(vehicle) ?? []), [vehicles])
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
          <Polyline positions={chosen.line} pathOptions={{ color: palette.primary.main, weight: 3 }} interactive={false} />
          <CircleMarker center={chosen.line[1]} radius={6} pathOptions={{ color: palette.primary.main, weight: 3, fillOpacity: 1, fillColor: palette.background.paper }} interactive={false} />
        </>
      )}
    </>
  )
}

function wayOf({ id, lat, lng, se_dst_lat, se_dst_lng }: LiveVehicle): { readonly id: number; readonly line: [LatLngTuple, LatLngTuple] } | null {
  if (lat === null || lng === null || se_dst_lat === null || se_dst_lng === null) return null
  return { id, line: [[lat, lng], [se_dst_lat, se_dst_lng]] }
}
