import { useTheme } from '@mui/material/styles'
import { useEffect, useState } from 'react'
import { useMap } from 'react-leaflet'
import { BaseGrid } from './base-grid'
import { type ConsoleDataProvider, useProvider } from '#engine/client'
import { baseMapCall } from '../../model/base-map'
import { worldMap, type WorldMap } from './world-map'

// The same for everybody and as old as the server's build: asked once for all maps of a page's life.
let asked: Promise<WorldMap> | null = null

/** The streets and districts at hand; null until they are there (a map without them is only plainer). */
function useBaseMap(): WorldMap | null {
  const provider = useProvider()
  const [map, setMap] = useState<WorldMap | null>(null)
  useEffect(() => {
    let mounted = true
    const show = (found: WorldMap | null): void => {
      if (mounted) setMap(found)
    }
    void askOnce(provider).then(show)
    return () => void (mounted = false)
  }, [provider])
  return map
}

function askOnce(provider: ConsoleDataProvider): Promise<WorldMap | null> {
  asked ??= provider.call(baseMapCall, {}, { quiet: true }).then(worldMap)
  return asked.catch(() => {
    // The next map asks again.
    asked = null
    return null
  })
}

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
