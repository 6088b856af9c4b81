import { useTheme } from '@mui/material/styles'
import { useEffect } from 'react'
import { useMap, useMapEvents } from 'react-leaflet'
import { nearestCopy } from '../rows/mark'
import { useMapTip } from '../view/use-map-tip'
import type { HeatCanvas } from './heat-canvas'
import type { HeatClass } from './heat-scale'
import { boxMiddle, type HeatSpot } from './heat-spots'

interface HeatLayerProps {
  readonly spots: readonly HeatSpot[]
  readonly classes: readonly HeatClass[]
  readonly isSmooth: boolean
  readonly describe: (spot: HeatSpot) => { readonly title: string; readonly text: string }
  readonly onPress: (spot: HeatSpot) => void
  readonly canvas: HeatCanvas
}

/** The cells on the map; squares can be pointed at and pressed. Keyboard users have the table behind the map. */
export function HeatLayer({ spots, classes, isSmooth, describe, onPress, canvas }: HeatLayerProps) {
  const map = useMap()
  const { mode } = useTheme().palette
  useEffect(() => {
    canvas.addTo(map)
    return () => void canvas.remove()
  }, [map, canvas])
  useEffect(() => canvas.show(spots, classes, { isSmooth, mode }), [canvas, spots, classes, isSmooth, mode])
  const tip = useMapTip({
    find: (point, { lng }) => {
      const spot = canvas.at(point)
      if (!spot) return null
      const [lat, middle] = boxMiddle(spot.box)
      return {
        key: spot.key,
        tip: () => ({ key: spot.key, at: nearestCopy({ lat, lng: middle }, lng), ...describe(spot) }),
      }
    },
    above_px: 14,
    pressable: true,
    onOver: canvas.choose,
  })
  useMapEvents({
    click: ({ containerPoint }) => {
      const spot = canvas.at(containerPoint)
      if (!spot) return
      tip.hide()
      onPress(spot)
    },
  })
  return null
}
