import L from 'leaflet'
import 'leaflet/dist/leaflet.css'
import { publicGet } from '#engine/client'
import type { BaseMap } from '../../model/base-map'
import { type LatLng, ZOOM } from '../../../geometry/model'
import { VEHICLE_PX, type VehicleShape } from '../../model/vehicle-mark'
import { BaseGrid } from '../base/base-grid'
import { PALETTES } from '../base/palette'
import { worldMap } from '../base/world-map'
import './plain-map.css'
import { drawVehicle } from '../vehicles/draw-vehicle'
import { glider } from './glide'
import { pinsOn, type Pins } from './pins'

const STOP_PX = 26
const SHARPNESS = 2

/** A stop with its number. */
const stopIcon = (number: number): L.DivIcon =>
  L.divIcon({
    className: 'plain-stop',
    html: String(number),
    iconSize: [STOP_PX, STOP_PX],
    iconAnchor: [STOP_PX / 2, STOP_PX / 2],
  })

/**
 * The vehicle seen from above, turned to its direction.
 * @param course degrees clockwise from north; null: to the north
 */
function vehicleIcon(shape: VehicleShape, course: number | null, label: string): L.DivIcon {
  const { width, height } = VEHICLE_PX
  const canvas = document.createElement('canvas')
  canvas.width = (width + 4) * SHARPNESS
  canvas.height = (height + 4) * SHARPNESS
  canvas.setAttribute('role', 'img')
  canvas.setAttribute('aria-label', label)
  canvas.style.cssText = `width:${width + 4}px;height:${height + 4}px;transform:rotate(${course ?? 0}deg)`
  const ctx = canvas.getContext('2d')
  if (ctx) {
    ctx.scale(SHARPNESS, SHARPNESS)
    ctx.translate((width + 4) / 2, (height + 4) / 2)
    drawVehicle(ctx, shape, 'busy')
  }
  return L.divIcon({ className: 'plain-vehicle', html: canvas, iconSize: [width + 4, height + 4] })
}

export interface PlainMapOptions {
  /** What the map shows, for screen readers. */
  readonly label: string
  readonly zoomIn: string
  readonly zoomOut: string
  readonly tiles: { readonly url: string; readonly attribution: string; readonly link: string }
  /** Pixels that something else covers, above and below. */
  readonly covered: { readonly top: number; readonly bottom: number }
}

interface PlainVehicle {
  readonly at: LatLng
  readonly course: number | null
  readonly shape: VehicleShape
  readonly label: string
}

/** A map outside the console. */
export interface PlainMap {
  /** The route and its stops, in their order, each with its name. */
  route(points: readonly LatLng[], stops: readonly { readonly at: LatLng; readonly label: string }[]): void
  /** @param moved it is marked for a moment */
  vehicle(vehicle: PlainVehicle | null, moved: boolean): void
  /** A mark that people move (`pins.ts`); null takes it away. */
  pin: Pins['put']
  /** Where nothing is shown yet. */
  center(at: LatLng): void
  /** A press on the map itself. */
  pressed(press: (at: LatLng) => void): void
  fit(): void
}

const MARKED_MS = 3000
const DEEPEST = 19

/** Draws a map into an element: tiles where available, over the drawn streets, light or dark like the system. */
export function openPlainMap(
  element: HTMLElement,
  { label, zoomIn, zoomOut, tiles, covered }: PlainMapOptions,
): PlainMap {
  const mode = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  element.setAttribute('role', 'region')
  element.setAttribute('aria-label', label)
  element.classList.add('plain-map', mode)
  element.style.background = PALETTES[mode].land
  const map = L.map(element, { zoomControl: false, attributionControl: false, minZoom: 4, maxZoom: DEEPEST }).setView(
    [0, 0],
    ZOOM.page,
  )
  L.control.zoom({ zoomInTitle: zoomIn, zoomOutTitle: zoomOut, position: 'topright' }).addTo(map)
  void drawStreets(map, mode)
  addTiles(map, tiles)
  const route = L.layerGroup().addTo(map)
  let shown: L.Marker | null = null
  const glide = glider()
  const pins = pinsOn(map)
  let places: readonly LatLng[] = []
  return {
    route(points, stops) {
      route.clearLayers()
      if (points.length > 1)
        L.polyline(points.map(corner), {
          color: mode === 'dark' ? '#7db4ff' : '#1565c0',
          weight: 5,
          opacity: 0.8,
          interactive: false,
        }).addTo(route)
      stops.forEach((stop, i) =>
        L.marker(corner(stop.at), { icon: stopIcon(i + 1), alt: stop.label, title: stop.label, keyboard: false }).addTo(
          route,
        ),
      )
      places = [...points, ...stops.map(({ at }) => at)]
    },
    vehicle(vehicle, moved) {
      if (!vehicle) {
        shown?.remove()
        shown = null
        return
      }
      const icon = vehicleIcon(vehicle.shape, vehicle.course, vehicle.label)
      const isNew = shown === null
      shown ??= L.marker(corner(vehicle.at), { icon, zIndexOffset: 1000, keyboard: false }).addTo(map)
      shown.setIcon(icon)
      glide.to(shown, vehicle.at, isNew)
      const drawn = shown.getElement()
      if (!moved || !drawn) return
      drawn.classList.add('moved')
      setTimeout(() => drawn.classList.remove('moved'), MARKED_MS)
    },
    pin: pins.put,
    center: (at) => void map.setView(corner(at), ZOOM.page),
    pressed: (press) => void map.on('click', ({ latlng: { lat, lng } }) => press([lat, lng])),
    fit() {
      const all = [...places.map(corner), ...pins.places(), ...(shown ? [shown.getLatLng()] : [])]
      if (all.length === 0) return
      map.fitBounds(L.latLngBounds(all), {
        paddingTopLeft: [32, covered.top],
        paddingBottomRight: [32, covered.bottom],
        maxZoom: ZOOM.page + 3,
      })
    },
  }
}

const corner = ([lat, lng]: LatLng): [number, number] => [lat, lng]

async function drawStreets(map: L.Map, mode: 'light' | 'dark'): Promise<void> {
  // A map without them is only plainer.
  const base = await publicGet<BaseMap>('geo/base').catch(() => null)
  if (!base) return
  map.createPane('base').style.zIndex = '150'
  new BaseGrid(worldMap(base), mode, { pane: 'base', keepBuffer: 3, updateWhenZooming: false }).addTo(map)
}

function addTiles(map: L.Map, { url, attribution, link }: PlainMapOptions['tiles']): void {
  if (url === '') return
  // OpenStreetMap refuses requests without a referrer; the page's full address, which contains the link, is never sent.
  const layer = L.tileLayer(url, { maxZoom: DEEPEST, referrerPolicy: 'strict-origin-when-cross-origin' }).addTo(map)
  const foot = L.control.attribution({ prefix: false })
  layer.once('tileload', () => foot.addTo(map).addAttribution(creditOf(attribution, link)))
}

/** Leaflet takes HTML: the settings' text is inserted as plain text. */
function creditOf(attribution: string, link: string): string {
  const anchor = document.createElement('a')
  anchor.textContent = attribution
  anchor.rel = 'noreferrer'
  if (/^https?:/.test(link)) anchor.href = link
  return anchor.outerHTML
}
