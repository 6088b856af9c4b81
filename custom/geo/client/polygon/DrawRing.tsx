import { useTheme } from '@mui/material/styles'
import { useEffect, useRef } from 'react'
import { useMap } from 'react-leaflet'
import { useSay } from '../../../../src/client/ui/style'
import type { LatLng } from '../../model/lat-lng'
import { L } from './draw-library'

/** What the buttons around the map may ask of a drawing under way. */
export interface Drawing {
  finish(): void
  takeBack(): void
}

export interface DrawRingProps {
  /** Gets the drawing once it has begun, null when it is over. */
  readonly onDrawing: (drawing: Drawing | null) => void
  /** The corners in the order in which they were pressed; null: given up. */
  readonly onEnd: (ring: readonly LatLng[] | null) => void
}

/** Draws a new area: every press is a corner, a press on the first one closes it; Escape gives up. */
export function DrawRing({ onDrawing, onEnd }: DrawRingProps) {
  const map = useMap()
  const say = useSay()
  const { palette } = useTheme()
  const latest = useRef({ onDrawing, onEnd })
  useEffect(() => { latest.current = { onDrawing, onEnd } })
  const colour = palette.primary.main
  useEffect(() => {
    const { tooltip } = L.drawLocal.draw.handlers.polygon
    tooltip.start = say('map.polygon.start')
    tooltip.cont = say('map.polygon.next')
    tooltip.end = say('map.polygon.close')
    L.drawLocal.draw.handlers.polyline.error = say('map.polygon.crosses')
    const handler = new L.Draw.Polygon(map as L.DrawMap, { allowIntersection: false, shapeOptions: { color: colour, weight: 2 } })
    let isDone = false
    const end = (ring: readonly LatLng[] | null): void => {
      if (isDone) return
      isDone = true
      latest.current.onEnd(ring)
    }
    const created = (event: L.LeafletEvent): void => {
      const { layer } = event as L.DrawEvents.Created
      const [outline] = layer instanceof L.Polygon ? layer.getLatLngs() as L.LatLng[][] : []
      end((outline ?? []).map(({ lat, lng }): LatLng => [lat, lng]))
    }
    const stopped = (): void => end(null)
    map.on(L.Draw.Event.CREATED, created)
    map.on(L.Draw.Event.DRAWSTOP, stopped)
    handler.enable()
    latest.current.onDrawing({ finish: () => handler.completeShape(), takeBack: () => handler.deleteLastVertex() })
    return () => {
      isDone = true
      map.off(L.Draw.Event.CREATED, created)
      map.off(L.Draw.Event.DRAWSTOP, stopped)
      handler.disable()
      latest.current.onDrawing(null)
    }
  }, [map, say, colour])
  return null
}
