import { element, firstAnswer, PublicFailure, publicGet, showFailure, speak } from '#engine/client'
import type { PlainMap } from '../../../geo/client/public'
import { shapeOf } from '../../../geo/model/vehicle-mark'
import type { Tracking, TrackingLocation, TrackedState, TrackedVehicle, TrackedWords } from '../../model/tracking-calls'
import './tracking-page.css'

/** What the card shows; it changes while the page is open. */
interface Shown { readonly state: TrackedState; readonly driver: Tracking['driver']; readonly vehicle: TrackedVehicle | null }

/** The card below the map: the ride's state, its driver and vehicle, and how to call the driver. */
function rideCard(words: TrackedWords): { readonly card: HTMLElement; show(shown: Shown): void } {
  const badge = element('span', { of: 'badge' })
  const sentence = element('p', { of: 'sentence' })
  const status = element('div', { of: 'status', inside: [badge, sentence] })
  status.setAttribute('role', 'status')
  const people = element('div', { of: 'people' })
  const card = element('section', { of: 'card', inside: [status, people] })
  let told = ''
  return {
    card,
    show({ state, driver, vehicle }) {
      // Screen readers read a status out again each time it is written.
      const now = JSON.stringify([state, driver, vehicle?.plate])
      if (now === told) return
      told = now
      badge.textContent = state.name
      badge.style.setProperty('--state', state.color)
      sentence.textContent = state.text
      people.replaceChildren(...(driver ? [driverOf(driver, words)] : []), ...(vehicle ? [vehicleOf(vehicle, words)] : []), ...(driver?.phone ? [callOf(driver.phone, words)] : []))
    },
  }
}

function driverOf(driver: NonNullable<Tracking['driver']>, words: TrackedWords): HTMLElement {
  const name = [driver.name, driver.surname].filter(Boolean).join(' ')
  const picture = driver.pic === null ? element('span', { of: 'initial', text: name.slice(0, 1).toUpperCase() }) : pictureOf(driver.pic)
  picture.setAttribute('aria-hidden', 'true')
  return element('div', { of: 'fact', inside: [picture, labelled(words.driver, name)] })
}

function pictureOf(url: string): HTMLElement {
  const picture = element('img')
  picture.src = url
  picture.alt = ''
  return picture
}

function vehicleOf({ brand, model, colors, plate }: TrackedVehicle, words: TrackedWords): HTMLElement {
  const what = [[brand, model].filter(Boolean).join(' '), ...colors.map(({ name }) => name)].filter(Boolean).join(' · ')
  return element('div', { of: 'fact', inside: [labelled(words.vehicle, what), element('strong', { of: 'plate', text: plate })] })
}

const labelled = (label: string, text: string): HTMLElement =>
  element('div', { of: 'labelled', inside: [element('span', { of: 'label', text: label }), element('span', { text })] })

function callOf(phone: string, words: TrackedWords): HTMLElement {
  const link = element('a', { of: 'call', text: words.call })
  link.href = `tel:${phone.replace(/[^\d+]/g, '')}`
  return link
}

interface Following { stop(): void }

/**
 * Polls `every_s` seconds after each poll ends, but only while the page is visible; at once when it becomes visible again.
 * @param look resolves to false when there is nothing more to see; it reports its own failures
 */
function follow(look: () => Promise<boolean>, every_s: number): Following {
  let timer: ReturnType<typeof setTimeout> | undefined
  let looking = false
  let stopped = false
  const stop = (): void => {
    stopped = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onSeen)
  }
  const later = (): void => void (timer = setTimeout(() => void again(), every_s * 1000))
  const again = async (): Promise<void> => {
    clearTimeout(timer)
    if (looking || stopped || document.hidden) return
    looking = true
    const goesOn = await look()
    looking = false
    if (!goesOn) stop()
    else if (!stopped) later()
  }
  const onSeen = (): void => void again()
  document.addEventListener('visibilitychange', onSeen)
  later()
  return { stop }
}

// Spec 2 §9: padding of the public map.
const COVERED = { top: 48, bottom: 114 }
const LEAST_S = 2

// Until the server has answered, the page has no other texts.
/** The public page of a ride (`/tracking/<link>`): standalone, without the console. */
async function open(root: HTMLElement): Promise<void> {
  const tk = decodeURIComponent(window.location.pathname.split('/')[2] ?? '')
  const ride = await firstAnswer(root, 'tracking', () => publicGet<Tracking>('tracking', { tk }))
  if (!ride) return
  const { words, brand, language } = ride
  speak(language)
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
  void offerChat(head)
  void offerTexts(card)
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
        showFailure(root, failure, 'tracking')
        return false
      }
      offline.hidden = false
      return true
    }
  }
  if (!ride.state.over) follow(look, Math.max(LEAST_S, ride.interval))
}

/** A way to write to the house, where it has a chat page for those who follow a ride; without one nothing is shown. */
async function offerChat(head: HTMLElement): Promise<void> {
  const { url, text } = await publicGet<{ readonly url: string | null; readonly text: string }>('web_chat/offered').catch(() => ({ url: null, text: '' }))
  if (url === null) return
  const link = element('a', { of: 'chat-link', text })
  link.href = url
  link.target = '_blank'
  link.rel = 'noopener'
  head.append(link)
}

/** The house's texts for its clients, below all else. */
async function offerTexts(card: HTMLElement): Promise<void> {
  const { publicTexts } = await import('../../../texts/client/public')
  const links = await publicTexts('client')
  if (links) card.after(links)
}

/** Leaflet loads after the rest; a page without a map still shows the ride. */
async function mapOf(box: HTMLElement, ride: Tracking): Promise<PlainMap | null> {
  const { openPlainMap } = await import('../../../geo/client/public').catch(() => ({ openPlainMap: null }))
  if (!openPlainMap) return null
  const { words, tiles, stops, points } = ride
  const map = openPlainMap(box, { label: words.map, zoomIn: words.zoom_in, zoomOut: words.zoom_out, tiles, covered: COVERED })
  map.route(points, stops.map(({ lat, lng, address }) => ({ at: [lat, lng], label: address })))
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

const root = document.getElementById('root')
if (root && window.location.pathname.startsWith('/tracking/')) void open(root)
