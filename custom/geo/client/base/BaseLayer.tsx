import { useTheme } from '@mui/material/styles'
import { useEffect, useState } from 'react'
import { useMap } from 'react-leaflet'
import { BaseGrid } from './base-grid'
import { codeOf, type ConsoleDataProvider, useProvider } from '#engine/client'
import { baseMapCall } from '../../model/base-map'
import { worldMap, type WorldMap } from './world-map'

/**
 * The drawn streets and districts; `none` where the server has none, null until loaded (a map without them is only
 * plainer).
 */
type DrawnMap = WorldMap | 'none' | null

// The same for everybody and fixed by the server's build: loaded once per page for all maps.
let asked: Promise<WorldMap | 'none'> | null = null

export function useDrawnMap(): DrawnMap {
  const provider = useProvider()
  const [map, setMap] = useState<DrawnMap>(null)
  useEffect(() => {
    let mounted = true
    const show = (found: DrawnMap): void => {
      if (mounted) setMap(found)
    }
    void askOnce(provider).then(show)
    return () => void (mounted = false)
  }, [provider])
  return map
}

function askOnce(provider: ConsoleDataProvider): Promise<DrawnMap> {
  asked ??= provider
    .call(baseMapCall, {}, { quiet: true })
    .then(worldMap)
    .catch((error: unknown) => {
      if (codeOf(error) === 'NOT_FOUND') return 'none' as const
      throw error
    })
  return asked.catch(() => {
    // The next map tries again.
    asked = null
    return null
  })
}

// Below Leaflet's own tile pane (200): tiles that do arrive cover it.
const PANE = 'base'
const PANE_LEVEL = '150'

/** Draws the streets and districts in the theme's light or dark. */
export function BaseLayer({ drawn }: { drawn: DrawnMap }) {
  const leaflet = useMap()
  const { mode } = useTheme().palette
  useEffect(() => {
    if (!drawn || drawn === 'none') return undefined
    const pane = leaflet.getPane(PANE) ?? leaflet.createPane(PANE)
    pane.style.zIndex = PANE_LEVEL
    const layer = new BaseGrid(drawn, mode, { pane: PANE, keepBuffer: 3, updateWhenZooming: false })
    layer.addTo(leaflet)
    return () => void layer.remove()
  }, [leaflet, drawn, mode])
  return null
}
