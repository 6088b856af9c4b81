import L from 'leaflet'
import { useEffect, useRef } from 'react'
import { useMap } from 'react-leaflet'

interface BoxPickProps {
  /** Every drag draws a box; else only one with shift. */
  readonly always: boolean
  readonly colour: string
  readonly onBox: (from: L.Point, to: L.Point) => void
}

/** A press that moves less is no box. */
const MIN_PX = 5

/** Draws a box on the map by dragging: with shift, or always while the tool for it is on (a finger has no shift). */
export function BoxPick({ always, colour, onBox }: BoxPickProps) {
  const map = useMap()
  const latest = useRef({ always, colour, onBox })
  useEffect(() => {
    latest.current = { always, colour, onBox }
  })
  useEffect(() => {
    if (!always) return undefined
    map.dragging.disable()
    map.getContainer().style.cursor = 'crosshair'
    return () => {
      map.dragging.enable()
      map.getContainer().style.cursor = ''
    }
  }, [map, always])
  useEffect(() => {
    const container = map.getContainer()
    // Leaflet's own box zooms.
    map.boxZoom.disable()
    const down = (event: PointerEvent): void => {
      const target = event.target instanceof Element ? event.target : null
      const onMap = target === container || Boolean(target?.closest('.leaflet-pane'))
      if (event.button !== 0 || !onMap || !(latest.current.always || event.shiftKey)) return
      begin(map, container, event, latest.current)
    }
    container.addEventListener('pointerdown', down, { capture: true })
    return () => {
      container.removeEventListener('pointerdown', down, { capture: true })
      map.boxZoom.enable()
    }
  }, [map])
  return null
}

function begin(map: L.Map, container: HTMLElement, first: PointerEvent, { always, colour, onBox }: BoxPickProps): void {
  const from = map.mouseEventToContainerPoint(first)
  let box: HTMLElement | null = null
  if (!always) map.dragging.disable()
  const over = new AbortController()
  const { signal } = over
  const end = (): void => {
    over.abort()
    box?.remove()
    if (!always) map.dragging.enable()
  }
  const move = (event: PointerEvent): void => {
    if (event.pointerId !== first.pointerId) return
    const to = map.mouseEventToContainerPoint(event)
    if (!box && from.distanceTo(to) < MIN_PX) return
    box ??= L.DomUtil.create('div', '', container)
    const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)]
    Object.assign(box.style, {
      position: 'absolute',
      zIndex: '700',
      pointerEvents: 'none',
      border: `2px dashed ${colour}`,
      background: `color-mix(in srgb, ${colour} 14%, transparent)`,
      left: `${x}px`,
      top: `${y}px`,
      width: `${Math.abs(to.x - from.x)}px`,
      height: `${Math.abs(to.y - from.y)}px`,
    })
  }
  const up = (event: PointerEvent): void => {
    if (event.pointerId !== first.pointerId) return
    const drawn = box !== null
    end()
    if (!drawn) return
    // The click that follows is no press on a mark.
    const stop = (click: Event): void => click.stopImmediatePropagation()
    container.addEventListener('click', stop, { capture: true, once: true })
    setTimeout(() => container.removeEventListener('click', stop, { capture: true }), 100)
    onBox(from, map.mouseEventToContainerPoint(event))
  }
  window.addEventListener('pointermove', move, { signal })
  window.addEventListener('pointerup', up, { signal })
  window.addEventListener('pointercancel', end, { signal })
}
