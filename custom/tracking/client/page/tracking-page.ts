import {
  element,
  firstAnswer,
  linkBeside,
  pageButton,
  PublicFailure,
  publicGet,
  showFailure,
  speak,
} from '#engine/client'
import type { PlainMap } from '../../../geo/client/public'
import { shapeOf } from '../../../geo/model'
import type { Tracking, TrackingLocation } from '../../model/tracking-calls'
import { follow } from './follow'
import { rateCard } from './rate-card'
import { rideCard } from './ride-card'
import './tracking-page.css'

// Spec 2 §9: padding of the public map.
const COVERED = { top: 48, bottom: 114 }
const MIN_S = 2

// Until the server has answered, the page has no other texts.
/** The public page of a ride (`/tracking/<link>`): standalone, without the console. */
async function open(root: HTMLElement): Promise<void> {
  const tk = decodeURIComponent(window.location.pathname.split('/')[2] ?? '')
  const ride = await firstAnswer(root, 'tracking', () => publicGet<Tracking>('tracking', { tk }))
  if (!ride) return
  const { words, brand, language } = ride
  speak(language)
  document.title = brand === '' ? words.title : `${words.title} · ${brand}`
  const { card, show } = rideCard(words, ride)
  const rate = rateCard(tk, words)
  const box = element('div', { of: 'map' })
  const offline = element('p', { of: 'offline', text: words.offline })
  offline.setAttribute('role', 'status')
  offline.hidden = true
  let map: PlainMap | null = null
  const fit = pageButton(words.fit, () => map?.fit(), 'fit')
  fit.hidden = true
  const head = element('header', {
    of: 'bar',
    inside: [element('strong', { text: brand }), element('h1', { text: words.title })],
  })
  const below = element('div', { of: 'below', inside: [card, rate.node, placesOf(ride), ...untilOf(ride)] })
  root.replaceChildren(element('main', { of: 'page tracking', inside: [head, offline, box, fit, below] }))
  show(ride)
  rate.show(ride.rating)
  void offerChat(head)
  void offerTexts(below)
  map = await mapOf(box, ride)
  fit.hidden = map === null
  let known = ride.vehicle?.date_fix ?? ''
  const look = async (): Promise<boolean> => {
    try {
      const now = await publicGet<TrackingLocation>(`tracking/location/${encodeURIComponent(tk)}`, { since: known })
      offline.hidden = true
      show(now)
      rate.show(now.rating)
      if (map) place(map, now, now.vehicle?.moved === true)
      known = now.vehicle?.date_fix ?? ''
      return !now.state.over
    } catch (failure) {
      if (failure instanceof PublicFailure && failure.status === 404) {
        showFailure(root, failure, 'tracking')
        return false
      }
      offline.hidden = false
      return true
    }
  }
  if (!ride.state.over) follow(Math.max(MIN_S, ride.interval), look)
}

/** Until when the link works. */
function untilOf({ words, date_expires, language, timezone }: Tracking): readonly HTMLElement[] {
  if (date_expires === null) return []
  const moment = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: timezone,
  }).format(new Date(date_expires))
  return [element('p', { of: 'until', text: words.expires.replace('#', moment) })]
}

/** A way to write to the house, where it has a chat page for those who follow a ride; without one nothing is shown. */
async function offerChat(head: HTMLElement): Promise<void> {
  const { url, text } = await publicGet<{ readonly url: string | null; readonly text: string }>(
    'web_chat/offered',
  ).catch(() => ({ url: null, text: '' }))
  if (url === null) return
  head.append(linkBeside(text, url, 'chat-link'))
}

/** The house's texts for its clients, below all else. */
async function offerTexts(below: HTMLElement): Promise<void> {
  const { publicTexts } = await import('../../../texts/client/public')
  const links = await publicTexts('client')
  if (links) below.append(links)
}

/** Leaflet loads after the rest; a page without a map still shows the ride. */
async function mapOf(box: HTMLElement, ride: Tracking): Promise<PlainMap | null> {
  const { openPlainMap } = await import('../../../geo/client/public').catch(() => ({ openPlainMap: null }))
  if (!openPlainMap) return null
  const { words, tiles, stops, points } = ride
  const map = openPlainMap(box, {
    label: words.map,
    zoomIn: words.zoom_in,
    zoomOut: words.zoom_out,
    tiles,
    covered: COVERED,
  })
  map.route(
    points,
    stops.map(({ lat, lng, address }) => ({ at: [lat, lng], label: address })),
  )
  place(map, ride, false)
  map.fit()
  return map
}

function place(map: PlainMap, { vehicle }: Pick<Tracking, 'vehicle'>, moved: boolean): void {
  if (!vehicle || vehicle.lat === null || vehicle.lng === null) return map.vehicle(null, false)
  map.vehicle(
    { at: [vehicle.lat, vehicle.lng], course: vehicle.course, shape: shapeOf(vehicle.icon), label: vehicle.plate },
    moved,
  )
}

function placesOf({ stops, words }: Tracking): HTMLElement {
  const nameOf = (i: number): string =>
    i === 0 ? words.origin : i === stops.length - 1 ? words.destination : words.stop
  return element('ol', {
    of: 'places',
    inside: stops.map(({ address }, i) =>
      element('li', {
        inside: [element('span', { of: 'label', text: nameOf(i) }), element('span', { text: address })],
      }),
    ),
  })
}

const root = document.getElementById('root')
if (root && window.location.pathname.startsWith('/tracking/')) void open(root)
