import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useTheme } from '@mui/material/styles'
import L from 'leaflet'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useMap, useMapEvents } from 'react-leaflet'
import type { LatLng } from '../../model/lat-lng'
import { PALETTES } from '../base/palette'
import { VehicleCanvas } from './vehicle-canvas'
import type { VehicleMark } from '../../model/vehicle-mark'

export interface VehicleLayerProps {
  readonly vehicles: readonly VehicleMark[]
  readonly selected?: number | null
  /** The name of a vehicle: under the pointer, and in the list where several overlap. */
  readonly describe: (id: number) => { readonly title: string; readonly text: string }
  /** Absent: vehicles are read-only. */
  readonly onSelect?: (id: number | null) => void
  /** A place without a vehicle was pressed; then nothing is chosen there. */
  readonly onPress?: (at: LatLng) => void
}

interface Crowd { readonly ids: readonly number[]; readonly left: number; readonly top: number }

// Nobody reads a longer list; zooming in separates them.
const MAX_IN_CROWD = 30

/** Vehicles on the map, to be pointed at and chosen; keyboard users choose them in the list next to the map. */
export default function VehicleLayer({ vehicles, selected = null, describe, onSelect, onPress }: VehicleLayerProps) {
  const map = useMap()
  const { palette } = useTheme()
  const [canvas] = useState(() => new VehicleCanvas())
  const [crowd, setCrowd] = useState<Crowd | null>(null)
  useEffect(() => {
    canvas.addTo(map)
    return () => void canvas.remove()
  }, [map, canvas])
  useEffect(() => canvas.setVehicles(vehicles), [canvas, vehicles])
  useEffect(() => canvas.select(selected), [canvas, selected])
  useEffect(() => canvas.dress(palette.primary.main, PALETTES[palette.mode].district), [canvas, palette])
  const tip = useTip(canvas, describe, onSelect !== undefined)
  useMapEvents({
    click: ({ containerPoint, latlng }) => {
      if (!onSelect) return
      tip.hide()
      const ids = canvas.at(containerPoint).map(({ id }) => id)
      const box = map.getContainer().getBoundingClientRect()
      if (ids.length > 1) setCrowd({ ids: ids.slice(0, MAX_IN_CROWD), left: box.left + containerPoint.x, top: box.top + containerPoint.y })
      else if (ids.length === 0 && onPress) onPress([latlng.lat, latlng.lng])
      else onSelect(ids[0] ?? null)
    },
  })
  return (
    <Menu
      open={crowd !== null}
      onClose={() => setCrowd(null)}
      anchorReference="anchorPosition"
      anchorPosition={crowd ? { left: crowd.left, top: crowd.top } : undefined}
      slotProps={{ paper: { sx: { maxHeight: 320 } } }}
    >
      {crowd?.ids.map((id) => {
        const { title, text } = describe(id)
        return (
          <MenuItem key={id} onClick={() => { setCrowd(null); onSelect?.(id) }}>
            <ListItemText primary={title} secondary={text} />
          </MenuItem>
        )
      })}
    </Menu>
  )
}

/** The name of the vehicle under the mouse, and a hand cursor that shows it can be pressed. */
function useTip(canvas: VehicleCanvas, describe: VehicleLayerProps['describe'], pressable: boolean) {
  const map = useMap()
  const tip = useRef<{ tooltip: L.Tooltip; id: number } | null>(null)
  const hide = useCallback(() => {
    tip.current?.tooltip.remove()
    tip.current = null
    map.getContainer().style.cursor = ''
  }, [map])
  useEffect(() => hide, [hide])
  useMapEvents({
    mousemove: ({ containerPoint, originalEvent }) => {
      if (originalEvent.buttons !== 0) return
      const mark = canvas.at(containerPoint)[0]
      if (mark?.id === tip.current?.id) return
      hide()
      if (!mark) return
      if (pressable) map.getContainer().style.cursor = 'pointer'
      const tooltip = L.tooltip({ direction: 'top', offset: [0, -18] })
      tooltip.setLatLng([mark.lat, mark.lng]).setContent(textBox(describe(mark.id)))
      tooltip.addTo(map)
      tip.current = { tooltip, id: mark.id }
    },
    mouseout: hide,
    movestart: hide,
  })
  return { hide }
}

// Built of nodes, not of HTML text: names are entered by users.
function textBox({ title, text }: { title: string; text: string }): HTMLElement {
  const box = L.DomUtil.create('div')
  L.DomUtil.create('strong', '', box).textContent = title
  if (text) L.DomUtil.create('div', '', box).textContent = text
  return box
}
