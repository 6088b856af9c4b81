import L from 'leaflet'
import type { LatLng } from '../../../geometry/model'

const PIN_PX = 34
/** One press of an arrow key. */
const STEP_PX = 12
/** After the last press of a key the pin stands where it is. */
const REST_MS = 500
const ARROWS: { readonly [key: string]: readonly [x: number, y: number] } = {
  ArrowUp: [0, -STEP_PX],
  ArrowDown: [0, STEP_PX],
  ArrowLeft: [-STEP_PX, 0],
  ArrowRight: [STEP_PX, 0],
}

export interface Pins {
  /** @param moved where it was let go; a place of null takes the pin away */
  put(name: string, at: LatLng | null, label: string, moved: (at: LatLng) => void): void
  places(): readonly L.LatLng[]
}

/** Marks that people move: by dragging, or with the arrow keys while one has the focus. */
export function pinsOn(map: L.Map): Pins {
  const marks = new Map<string, L.Marker>()
  return {
    put(name, at, label, moved) {
      const known = marks.get(name)
      if (at === null) {
        known?.remove()
        marks.delete(name)
      } else if (known) {
        known.setLatLng([at[0], at[1]])
      } else {
        marks.set(name, newPin(map, [at[0], at[1]], label, moved))
      }
    },
    places: () => [...marks.values()].map((mark) => mark.getLatLng()),
  }
}

function newPin(map: L.Map, at: [number, number], label: string, moved: (at: LatLng) => void): L.Marker {
  const icon = L.divIcon({
    className: 'plain-pin',
    html: label.slice(0, 1),
    iconSize: [PIN_PX, PIN_PX],
    iconAnchor: [PIN_PX / 2, PIN_PX],
  })
  const mark = L.marker(at, { icon, draggable: true, keyboard: true, alt: label, title: label, autoPan: true }).addTo(
    map,
  )
  const drawn = mark.getElement()
  drawn?.setAttribute('aria-label', label)
  const tell = (): void => {
    const { lat, lng } = mark.getLatLng()
    moved([lat, lng])
  }
  let rest: ReturnType<typeof setTimeout> | undefined
  mark.on('dragend', tell)
  drawn?.addEventListener('keydown', (event) => {
    const step = ARROWS[event.key]
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    mark.setLatLng(map.containerPointToLatLng(map.latLngToContainerPoint(mark.getLatLng()).add([step[0], step[1]])))
    clearTimeout(rest)
    rest = setTimeout(tell, REST_MS)
  })
  return mark
}
