import L from 'leaflet'
import { useCallback, useEffect, useRef } from 'react'
import { useMap, useMapEvents } from 'react-leaflet'

/** What lies under the mouse, and where its name is shown. */
interface Tip {
  readonly key: string | number
  readonly at: readonly [lat: number, lng: number]
  readonly title: string
  readonly text: string
}

interface TipOptions {
  readonly find: (container: L.Point, latlng: L.LatLng) => { readonly key: Tip['key']; readonly tip: () => Tip } | null
  /** How far above the place it is shown. */
  readonly above_px: number
  /** A hand shows that it can be pressed. */
  readonly pressable: boolean
  /** What is under the mouse has changed; null: nothing is. */
  readonly onOver?: (key: Tip['key'] | null) => void
}

/** The name of what is under the mouse, for what is drawn on a canvas. */
export function useMapTip({ find, above_px, pressable, onOver }: TipOptions) {
  const map = useMap()
  const shown = useRef<{ tooltip: L.Tooltip; key: Tip['key'] } | null>(null)
  const hide = useCallback(() => {
    if (shown.current) onOver?.(null)
    shown.current?.tooltip.remove()
    shown.current = null
    map.getContainer().style.cursor = ''
  }, [map, onOver])
  useEffect(() => hide, [hide])
  useMapEvents({
    mousemove: ({ containerPoint, latlng, originalEvent }) => {
      if (originalEvent.buttons !== 0) return
      const found = find(containerPoint, latlng)
      if (found?.key === shown.current?.key) return
      hide()
      if (!found) return
      if (pressable) map.getContainer().style.cursor = 'pointer'
      const { at, ...said } = found.tip()
      const tooltip = L.tooltip({ direction: 'top', offset: [0, -above_px] })
      tooltip.setLatLng([...at]).setContent(textBox(said))
      tooltip.addTo(map)
      shown.current = { tooltip, key: found.key }
      onOver?.(found.key)
    },
    mouseout: hide,
    movestart: hide,
  })
  return { hide }
}

// Built of nodes, not of HTML text: names are entered by users.
function textBox({ title, text }: Pick<Tip, 'title' | 'text'>): HTMLElement {
  const box = L.DomUtil.create('div')
  L.DomUtil.create('strong', '', box).textContent = title
  if (text) L.DomUtil.create('div', '', box).textContent = text
  return box
}
