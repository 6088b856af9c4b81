import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import type { Map as LeafletMap } from 'leaflet'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { dateTimeText, useSay } from '#engine/ui'
import { MapView, TrackLayer } from '../../geo/client'
import { course_deg, type LatLng, ZOOM } from '../../geometry/model'
import { trackParts } from '../model/track-parts'
import type { Track } from '../model/track-calls'
import type { TrackPoint } from './use-track'

interface TrackMapProps {
  readonly track: Track | null
  readonly points: readonly TrackPoint[]
  readonly gap_ms: number
  readonly chosen: number | null
  readonly moving: LatLng | null
  readonly onChoose: (index: number | null) => void
  readonly onMap: (map: LeafletMap) => void
  readonly children?: React.ReactNode
}

/** The map of a track, at the spec's zoom around its middle. */
export function TrackMap({ track, points, gap_ms, chosen, moving, onChoose, onMap, children }: TrackMapProps) {
  const say = useSay()
  const [map, setMap] = useState<LeafletMap | null>(null)
  const places = useMemo(() => points.map(({ lat, lng }): LatLng => [lat, lng]), [points])
  const lines = useMemo(
    () =>
      trackParts(points, gap_ms).map(({ known, fixes }) => ({
        known,
        points: fixes.map(({ lat, lng }): LatLng => [lat, lng]),
      })),
    [points, gap_ms],
  )
  const marks = useMemo(
    () =>
      points.map(({ lat, lng, course }, at) => {
        const next = points[at + 1]
        const moves = next && (next.lat !== lat || next.lng !== lng)
        return { lat, lng, course: course ?? (moves ? course_deg([lat, lng], [next.lat, next.lng]) : null) }
      }),
    [points],
  )
  const spots = useMemo(
    () => [
      ...(track?.stops ?? []).map(({ lat, lng }) => ({ at: [lat, lng] as const, tone: 'stop' as const })),
      ...(track?.speeding ?? []).map(({ lat, lng }) => ({ at: [lat, lng] as const, tone: 'fast' as const })),
    ],
    [track],
  )
  useEffect(() => {
    if (map) onMap(map)
  }, [map, onMap])
  useEffect(() => {
    if (map && places.length > 0) showAll(map, places)
  }, [map, places])
  const [first, last] = [points[0], points.at(-1)]
  const zone = track?.zone ?? 'UTC'
  return (
    <Box sx={{ position: 'relative', height: 1, width: 1 }}>
      <Suspense fallback={<Skeleton variant="rectangular" sx={{ height: 1 }} />}>
        <MapView label={say('tracks.map')} zoom={ZOOM.trackings} places={() => places} onMap={setMap}>
          <TrackLayer
            marks={marks}
            lines={lines}
            spots={spots}
            chosen={chosen}
            moving={moving}
            onChoose={onChoose}
            labels={{
              start: say('tracks.start', { when: first ? dateTimeText(first.date, zone) : '' }),
              end: say('tracks.end', { when: last ? dateTimeText(last.date, zone) : '' }),
            }}
          />
        </MapView>
      </Suspense>
      {children}
    </Box>
  )
}

/** The middle at the spec's zoom; a track that is longer than the map is shown whole. */
function showAll(map: LeafletMap, places: readonly LatLng[]): void {
  const lats = places.map(([lat]) => lat)
  const lngs = places.map(([, lng]) => lng)
  const [south, north] = [lats.reduce((a, b) => Math.min(a, b)), lats.reduce((a, b) => Math.max(a, b))]
  const [west, east] = [lngs.reduce((a, b) => Math.min(a, b)), lngs.reduce((a, b) => Math.max(a, b))]
  const zoom = Math.min(
    ZOOM.trackings,
    map.getBoundsZoom(
      [
        [south, west],
        [north, east],
      ],
      false,
      map.getSize().divideBy(8),
    ),
  )
  map.setView([(south + north) / 2, (west + east) / 2], zoom, { animate: false })
}
