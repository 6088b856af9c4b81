import { useTheme } from '@mui/material/styles'
import { useEffect, useRef } from 'react'
import { Polyline, useMap } from 'react-leaflet'
import type { LatLng } from '../../model/lat-lng'
import { L } from './draw-library'
import { wrongSides } from './ring-value'

/** An area on a map. With `onChange` its corners can be dragged, a side's middle pulled into a new corner, a corner taken out by a press. */
export function EditableRing({ ring, onChange }: { readonly ring: readonly LatLng[]; readonly onChange?: (ring: readonly LatLng[]) => void }) {
  const map = useMap()
  const { palette } = useTheme()
  const latest = useRef(onChange)
  useEffect(() => { latest.current = onChange })
  const isEditable = onChange !== undefined
  const key = JSON.stringify(ring)
  const colour = palette.primary.main
  useEffect(() => {
    const corners = JSON.parse(key) as [number, number][]
    if (corners.length === 0) return undefined
    const polygon = new L.Polygon(corners, { color: colour, weight: 2, fillOpacity: 0.14 })
    polygon.addTo(map)
    const editing = isEditable ? editingOf(polygon) : null
    editing?.enable()
    polygon.on('edit', () => {
      const [outline] = polygon.getLatLngs() as L.LatLng[][]
      latest.current?.((outline ?? []).map(({ lat, lng }): LatLng => [lat, lng]))
    })
    return () => {
      editing?.disable()
      polygon.remove()
    }
  }, [map, key, colour, isEditable])
  return wrongSides(ring).map((side, i) => (
    <Polyline key={i} positions={side.map(([lat, lng]): [number, number] => [lat, lng])} pathOptions={{ color: palette.error.main, weight: 4 }} interactive={false} />
  ))
}

/** leaflet-draw gives every polygon its editor; its types say so of none. */
const editingOf = (polygon: L.Polygon): L.Handler => (polygon as L.Polygon & { readonly editing: L.Handler }).editing
