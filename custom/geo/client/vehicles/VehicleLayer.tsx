import { useTheme } from '@mui/material/styles'
import { point } from 'leaflet'
import { useEffect, useImperativeHandle, useState, type RefObject } from 'react'
import { useMap, useMapEvents } from 'react-leaflet'
import type { LatLng } from '../../../geometry/model'
import type { VehicleMark } from '../../model/vehicle-mark'
import { PALETTES } from '../base/palette'
import { crowdAt, CrowdMenu, type PlaceCrowd } from '../view/CrowdMenu'
import { useMapTip } from '../view/use-map-tip'
import { VehicleCanvas } from './vehicle-canvas'

export interface VehicleLayerProps {
  readonly vehicles: readonly VehicleMark[]
  readonly selected?: number | null
  /** The name of a vehicle: under the pointer, and in the list where several overlap. */
  readonly describe: (id: number) => { readonly title: string; readonly text: string }
  /** Absent: vehicles are read-only. */
  readonly onSelect?: (id: number | null) => void
  /** Filled in with what finds the vehicle at a place of the window, for what is dragged to it from elsewhere. */
  readonly finder?: RefObject<((clientX: number, clientY: number) => number | null) | null>
  /** A place without a vehicle was pressed; then nothing is chosen there. */
  readonly onPress?: (at: LatLng) => void
}

/** Vehicles on the map, to be pointed at and chosen; keyboard users choose them in the list next to the map. */
export default function VehicleLayer({
  vehicles,
  selected = null,
  describe,
  onSelect,
  finder,
  onPress,
}: VehicleLayerProps) {
  const map = useMap()
  const { palette } = useTheme()
  const [canvas] = useState(() => new VehicleCanvas())
  const [crowd, setCrowd] = useState<PlaceCrowd<number> | null>(null)
  useEffect(() => {
    canvas.addTo(map)
    return () => void canvas.remove()
  }, [map, canvas])
  useEffect(() => canvas.setVehicles(vehicles), [canvas, vehicles])
  useEffect(() => canvas.select(selected), [canvas, selected])
  useEffect(() => canvas.dress(palette.primary.main, PALETTES[palette.mode].district), [canvas, palette])
  useImperativeHandle(
    finder,
    () => (clientX: number, clientY: number) => {
      const { left, top } = map.getContainer().getBoundingClientRect()
      return canvas.at(point(clientX - left, clientY - top))[0]?.id ?? null
    },
    [map, canvas],
  )
  const tip = useMapTip({
    find: (at) => {
      const mark = canvas.at(at)[0]
      return mark
        ? { key: mark.id, tip: () => ({ key: mark.id, at: [mark.lat, mark.lng], ...describe(mark.id) }) }
        : null
    },
    above_px: 18,
    pressable: onSelect !== undefined,
  })
  useMapEvents({
    click: ({ containerPoint, latlng }) => {
      if (!onSelect) return
      tip.hide()
      const ids = canvas.at(containerPoint).map(({ id }) => id)
      if (ids.length > 1) setCrowd(crowdAt(ids, map, containerPoint))
      else if (ids.length === 0 && onPress) onPress([latlng.lat, latlng.lng])
      else onSelect(ids[0] ?? null)
    },
  })
  return (
    <CrowdMenu
      crowd={crowd}
      keyOf={(id) => id}
      describe={describe}
      onChoose={(id) => {
        setCrowd(null)
        if (id !== null) onSelect?.(id)
      }}
    />
  )
}
