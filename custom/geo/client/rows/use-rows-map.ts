import type { Map as LeafletMap } from 'leaflet'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { MapRows } from '#engine/client'
import type { LatLng } from '../../../geometry/model'
import { fitPlaces } from '../view/fit'
import { seenOn, type SeenBox } from './map-seen'
import { useMapPlace } from './use-map-place'

type Extent = NonNullable<NonNullable<MapRows['answer']>['extent']>

interface RowsMap {
  readonly map: LeafletMap | null
  readonly start: { readonly center: LatLng; readonly zoom: number } | null
  /** Receives the map once it is ready. */
  readonly onMap: (map: LeafletMap) => void
  /** What is found, as its two corners. */
  readonly places: () => readonly LatLng[]
}

/** The map of a list: where it opens, and that it goes to what is found when nothing of it is in view. */
export function useRowsMap(rows: MapRows, embedded: boolean, onSeen: (seen: SeenBox) => void): RowsMap {
  const { start, keep } = useMapPlace(embedded)
  const [map, setMap] = useState<LeafletMap | null>(null)
  const fitting = useRef(false)
  const extent = rows.answer?.extent ?? null
  const found = useRef<Extent | null>(null)
  useEffect(() => {
    found.current = extent
  })
  const fit = useCallback((on: LeafletMap) => {
    if (!found.current) return
    // Where the program itself goes is no place that somebody chose.
    fitting.current = true
    fitPlaces(on, cornersOf(found.current), false)
    fitting.current = false
  }, [])
  const onMap = useCallback(
    (on: LeafletMap) => {
      if (!start) fit(on)
      const tell = (): void => {
        onSeen(seenOn(on))
        if (!fitting.current) keep(on)
      }
      on.on('moveend resize', tell)
      setMap(on)
      onSeen(seenOn(on))
    },
    [start, fit, keep, onSeen],
  )
  const key = extent === null ? null : `${rows.filterKey} ${String(rows.answer?.total)}`
  const shown = useRef<string | null>(null)
  useEffect(() => {
    if (!map || key === null || shown.current === key) return
    const isFirst = shown.current === null
    shown.current = key
    if (!isFirst && found.current && !touches(seenOn(map), found.current)) fit(map)
  }, [map, key, fit])
  return { map, start, onMap, places: () => (extent ? cornersOf(extent) : []) }
}

const cornersOf = ([west, south, east, north]: Extent): readonly LatLng[] => [
  [south, west],
  [north, east],
]

function touches({ west, south, east, north }: SeenBox, [left, low, right, high]: Extent): boolean {
  return low <= north && high >= south && [-360, 0, 360].some((turn) => left + turn <= east && right + turn >= west)
}
