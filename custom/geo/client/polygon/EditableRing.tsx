import { useTheme } from '@mui/material/styles'
import { useEffect, useRef } from 'react'
import { Polyline, useMap } from 'react-leaflet'
import type { LatLng } from '../../model/lat-lng'
import { fitPlaces } from '../view/fit'
import { L } from './draw-library'
import { ringOf, valueOfRing, wrongSides } from './ring-value'

export interface EditableRingProps {
  readonly ring: readonly LatLng[]
  readonly onChange?: (ring: readonly LatLng[]) => void
}

/** An area on a map. With `onChange` its corners can be dragged, a side's middle made a new corner, a corner taken out by a press. */
export function EditableRing({ ring, onChange }: EditableRingProps) {
  const map = useMap()
  const { palette } = useTheme()
  const latest = useRef(onChange)
  const drawn = useRef('')
  useEffect(() => { latest.current = onChange })
  const isEditable = onChange !== undefined
  const key = JSON.stringify(ring)
  const colour = palette.primary.main
  useEffect(() => {
    const corners = JSON.parse(key) as [number, number][]
    if (corners.length === 0) return undefined
    const polygon = new L.Polygon(corners, { color: colour, weight: 2, fillOpacity: 0.14 })
    polygon.addTo(map)
    // What was not dragged here (a new square, typed corners) is brought into view.
    if (drawn.current !== key && !map.getBounds().contains(polygon.getBounds())) fitPlaces(map, corners, false)
    const editing = isEditable ? editingOf(polygon) : null
    editing?.enable()
    polygon.on('edit', () => {
      const [outline] = polygon.getLatLngs() as L.LatLng[][]
      const next = ringOf(valueOfRing((outline ?? []).map(({ lat, lng }): LatLng => [lat, lng])))
      drawn.current = JSON.stringify(next)
      latest.current?.(next)
    })
    return () => {
      editing?.disable()
      polygon.remove()
    }
  }, [map, key, colour, isEditable])
  return wrongSides(ring).map((side, i) => (
    <Polyline
      key={i}
      positions={side.map(([lat, lng]): [number, number] => [lat, lng])}
      pathOptions={{ color: palette.error.main, weight: 4 }}
      interactive={false}
    />
  ))
}

/** leaflet-draw gives every polygon its editor; its types say so of none. */
const editingOf = (polygon: L.Polygon): L.Handler => (polygon as L.Polygon & { readonly editing: L.Handler }).editing
