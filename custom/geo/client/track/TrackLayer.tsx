import { useTheme } from '@mui/material/styles'
import type { LatLngTuple, PointTuple } from 'leaflet'
import { useEffect, useMemo, useRef, useState } from 'react'
import { CircleMarker, Polyline, useMap, useMapEvents } from 'react-leaflet'
import type { LatLng } from '../../../geometry/model'
import { PointMarker } from '../point/PointMarker'
import { TrackCanvas, type TrackMark } from './track-canvas'

export interface TrackLayerProps {
  readonly marks: readonly TrackMark[]
  /** Lines in their order; one that is not `known` is a guess, drawn dashed. */
  readonly lines: readonly { readonly known: boolean; readonly points: readonly LatLng[] }[]
  /** Places worth a look, each in its colour. */
  readonly spots?: readonly { readonly at: LatLng; readonly tone: 'stop' | 'fast' }[]
  readonly labels: { readonly start: string; readonly end: string }
  /** The point whose facts are shown; null: none. */
  readonly chosen: number | null
  /** Where the vehicle is in a replay; null: there is none. */
  readonly moving: LatLng | null
  readonly onChoose: (index: number | null) => void
}

// How near to the edge of the map the replayed vehicle may come, before the map follows it.
const EDGE_PX: PointTuple = [60, 60]

/**
 * A track on a MapView: from A to B, with the direction of its points, its gaps dashed, and a vehicle that drives it
 * again.
 */
export default function TrackLayer({ marks, lines, spots = [], labels, chosen, moving, onChoose }: TrackLayerProps) {
  const map = useMap()
  const { palette } = useTheme()
  const [canvas] = useState(() => new TrackCanvas())
  const [first, last] = [marks[0], marks.at(-1)]
  useEffect(() => {
    canvas.addTo(map)
    return () => void canvas.remove()
  }, [map, canvas])
  useEffect(() => canvas.setMarks(marks), [canvas, marks])
  useEffect(() => canvas.choose(chosen), [canvas, chosen])
  useEffect(() => canvas.dress(palette.primary.dark, palette.background.paper), [canvas, palette])
  useMapEvents({ click: ({ containerPoint }) => onChoose(canvas.at(containerPoint)) })
  useFollowed(moving)
  const drawn = useMemo(
    () => lines.map(({ known, points }) => ({ known, points: points.map(([lat, lng]): LatLngTuple => [lat, lng]) })),
    [lines],
  )
  return (
    <>
      {drawn.map(({ known, points }, at) => (
        <Polyline
          key={`${at} ${known}`}
          positions={points}
          interactive={false}
          pathOptions={
            known
              ? { color: palette.primary.main, weight: 4, opacity: 0.8 }
              : { color: palette.text.secondary, weight: 3, opacity: 0.8, dashArray: '3 8' }
          }
        />
      ))}
      {spots.map(({ at: [lat, lng], tone }, at) => (
        <CircleMarker
          key={at}
          center={[lat, lng]}
          radius={tone === 'stop' ? 9 : 7}
          interactive={false}
          pathOptions={{
            color: palette.background.paper,
            weight: 2,
            fillOpacity: 0.95,
            fillColor: tone === 'stop' ? palette.warning.main : palette.error.main,
          }}
        />
      ))}
      {first && <PointMarker at={[first.lat, first.lng]} sign="A" label={labels.start} />}
      {last && marks.length > 1 && <PointMarker at={[last.lat, last.lng]} sign="B" label={labels.end} />}
      {moving && (
        <CircleMarker
          center={[...moving]}
          radius={9}
          interactive={false}
          pathOptions={{
            color: palette.background.paper,
            weight: 3,
            fillColor: palette.secondary.main,
            fillOpacity: 1,
          }}
        />
      )}
    </>
  )
}

/** Keeps the replayed vehicle in view. */
function useFollowed(moving: LatLng | null): void {
  const map = useMap()
  const before = useRef<LatLng | null>(null)
  useEffect(() => {
    // A replay that only begins does not move the map.
    if (moving && before.current) map.panInside([...moving], { padding: EDGE_PX, animate: false })
    before.current = moving
  }, [map, moving])
}
