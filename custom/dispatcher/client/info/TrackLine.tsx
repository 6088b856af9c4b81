import type { LatLngTuple } from 'leaflet'
import { useMemo } from 'react'
import { Polyline } from 'react-leaflet'
import type { TrackPoint } from '../../../services/model/info-call'

/** What a vehicle has driven since its driver accepted. */
export function TrackLine({ points, colour }: { points: readonly TrackPoint[]; colour: string }) {
  const line = useMemo(() => points.map(({ lat, lng }): LatLngTuple => [lat, lng]), [points])
  return line.length > 1 ? <Polyline positions={line} pathOptions={{ color: colour, weight: 4, dashArray: '2 7', lineCap: 'round' }} interactive={false} /> : null
}
