import { useTheme } from '@mui/material/styles'
import { useEffect } from 'react'
import { useMap } from 'react-leaflet'
import { BaseGrid } from './base-grid'
import { useBaseMap } from './use-base-map'

// Below Leaflet's own tile pane (200): tiles that do arrive cover it.
const PANE = 'base'
const PANE_LEVEL = '150'

/** The drawn streets and districts, in the theme's light or dark. */
export function BaseLayer() {
  const leaflet = useMap()
  const { mode } = useTheme().palette
  const base = useBaseMap()
  useEffect(() => {
    if (!base) return undefined
    const pane = leaflet.getPane(PANE) ?? leaflet.createPane(PANE)
    pane.style.zIndex = PANE_LEVEL
    const layer = new BaseGrid(base, mode, { pane: PANE, keepBuffer: 3, updateWhenZooming: false })
    layer.addTo(leaflet)
    return () => void layer.remove()
  }, [leaflet, base, mode])
  return null
}
