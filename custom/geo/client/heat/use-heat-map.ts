import type { Map as LeafletMap } from 'leaflet'
import { useCallback, useEffect, useRef, useState } from 'react'
import { MAX_LEVEL } from '#engine/model'
import type { HeatView } from '#engine/client'
import type { LatLng } from '../../../geometry/model'
import { askedView, seenOn, type SeenBox } from '../rows/map-seen'
import { fitPlaces } from '../view/fit'

type Extent = readonly [west: number, south: number, east: number, north: number]

/** Cells of 32 pixels can be pressed; the smooth picture has no corners with cells of 16. */
const FINER = { cells: 3, smooth: 4 } as const
/** Before there is a map: as many cells across. */
const CELLS_ACROSS = 32

interface HeatMap {
  readonly map: LeafletMap | null
  readonly onMap: (map: LeafletMap) => void
  readonly places: () => readonly LatLng[]
  readonly view: HeatView
}

/**
 * The map of a number: it opens where its rows are, goes there when nothing of them is in view, and asks for what it
 * shows.
 */
export function useHeatMap(extent: Extent, isSmooth: boolean): HeatMap {
  const [map, setMap] = useState<LeafletMap | null>(null)
  const [seen, setSeen] = useState<SeenBox | null>(null)
  const box = useRef(extent)
  useEffect(() => {
    box.current = extent
  })
  const onMap = useCallback((on: LeafletMap) => {
    let fitted = false
    const tell = (): void => {
      // In a hidden tab it has no size; it opens when it gets one.
      const { x, y } = on.getSize()
      if (x === 0 || y === 0) return
      if (!fitted) {
        fitted = true
        fitPlaces(on, cornersOf(box.current), false)
      }
      setSeen(seenOn(on))
    }
    on.on('moveend resize', tell)
    // While the table is shown there is no map.
    on.on('unload', () => setMap(null))
    tell()
    setMap(on)
  }, [])
  const key = extent.join()
  const shown = useRef(key)
  useEffect(() => {
    if (!map || shown.current === key) return
    shown.current = key
    if (!touches(seenOn(map), box.current)) fitPlaces(map, cornersOf(box.current), false)
  }, [map, key])
  const places = useCallback(() => cornersOf(box.current), [])
  return { map, onMap, places, view: seen ? viewOf(seen, isSmooth) : { box: extent, level: levelOver(extent) } }
}

function viewOf(seen: SeenBox, isSmooth: boolean): HeatView {
  const { box, zoom } = askedView(seen)
  return { box, level: Math.min(MAX_LEVEL, Math.max(0, zoom + FINER[isSmooth ? 'smooth' : 'cells'])) }
}

const levelOver = ([west, , east]: Extent): number =>
  Math.min(MAX_LEVEL, Math.max(0, Math.round(Math.log2((360 / Math.max(1e-4, east - west)) * CELLS_ACROSS))))

const cornersOf = ([west, south, east, north]: Extent): readonly LatLng[] => [
  [south, west],
  [north, east],
]

const touches = ({ west, south, east, north }: SeenBox, [left, low, right, high]: Extent): boolean =>
  low <= north && high >= south && [-360, 0, 360].some((turn) => left + turn <= east && right + turn >= west)
