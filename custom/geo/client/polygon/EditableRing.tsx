import { useTheme } from '@mui/material/styles'
import { useEffect, useRef } from 'react'
import { CircleMarker, Polyline, useMap } from 'react-leaflet'
import { type LatLng, selfCrossings } from '../../../geometry/model'
import { fitPlaces } from '../view/fit'
import { L } from './draw-library'
import { ringOfValue, valueOfRing, wrongSides } from './ring-value'

interface EditableRingProps {
  readonly ring: readonly LatLng[]
  readonly onChange?: (ring: readonly LatLng[]) => void
  /** Default: the theme's. */
  readonly colour?: string
}

/**
 * An area on a map. With `onChange` its corners can be dragged, a side's middle made a new corner, a corner removed by
 * a press.
 */
export function EditableRing({ ring, onChange, colour: given }: EditableRingProps) {
  const map = useMap()
  const { palette } = useTheme()
  const latest = useRef(onChange)
  const drawn = useRef('')
  useEffect(() => {
    latest.current = onChange
  })
  const isEditable = onChange !== undefined
  const key = JSON.stringify(ring)
  const colour = given ?? palette.primary.main
  useEffect(() => {
    const corners = JSON.parse(key) as [number, number][]
    if (corners.length === 0) return undefined
    const polygon = new L.Polygon(corners, { color: colour, weight: 2, fillOpacity: 0.14 })
    polygon.addTo(map)
    // A shape that was not dragged here (a new square, typed corners) is brought into view.
    if (drawn.current !== key && !isSeen(map, polygon.getBounds(), isEditable)) fitPlaces(map, corners, false)
    const editing = isEditable ? editingOf(polygon) : null
    editing?.enable()
    polygon.on('edit', () => {
      const [outline] = polygon.getLatLngs() as L.LatLng[][]
      const next = ringOfValue(valueOfRing((outline ?? []).map(({ lat, lng }): LatLng => [lat, lng])))
      drawn.current = JSON.stringify(next)
      latest.current?.(next)
    })
    return () => {
      editing?.disable()
      polygon.remove()
    }
  }, [map, key, colour, isEditable])
  return (
    <>
      {wrongSides(ring).map((side, i) => (
        <Polyline
          key={i}
          positions={side.map(([lat, lng]): [number, number] => [lat, lng])}
          pathOptions={{ color: palette.error.main, weight: 4 }}
          interactive={false}
        />
      ))}
      {selfCrossings(ring).map(([lat, lng]) => (
        <CircleMarker
          key={`${lat},${lng}`}
          center={[lat, lng]}
          radius={7}
          pathOptions={{ color: palette.error.main, weight: 3, fillOpacity: 0.2 }}
          interactive={false}
        />
      ))}
    </>
  )
}

/** If an area's longer side is shorter than this, there is no room for draggable corners. */
const MIN_PX = 48

/** Whether an area is within the map's view, and large enough there to be edited. */
function isSeen(map: L.Map, bounds: L.LatLngBounds, isEditable: boolean): boolean {
  if (!map.getBounds().contains(bounds)) return false
  const { x, y } = map
    .latLngToContainerPoint(bounds.getSouthEast())
    .subtract(map.latLngToContainerPoint(bounds.getNorthWest()))
  return !isEditable || Math.max(x, y) >= MIN_PX
}

/** leaflet-draw gives every polygon its editor, but its types do not declare it. */
const editingOf = (polygon: L.Polygon): L.Handler => (polygon as L.Polygon & { readonly editing: L.Handler }).editing
