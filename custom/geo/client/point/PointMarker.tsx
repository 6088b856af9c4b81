import { useTheme } from '@mui/material/styles'
import L from 'leaflet'
import { useEffect, useMemo, useRef } from 'react'
import { Marker, useMap } from 'react-leaflet'
import type { LatLng } from '../../../geometry/model'

const KEYS: { readonly [key: string]: readonly [x: number, y: number] | undefined } = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}
const STEP_PX = 4
const BIG_STEP_PX = 40

interface PointMarkerProps {
  readonly at: LatLng
  readonly label: string
  /** A sign in the pin instead of its dot: `1`, `B`. */
  readonly sign?: string
  readonly onMove?: (to: LatLng) => void
}

/** A pin to be dragged, or moved with the arrow keys (Shift: in bigger steps). */
export function PointMarker({ at, label, sign, onMove }: PointMarkerProps) {
  const map = useMap()
  const { palette } = useTheme()
  const marker = useRef<L.Marker>(null)
  const icon = useMemo(() => pin(palette.primary.main, palette.primary.contrastText, sign), [palette, sign])
  useEffect(() => {
    const element = marker.current?.getElement()
    if (!element || !onMove) return undefined
    element.setAttribute('aria-label', label)
    const press = (event: KeyboardEvent): void => {
      const offset = KEYS[event.key]
      if (!offset) return
      event.preventDefault()
      event.stopPropagation()
      const step = event.shiftKey ? BIG_STEP_PX : STEP_PX
      const { lat, lng } = map.containerPointToLatLng(
        map.latLngToContainerPoint([...at]).add([offset[0] * step, offset[1] * step]),
      )
      onMove([lat, lng])
    }
    element.addEventListener('keydown', press)
    return () => element.removeEventListener('keydown', press)
  }, [map, at, label, onMove])
  return (
    <Marker
      ref={marker}
      position={[...at]}
      icon={icon}
      draggable={onMove !== undefined}
      autoPan
      keyboard={onMove !== undefined}
      alt={label}
      eventHandlers={{
        dragend: () => {
          const to = marker.current?.getLatLng()
          if (to) onMove?.([to.lat, to.lng])
        },
      }}
    />
  )
}

/** A drawn pin in the theme's colour: no image to fetch. */
function pin(colour: string, dot: string, sign = ''): L.DivIcon {
  const middle = /^\w{1,2}$/.test(sign)
    ? `<text x="15" y="19.5" text-anchor="middle" font-size="14" font-weight="600" fill="${dot}">${sign}</text>`
    : `<circle cx="15" cy="14.5" r="5" fill="${dot}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="40" viewBox="0 0 30 40" aria-hidden="true">
    <path d="M15 39C15 39 28 24.5 28 14.5A13 13 0 0 0 2 14.5C2 24.5 15 39 15 39Z" fill="${colour}" stroke="#fff" stroke-width="2"/>
    ${middle}</svg>`
  return L.divIcon({ html: svg, className: 'map-pin', iconSize: [30, 40], iconAnchor: [15, 39] })
}
