import { PublicFailure, publicGet } from '#engine/client'
import type { PlainMap } from '../../../geo/client/public'
import { shapeOf } from '../../../geo/model/vehicle-mark'
import type { Tracking, TrackingLocation } from '../../model/tracking-calls'
import { element } from './element'
import { follow } from './follow'
import { rideCard } from './ride-card'
import './tracking-page.css'

// Spec 2 §9: padding of the public map.
const COVERED = { top: 48, bottom: 114 }
const LEAST_S = 2

// As long as the server has said nothing, there is nobody else to say it.
const UNREACHED = {
  es: ['No se pudo conectar con el servidor. Revise su conexión.', 'Reintentar'],
  en: ['The server could not be reached. Check your connection.', 'Try again'],
} as const

/** The public page of a ride (`/tracking/<link>`): it stands by itself, with nothing of the console. */
async function open(root: HTMLElement): Promise<void> {
  const tk = decodeURIComponent(window.location.pathname.split('/')[2] ?? '')
  const ride = await publicGet<Tracking>('tracking', { tk }).catch((failure: unknown) => told(root, failure))
  if (!ride) return
  const { words, brand, language } = ride
  document.documentElement.lang = language
  document.title = brand === '' ? words.title : `${words.title} · ${brand}`
  const { card, show } = rideCard(words)
  const box = element('div', { of: 'map' })
  const offline = element('p', { of: 'offline', text: words.offline })
  offline.hidden = true
  const fit = element('button', { of: 'fit', text: words.fit })
  fit.type = 'button'
  fit.hidden = true
  const head = element('header', { inside: [element('strong', { text: brand }), element('h1', { text: words.title })] })
  root.replaceChildren(element('main', { of: 'tracking', inside: [head, offline, box, fit, placesOf(ride), card] }))
  show(ride)
  const map = await mapOf(box, ride)
  if (map) {
    fit.hidden = false
    fit.addEventListener('click', map.fit)
  }
  let known = ride.vehicle?.date_fix ?? ''
  const look = async (): Promise<boolean> => {
    try {
      const now = await publicGet<TrackingLocation>(`tracking/location/${encodeURIComponent(tk)}`, { since: known })
      offline.hidden = true
      show(now)
      if (map) place(map, now, now.vehicle?.moved === true)
      known = now.vehicle?.date_fix ?? ''
      return !now.state.over
    } catch (failure) {
      if (failure instanceof PublicFailure && failure.status === 404) {
        told(root, failure)
        return false
      }
      offline.hidden = false
      return true
    }
  }
  if (!ride.state.over) follow(look, Math.max(LEAST_S, ride.interval))
}

/** Leaflet comes when the rest stands; a page without a map still tells the ride. */
async function mapOf(box: HTMLElement, ride: Tracking): Promise<PlainMap | null> {
  const { openPlainMap } = await import('../../../geo/client/public').catch(() => ({ openPlainMap: null }))
  if (!openPlainMap) return null
  const { words, tiles, stops, points } = ride
  const map = openPlainMap(box, { label: words.map, zoomIn: words.zoom_in, zoomOut: words.zoom_out, tiles, covered: COVERED })
  map.way(points, stops.map(({ lat, lng, address }) => ({ at: [lat, lng], label: address })))
  place(map, ride, false)
  map.fit()
  return map
}

function place(map: PlainMap, { vehicle }: Pick<Tracking, 'vehicle'>, moved: boolean): void {
  if (!vehicle || vehicle.lat === null || vehicle.lng === null) return map.vehicle(null, false)
  map.vehicle({ at: [vehicle.lat, vehicle.lng], course: vehicle.course, shape: shapeOf(vehicle.icon), label: vehicle.plate }, moved)
}

function placesOf({ stops, words }: Tracking): HTMLElement {
  const nameOf = (i: number): string => (i === 0 ? words.origin : i === stops.length - 1 ? words.destination : words.stop)
  return element('ol', { of: 'places', inside: stops.map(({ address }, i) => element('li', { inside: [element('span', { of: 'label', text: nameOf(i) }), element('span', { text: address })] })) })
}

/** In place of the ride: why it cannot be shown. */
function told(root: HTMLElement, failure: unknown): null {
  const { status, message } = failure instanceof PublicFailure ? failure : { status: 0, message: '' }
  const [unreached, again] = navigator.language.startsWith('en') ? UNREACHED.en : UNREACHED.es
  const text = element('p', { text: message || unreached })
  text.setAttribute('role', 'alert')
  const retry = element('button', { text: again })
  retry.type = 'button'
  retry.addEventListener('click', () => window.location.reload())
  root.replaceChildren(element('main', { of: 'tracking gone', inside: [text, ...(status === 404 ? [] : [retry])] }))
  return null
}

const root = document.getElementById('root')
if (root && window.location.pathname.startsWith('/tracking/')) void open(root)
